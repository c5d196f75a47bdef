package toolset

import (
	"strings"
	"unicode"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/plan"
)

// hintDescriptions say in words what some values of x-mcp-hint mean, for a property
// without words of its own.
var hintDescriptions = map[string]string{
	"timestamp-ms":    "Milliseconds since 1970-01-01T00:00:00Z.",
	"money-minor":     "An amount in the smallest unit of its currency.",
	"markdown":        "Markdown.",
	"idempotency-key": "Draw a new value for each new request, and send the same one when you repeat a request.",
}

// description is the description of a schema: the declared one, and what its
// extensions mean.
func (t translator) description(doc map[string]any) string {
	var parts []string
	add := func(part string) { parts = append(parts, part) }
	hint, _ := doc["x-mcp-hint"].(string)
	if text := jsonschema.English(doc["description"]); text != "" {
		add(text)
	} else if hintDescriptions[hint] != "" {
		add(hintDescriptions[hint])
	}
	if ref, _ := doc["x-service-ref"].(string); ref == "media_assets" {
		add("Names an uploaded media asset.")
	} else if t.plan.Schema(ref) != nil {
		add("Names an entry of " + ref + ".")
	}
	if pattern, _ := doc["pattern"].(string); pattern != "" && !t.output && !isPortable(pattern) {
		add("It must match the RE2 regular expression `" + pattern + "`")
	}
	if len(parts) == 1 {
		return parts[0] // as it was written
	}
	return sentences(parts...)
}

// titleOf is the declared title in English, or the name in title case.
func titleOf(declared plan.Text, name string) string {
	if title := declared.In("en"); title != "" {
		return title
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	for i, word := range words {
		first, rest := []rune(word)[0], []rune(word)[1:]
		words[i] = string(unicode.ToUpper(first)) + string(rest)
	}
	return strings.Join(words, " ")
}

// sentence is text as a sentence: with a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") || strings.HasSuffix(text, "。") {
		return text
	}
	return text + "."
}

// sentences joins what is not empty.
func sentences(parts ...string) string {
	var all []string
	for _, part := range parts {
		if s := sentence(part); s != "" {
			all = append(all, s)
		}
	}
	return strings.Join(all, " ")
}

// audience says in a line who may call.
func audience(surface plan.Surface, r *plan.Requirements) string {
	var needs []string
	for _, p := range r.All() {
		switch p.Kind {
		case plan.IsStaff:
			needs = append(needs, "the staff role "+joinOr(p.Roles))
		case plan.HasScope:
			needs = append(needs, "the scope "+p.Scope)
		case plan.IsUser, plan.IsAuthenticated: // every caller here is both
		}
	}
	line := "For every signed-in user."
	switch {
	case len(needs) > 0:
		line = "Needs " + strings.Join(needs, " and ") + "."
	case surface == plan.Staff:
		line = "For every member of staff."
	}
	if r.Guard() != nil {
		line += " A guard may still refuse a call."
	}
	return line
}

// joinOr is `a`, `a or b`, `a, b or c`.
func joinOr(list []string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
