package transcript

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// name is {{post}}, {{form token}} or {{user ada}}.
var name = lazyregexp.New(`\{\{(?:(user [^{}]+)|(?:form )?([A-Za-z0-9]+))\}\}`)

// captured is the name that a wildcard gives a value, "<id:post>".
var captured = lazyregexp.New(`<[a-z]+:([A-Za-z0-9]+)>`)

// Captured are the names that the answers of a transcript give to values.
func Captured(exchanges []*Exchange) (names []string) {
	for _, e := range exchanges {
		text := e.Answer
		for _, h := range e.Expect {
			text += "\n" + h[1]
		}
		for _, found := range captured.FindAllStringSubmatch(text, -1) {
			names = append(names, found[1])
		}
	}
	return names
}

// Unknown is a name that stands in a request and has no value yet, as it is written; ""
// for none. In the body a name that no answer gives, as those of later are, is a text
// like any other.
func (e *Exchange) Unknown(known map[string]string, later []string) string {
	lacking := func(text string, isOfTranscript func(found []string) bool) string {
		for _, found := range name.FindAllStringSubmatch(text, -1) {
			if _, is := known[nameOf(found)]; !is && isOfTranscript(found) {
				return found[0]
			}
		}
		return ""
	}
	texts := e.Target
	for _, h := range e.Headers {
		texts += "\n" + h[1]
	}
	if found := lacking(texts, func([]string) bool { return true }); found != "" {
		return found
	}
	return lacking(e.Body, func(found []string) bool { return found[1] != "" || slices.Contains(later, found[2]) })
}

func nameOf(found []string) string {
	if found[1] != "" {
		return found[1]
	}
	return found[2]
}
