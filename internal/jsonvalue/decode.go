package jsonvalue

import (
	"strconv"
	"unicode/utf8"
)

// Decode reads exactly one JSON value from data under limits. It refuses
// invalid UTF-8, NUL characters, lone surrogate escapes, duplicate keys,
// trailing data, integers outside int64, numbers outside float64 and those that
// would not come back as they were sent (see Exact), always with a *Fault. The
// strings of the value share one copy of data (decision 3).
func Decode(data []byte, limits Limits) (any, error) {
	d := decoder{text: string(data), budget: limits.budget(), stored: limits.Stored}
	v, fault := d.document()
	if fault != nil {
		return nil, fault
	}
	return v, nil
}

// decoder reads text from pos on. It recurses at most budget.depth levels.
type decoder struct {
	budget
	text string
	pos  int
	wide bool // take whole numbers outside int64 that a float64 writes this way

	stored bool // Limits.Stored
}

func (d *decoder) document() (any, *Fault) {
	if !utf8.ValidString(d.text) {
		return nil, &Fault{Offset: firstInvalid(d.text), Reason: notUTF8}
	}
	v, fault := d.value()
	if fault != nil {
		return nil, fault
	}
	if d.next() != 0 || d.pos < len(d.text) {
		return nil, d.fault("There is more text after the JSON value.")
	}
	return v, nil
}

func firstInvalid(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return len(s)
}

func (d *decoder) fault(reason string) *Fault {
	if d.pos >= len(d.text) {
		reason = "The JSON text ends too early."
	}
	return d.faultAt(d.pos, reason)
}

func (d *decoder) faultAt(offset int, reason string) *Fault {
	return &Fault{Offset: offset, Reason: reason}
}

// next skips white space and gives the byte that follows, 0 at the end.
func (d *decoder) next() byte {
	for ; d.pos < len(d.text); d.pos++ {
		switch c := d.text[d.pos]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

func (d *decoder) value() (any, *Fault) {
	c := d.next()
	if d.nodes--; d.nodes < 0 {
		return nil, d.faultAt(d.pos, tooMany)
	}
	switch c {
	case '{':
		return d.nested((*decoder).object)
	case '[':
		return d.nested((*decoder).array)
	case '"':
		s, fault := d.string()
		if fault != nil {
			return nil, fault
		}
		return s, nil
	case 't':
		return true, d.literal("true")
	case 'f':
		return false, d.literal("false")
	case 'n':
		return nil, d.literal("null")
	}
	return d.number()
}

func (d *decoder) literal(word string) *Fault {
	if len(d.text)-d.pos < len(word) || d.text[d.pos:d.pos+len(word)] != word {
		return d.fault("A JSON value was expected here.")
	}
	d.pos += len(word)
	return nil
}

// nested enters an array or object whose opening bracket is next.
func (d *decoder) nested(read func(*decoder) (any, *Fault)) (any, *Fault) {
	if d.depth == 0 {
		return nil, d.faultAt(d.pos, tooDeep)
	}
	d.depth--
	d.pos++
	v, fault := read(d)
	d.depth++
	return v, fault
}

func (d *decoder) object() (any, *Fault) {
	members := make(map[string]any)
	if d.next() == '}' {
		d.pos++
		return members, nil
	}
	for {
		if fault := d.member(members); fault != nil {
			return nil, fault
		}
		if done, fault := d.separator('}'); done || fault != nil {
			return members, fault
		}
	}
}

func (d *decoder) member(members map[string]any) *Fault {
	if d.next() != '"' {
		return d.fault("A quoted key was expected here.")
	}
	start := d.pos
	key, fault := d.string()
	if fault != nil {
		return fault
	}
	if d.next() != ':' {
		return d.fault("A colon was expected after the key.")
	}
	d.pos++
	v, fault := d.value()
	if fault != nil {
		return fault.under(key)
	}
	before := len(members)
	if members[key] = v; len(members) == before {
		return d.faultAt(start, "The key occurs twice in one object.").under(key)
	}
	return nil
}

func (d *decoder) array() (any, *Fault) {
	elements := []any{}
	if d.next() == ']' {
		d.pos++
		return elements, nil
	}
	for {
		v, fault := d.value()
		if fault != nil {
			return nil, fault.under(strconv.Itoa(len(elements)))
		}
		elements = append(elements, v)
		if done, fault := d.separator(']'); done || fault != nil {
			return elements, fault
		}
	}
}

// separator takes a comma or the closing bracket.
func (d *decoder) separator(closing byte) (done bool, fault *Fault) {
	switch d.next() {
	case ',':
		d.pos++
		return false, nil
	case closing:
		d.pos++
		return true, nil
	}
	return false, d.fault("A comma or a closing bracket was expected here.")
}
