package transfer

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/store"
)

// AppendRow appends a row as JSON, without an end of line: an array of null,
// numbers, texts, and objects with one member. Integers are written without an
// exponent, reals with one; {"bytes":…} is a value in base64,
// and {"text":…} a text that is not UTF-8.
func AppendRow(dst []byte, r store.Row) []byte {
	dst = append(dst, '[')
	for i, value := range r {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendValue(dst, value)
	}
	return append(dst, ']')
}

func appendValue(dst []byte, value any) []byte {
	switch v := value.(type) {
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case float64:
		return appendReal(dst, v)
	case string:
		if utf8.ValidString(v) {
			return jsonvalue.AppendString(dst, v)
		}
		return appendBase64(dst, "text", []byte(v))
	case []byte:
		return appendBase64(dst, "bytes", v)
	default:
		return append(dst, "null"...)
	}
}

// appendReal writes infinity as a number that no real holds.
func appendReal(dst []byte, v float64) []byte {
	switch {
	case math.IsInf(v, 1):
		return append(dst, "1e999"...)
	case math.IsInf(v, -1):
		return append(dst, "-1e999"...)
	}
	return strconv.AppendFloat(dst, v, 'e', -1, 64)
}

func appendBase64(dst []byte, member string, value []byte) []byte {
	dst = append(append(append(dst, `{"`...), member...), `":"`...)
	return append(base64.StdEncoding.AppendEncode(dst, value), `"}`...)
}

// ParseRow reads what AppendRow has written.
func ParseRow(line []byte) (store.Row, error) {
	var values []json.RawMessage
	if err := json.Unmarshal(line, &values); err != nil {
		return nil, fmt.Errorf("row: %w", err)
	}
	row := make(store.Row, len(values))
	for i, text := range values {
		var err error
		if row[i], err = parseValue(text); err != nil {
			return nil, fmt.Errorf("value %d of row: %w", i+1, err)
		}
	}
	return row, nil
}

func parseValue(text []byte) (any, error) {
	switch text[0] {
	case 'n':
		return nil, nil
	case '"':
		var value string
		err := json.Unmarshal(text, &value)
		return value, err
	case '{':
		return parseBase64(text)
	default:
		return parseNumber(string(text))
	}
}

func parseBase64(text []byte) (any, error) {
	var value struct{ Bytes, Text *[]byte }
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	switch {
	case value.Bytes != nil:
		return *value.Bytes, nil
	case value.Text != nil:
		return string(*value.Text), nil
	}
	return nil, errors.New("neither bytes nor text")
}

func parseNumber(text string) (any, error) {
	if !strings.ContainsAny(text, ".e") {
		return strconv.ParseInt(text, 10, 64)
	}
	value, err := strconv.ParseFloat(text, 64)
	if math.IsInf(value, 0) {
		return value, nil
	}
	return value, err
}
