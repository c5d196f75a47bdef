package manifest

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// fields are a mapping and the keys that it may have.
type fields struct {
	*place
	known []string
}

// mapping wants a mapping with no keys but those known, and reports every
// other. What is no mapping reads as one without keys.
func (p *place) mapping(known ...string) (fields, bool) {
	if p == nil {
		return fields{}, false
	}
	if p.node.Kind != yamldoc.Mapping {
		p.wrong("This must be a mapping; it takes " + strings.Join(known, ", ") + ".").Expected = "object"
		return fields{}, false
	}
	for member := range p.members() {
		if !slices.Contains(known, member.token) {
			member.unknown(known)
		}
	}
	return fields{p, known}, true
}

func (p *place) unknown(known []string) {
	d := p.failKey(p.code, "There is no key "+strconv.Quote(p.token)+" here.")
	d.Expected = known
	d.Suggestion = diag.Meant(p.token, known)
}

// get is the value of a key; nil without.
func (f fields) get(key string) *place {
	if f.place == nil {
		return nil
	}
	return f.child(key)
}

// need is get for a key that must be there. One that is there misspelled is not
// missing as well.
func (f fields) need(key string) *place {
	p := f.get(key)
	if p == nil && f.place != nil && !f.misspells(key) {
		f.wrong("The key " + key + " is missing.").Expected = key
	}
	return p
}

func (f fields) misspells(key string) bool {
	return slices.ContainsFunc(f.keys(), func(each string) bool {
		return !slices.Contains(f.known, each) && diag.Meant(each, f.known) == key
	})
}

// text reads a non-empty string; "" when it is none.
func (p *place) text() string {
	if p == nil {
		return ""
	}
	s, _ := p.node.Value.(string)
	if s == "" {
		p.wrong("This must be a non-empty string.").Expected = "string"
	}
	return s
}

// oneOf reads one of a few strings; "" when it is none of them.
func (p *place) oneOf(values ...string) string {
	if p == nil {
		return ""
	}
	s, _ := p.node.Value.(string)
	if slices.Contains(values, s) {
		return s
	}
	d := p.wrong("This must be " + alternatives(values) + ".")
	d.Expected = values
	d.Suggestion = diag.Meant(s, values)
	return ""
}

// alternatives writes "a, b or c".
func alternatives(values []string) string {
	last := len(values) - 1
	if last == 0 {
		return values[0]
	}
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// boolean reads true or false; ok is false when it is neither.
func (p *place) boolean() (value, ok bool) {
	if p == nil {
		return false, false
	}
	if value, ok = p.node.Value.(bool); !ok {
		p.wrong("This must be true or false.").Expected = "boolean"
	}
	return value, ok
}

// list gives the items of a list, as long as there is room for problems; none
// when it is no list.
func (p *place) list(of string) iter.Seq[*place] {
	return func(yield func(*place) bool) {
		if p == nil {
			return
		}
		if p.node.Kind != yamldoc.Sequence {
			p.wrong("This must be a list of " + of + ".").Expected = "array"
			return
		}
		for i := range p.node.Items {
			if p.isFull() || !yield(p.item(i)) {
				return
			}
		}
	}
}

// distinctTexts gives the items of a list of non-empty strings that names
// nothing twice, but for those that are reported.
func (p *place) distinctTexts(of string) iter.Seq2[*place, string] {
	return func(yield func(*place, string) bool) {
		seen := make(map[string]bool)
		for each := range p.list(of) {
			switch s := each.text(); {
			case s == "":
			case seen[s]:
				each.wrong("The list names " + strconv.Quote(s) + " more than once.")
			default:
				seen[s] = true
				if !yield(each, s) {
					return
				}
			}
		}
	}
}

// texts are the words of a closed vocabulary as they are written.
func texts[Word ~string](words []Word) []string {
	written := make([]string, len(words))
	for i, each := range words {
		written[i] = string(each)
	}
	return written
}
