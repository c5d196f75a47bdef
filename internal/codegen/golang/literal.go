package golang

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
)

// declareLiterals writes a type with a constant for each of its values.
func (s scope) declareLiterals(name string, shape *codegen.Shape, about codegen.Words) {
	out := new(strings.Builder)
	fmt.Fprintf(out, "%stype %s %s\n\n", s.document(name, about), name, scalarType(shape).text)
	fmt.Fprintf(out, "// The values of %s.\nconst (\n", name)
	for _, value := range shape.Values {
		constant := s.names.take(name + exported(valueText(value)))
		fmt.Fprintf(out, "\t%s %s = %s\n", constant, name, literal(value))
	}
	out.WriteString(")\n\n")
	s.fill(s.place(), out.String())
}

func valueText(value any) string {
	text := fmt.Sprint(value)
	if number, negative := strings.CutPrefix(text, "-"); negative && scalarText(number) {
		return "minus " + number
	}
	return text
}

func scalarText(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// literal is a scalar as Go writes it.
func literal(value any) string {
	switch value := value.(type) {
	case string:
		return fmt.Sprintf("%q", value)
	case float64:
		text, err := json.Marshal(value)
		if err != nil {
			return "0"
		}
		return string(text)
	}
	return fmt.Sprint(value)
}
