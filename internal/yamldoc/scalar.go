package yamldoc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// scalar is the value of a scalar by the YAML 1.2 core schema, whatever the
// parser made of it (decision 8).
func (b *builder) scalar(n *yaml.Node) any {
	value, reason := valueOf(n)
	if reason != "" && n.Anchor == "" && infinite.MatchString(n.Value) && slices.Contains(b.infinite, jsonvalue.Pointer(b.path...)) {
		return n.Value
	}
	if reason != "" {
		b.refuse(n, reason)
	}
	return value
}

func valueOf(n *yaml.Node) (value any, reason string) {
	switch {
	case n.Style&yaml.TaggedStyle != 0:
		return tagged(n.Tag, n.Value)
	case n.Style&quoted != 0, n.Tag == "!":
		return text(n.Value)
	default:
		return plain(n.Value)
	}
}

func text(s string) (any, string) {
	if strings.IndexByte(s, 0) >= 0 {
		return nil, "The string holds the NUL character, which cannot be stored."
	}
	return s, ""
}

// tagged reads a scalar whose type is written before it.
func tagged(tag, s string) (any, string) {
	fits := false
	value, reason := plain(s)
	switch tag {
	case "!!str":
		return text(s)
	case "!!null":
		fits = value == nil
	case "!!bool":
		_, fits = value.(bool)
	case "!!int":
		_, fits = value.(int64)
	case "!!float":
		if n, ok := value.(int64); ok {
			return fraction(strconv.FormatInt(n, 10))
		}
		_, fits = value.(float64)
	default:
		return nil, fmt.Sprintf("The tag %s is not accepted here.", tag)
	}
	if reason == "" && !fits {
		return nil, fmt.Sprintf("The value does not fit its tag %s.", tag)
	}
	return value, reason
}

var (
	integer  = lazyregexp.New(`^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$`)
	decimal  = lazyregexp.New(`^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$`)
	infinite = lazyregexp.New(`^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)
)

// plain resolves a scalar without quotes and without a tag.
func plain(s string) (any, string) {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return nil, ""
	case "true", "True", "TRUE":
		return true, ""
	case "false", "False", "FALSE":
		return false, ""
	}
	switch {
	case strings.IndexByte("+-.0123456789", s[0]) < 0:
		return s, ""
	case integer.MatchString(s):
		return wholeNumber(s)
	case decimal.MatchString(s):
		return fraction(s)
	case infinite.MatchString(s):
		return nil, "The number is not finite; quote it if it is meant as text."
	}
	return s, ""
}

func wholeNumber(s string) (any, string) {
	digits, base := s, 10
	if strings.HasPrefix(s, "0o") {
		digits, base = s[2:], 8
	} else if strings.HasPrefix(s, "0x") {
		digits, base = s[2:], 16
	}
	n, err := strconv.ParseInt(digits, base, 64)
	if err != nil {
		return nil, "The integer does not fit 64 bits; quote it if it is meant as text."
	}
	if n == 0 && s[0] == '-' {
		return nil, jsonvalue.Inexact(s, 0)
	}
	return n, ""
}

func fraction(s string) (any, string) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, "The number is too large; quote it if it is meant as text."
	}
	if !jsonvalue.Exact(s, f) {
		return nil, jsonvalue.Inexact(s, f)
	}
	return f, ""
}
