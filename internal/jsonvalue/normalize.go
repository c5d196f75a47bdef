package jsonvalue

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Normalize turns a Go value (maps, slices, structs with json tags, numbers of
// any kind, json.Number, json.RawMessage, time.Time) into a JSON value under
// the same rules as Decode, always with a *Fault. The result shares no map or
// slice with v. What is neither a JSON value nor a plain number goes through
// encoding/json, which replaces invalid UTF-8 where Normalize refuses it.
func Normalize(v any, limits Limits) (any, error) {
	n := normalizer{limits.budget()}
	value, fault := n.value(v)
	if fault != nil {
		return nil, fault
	}
	return value, nil
}

type normalizer struct{ budget }

func (n *normalizer) value(v any) (any, *Fault) {
	if n.nodes--; n.nodes < 0 {
		return nil, refuse(tooMany)
	}
	switch v := v.(type) {
	case nil, bool, int64:
		return v, nil
	case int:
		return int64(v), nil
	case int32:
		return int64(v), nil
	case string:
		return v, checkString(v)
	case float64:
		return v, checkFloat(v)
	case []any:
		return n.array(v)
	case map[string]any:
		return n.object(v)
	}
	return n.encode(v)
}

func refuse(reason string) *Fault { return &Fault{Offset: -1, Reason: reason} }

// ValidString reports whether s can be a string of a JSON value: UTF-8 without
// NUL.
func ValidString(s string) bool { return checkString(s) == nil }

func checkString(s string) *Fault {
	if !utf8.ValidString(s) {
		return refuse(notUTF8)
	}
	if strings.IndexByte(s, 0) >= 0 {
		return refuse(hasNUL)
	}
	return nil
}

func checkFloat(f float64) *Fault {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return refuse("The number is not finite.")
	}
	return nil
}

func (n *normalizer) array(elements []any) (any, *Fault) {
	if elements == nil {
		return nil, nil
	}
	if n.depth--; n.depth < 0 {
		return nil, refuse(tooDeep)
	}
	out := make([]any, len(elements))
	for i, each := range elements {
		v, fault := n.value(each)
		if fault != nil {
			return nil, fault.under(strconv.Itoa(i))
		}
		out[i] = v
	}
	n.depth++
	return out, nil
}

func (n *normalizer) object(members map[string]any) (any, *Fault) {
	if members == nil {
		return nil, nil
	}
	if n.depth--; n.depth < 0 {
		return nil, refuse(tooDeep)
	}
	out := make(map[string]any, len(members))
	for key, each := range members {
		if fault := checkString(key); fault != nil {
			return nil, fault
		}
		v, fault := n.value(each)
		if fault != nil {
			return nil, fault.under(key)
		}
		out[key] = v
	}
	n.depth++
	return out, nil
}

// encode goes through encoding/json and what is left of the budget.
func (n *normalizer) encode(v any) (any, *Fault) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, &Fault{Offset: -1, Reason: "The value cannot be written as JSON.", cause: err}
	}
	n.nodes++ // the decoder counts the value again
	d := decoder{text: string(data), budget: n.budget, wide: true}
	out, fault := d.document()
	n.nodes = d.nodes
	if fault != nil {
		fault.Offset = -1
	}
	return out, fault
}
