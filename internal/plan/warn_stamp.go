package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// stamps wants every stamped property to be able to hold what is stamped: the id
// of a person as text, or a moment as text or a number.
func (l *linker) stamps(s *Schema) {
	for _, b := range s.atom.Binds {
		if reason := s.cannotHold(b); reason != "" {
			d := l.warn(&s.atom.Atom, diag.BindTypeMismatch, "/spec/schema"+b.Pointer,
				fmt.Sprintf("x-service-bind: %s stamps %s, and %q %s.", b.Value, stampedWords(b), b.Path[len(b.Path)-1], reason))
			d.Expected = stampedTypes(b)
		}
	}
}

func stampedWords(b jsonschema.Bind) string {
	if BindValue(b.Value) == BindNow {
		return "a date and time, or milliseconds"
	}
	return "the id of a user"
}

func stampedTypes(b jsonschema.Bind) []string {
	if BindValue(b.Value) == BindNow {
		return []string{"string", "integer", "number"}
	}
	return []string{"string"}
}

// cannotHold says why a property cannot hold its stamp; "" where it can.
func (s *Schema) cannotHold(b jsonschema.Bind) string {
	types := s.atom.Schema.TypesOf(b.Schema)
	fits := func(name string) bool { return slices.Contains(stampedTypes(b), name) }
	if len(types) > 0 && !slices.ContainsFunc(types, fits) {
		return "holds " + strings.Join(types, " or ")
	}
	format, _ := b.Schema["format"].(string)
	isText := slices.Contains(types, "string") && !slices.Contains(types, "integer") && !slices.Contains(types, "number")
	if isText && slices.Contains(refusedFormats(b), format) {
		return "has the format " + format
	}
	return ""
}

// refusedFormats are the formats that no stamp of the kind has.
func refusedFormats(b jsonschema.Bind) []string {
	if BindValue(b.Value) == BindNow {
		return []string{"date", "email", "uri", "url", "uuid"}
	}
	return []string{"date", "date-time", "email", "uri", "url"}
}
