package jsonvalue

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Append appends the canonical encoding of v (object keys sorted, no white
// space, no HTML escaping) to dst. v must be a JSON value; anything else is
// written as null.
func Append(dst []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return AppendString(dst, v)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case float64:
		return AppendFloat(dst, v)
	case []any:
		return appendArray(dst, v)
	case map[string]any:
		return appendObject(dst, v)
	}
	return append(dst, "null"...)
}

func appendArray(dst []byte, elements []any) []byte {
	dst = append(dst, '[')
	for i, v := range elements {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = Append(dst, v)
	}
	return append(dst, ']')
}

func appendObject(dst []byte, members map[string]any) []byte {
	keys := make([]string, 0, 16) // a constant, so that usual objects sort on the stack
	for key := range members {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	dst = append(dst, '{')
	for i, key := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendString(dst, key), ':')
		dst = Append(dst, members[key])
	}
	return append(dst, '}')
}

// AppendString appends s as a JSON string. Bytes that are not UTF-8 become
// U+FFFD, so that the result is always valid JSON.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		size := 1
		if c >= utf8.RuneSelf {
			var r rune
			if r, size = utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || size > 1 {
				i += size
				continue
			}
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, c)
		i += size
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	if c >= utf8.RuneSelf {
		return append(dst, "\uFFFD"...)
	}
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xf])
}

// maxExactInteger is where float64 stops holding every whole number.
const maxExactInteger = 1 << 53

// AppendFloat appends f as JSON does: the shortest text that reads back as f.
// From 2^53 on it has an exponent, which keeps Decode from reading an integer
// that f never was. A number that is not finite becomes null.
func AppendFloat(dst []byte, f float64) []byte {
	switch size := math.Abs(f); {
	case f == 0:
		return append(dst, '0') // Decode takes no negative zero
	case math.IsInf(f, 0) || math.IsNaN(f):
		return append(dst, "null"...)
	case size >= maxExactInteger || size < 1e-6 && size != 0:
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	}
	return strconv.AppendFloat(dst, f, 'f', -1, 64)
}
