package portable

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// Milliseconds says what a time of the platform is.
const Milliseconds = "Milliseconds since 1970-01-01T00:00:00Z."

// hints say in words what some values of x-mcp-hint mean, for a property
// without words of its own.
var hints = map[string]string{
	"timestamp-ms":    Milliseconds,
	"money-minor":     "An amount in the smallest unit of its currency.",
	"markdown":        "Markdown.",
	"idempotency-key": "Draw a new value for each new request, and send the same one when you repeat a request.",
}

// description is the description of a schema: the declared one, and what its
// extensions mean.
func (t Translator) description(doc map[string]any) string {
	var parts []string
	add := func(part string) { parts = append(parts, part) }
	hint, _ := doc["x-mcp-hint"].(string)
	if text := jsonschema.English(doc["description"]); text != "" {
		add(text)
	} else if hints[hint] != "" {
		add(hints[hint])
	}
	if ref, _ := doc["x-service-ref"].(string); ref == "media_assets" {
		add("Names an uploaded media asset.")
	} else if t.Collection != nil && t.Collection(ref) {
		add("Names an entry of " + ref + ".")
	}
	if pattern, _ := doc["pattern"].(string); pattern != "" && !t.Output && !IsPortable(pattern) {
		add("It must match the RE2 regular expression `" + pattern + "`")
	}
	if len(parts) == 1 {
		return parts[0] // as it was written
	}
	return Sentences(parts...)
}

// sentence is text as a sentence: with a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") || strings.HasSuffix(text, "。") {
		return text
	}
	return text + "."
}

// Sentences joins what is not empty.
func Sentences(parts ...string) string {
	var all []string
	for _, part := range parts {
		if s := sentence(part); s != "" {
			all = append(all, s)
		}
	}
	return strings.Join(all, " ")
}
