package spec

import (
	"encoding/json"
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/transcript"
)

// isObject takes a body that may be arguments: nothing, or an object of a size
// that leaves room for the rest of the message.
func isObject(body string) bool {
	var object map[string]json.RawMessage
	return len(body) < 1<<19 && json.Unmarshal([]byte(orEmpty(body)), &object) == nil && object != nil
}

// typedQuery is a query string as the typed arguments of the View's tool: what
// is not declared does not count, and of page and show what is a number.
func typedQuery(query string, schema map[string]any) (map[string]any, bool) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, false
	}
	arguments := map[string]any{}
	for name, all := range values {
		switch _, declared := property(schema, name); {
		case declared:
			value, ok := typed(all[0], schema, name)
			if !ok {
				return nil, false
			}
			arguments[name] = value
		case name == "page" || name == "show":
			n, fits := number(all[0])
			if n != nil && !fits {
				return nil, false
			}
			if n != nil {
				arguments[name] = n
			}
		}
	}
	return arguments, true
}

func property(schema map[string]any, name string) (map[string]any, bool) {
	properties, _ := schema["properties"].(map[string]any)
	p, ok := properties[name].(map[string]any)
	return p, ok
}

// typed is a text of a query or path as its declared type.
func typed(text string, schema map[string]any, name string) (value any, ok bool) {
	p, _ := property(schema, name)
	if ref, isRef := p["$ref"].(string); isRef {
		defs, _ := schema["$defs"].(map[string]any)
		p, _ = defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	switch p["type"] {
	case "string", nil:
		return text, utf8.ValidString(text) && !strings.Contains(text, "\x00")
	case "integer":
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		return n, err == nil && strconv.FormatInt(n, 10) == strings.TrimSpace(text)
	case "number":
		return number(text)
	case "boolean":
		return text == "true", text == "true" || text == "false"
	}
	return nil, false
}

// number is a text that JSON has as a number, and whether 64 bits hold it; nil
// for another text.
func number(text string) (n any, fits bool) {
	text = strings.TrimSpace(text)
	f, err := strconv.ParseFloat(text, 64)
	if !json.Valid([]byte(text)) || err != nil {
		return nil, false
	}
	_, err = strconv.ParseInt(text, 10, 64)
	return json.Number(text), err == nil || math.Abs(f) < 1<<63 || strings.ContainsAny(text, ".eE")
}

// arguments are the body with what the path binds.
func arguments(body string, bound map[string]string, input map[string]any, captures map[string]string) (string, bool) {
	body = orEmpty(transcript.Fill(body, captures))
	var object map[string]json.RawMessage
	if len(bound) == 0 || json.Unmarshal([]byte(body), &object) != nil {
		return body, true
	}
	for name, text := range bound {
		value, ok := typed(transcript.Fill(text, captures), input, name)
		if !ok {
			return "", false
		}
		object[name] = json.RawMessage(transcript.Encode(value))
	}
	return transcript.Encode(object), true
}
