package language

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// shape is a JSON Schema of draft-07, which YAML language servers know best. As a
// map it is written with sorted keys, the same bytes each time.
type shape map[string]any

// draft is the dialect of every document.
const draft = "http://json-schema.org/draft-07/schema#"

// with adds a keyword.
func (s shape) with(keyword string, value any) shape {
	s[keyword] = value
	return s
}

// says adds what an editor shows of a place.
func (s shape) says(words string) shape { return s.with("description", words) }

// offers adds words that an editor completes, and that nothing is held against. They
// are no examples, since an editor would list all of them with each description.
func (s shape) offers(words []string) shape {
	if len(words) == 0 {
		return s
	}
	snippets := make([]shape, len(words))
	for i, each := range words {
		snippets[i] = shape{"label": each, "body": snippet(each)}
	}
	return s.with("defaultSnippets", snippets)
}

// plainWord is text that YAML reads as text, and that means nothing in a snippet.
var plainWord = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_./-]*$`)

// snippet is what an editor puts in for a word: in quotes where YAML would read
// something else, and with the signs of snippets taken as they are.
func snippet(word string) string {
	switch strings.ToLower(word) {
	case "true", "false", "null":
		return strconv.Quote(word)
	}
	if plainWord.MatchString(word) {
		return word
	}
	return strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`).Replace(strconv.Quote(word))
}

// member is a key of a mapping.
type member struct {
	name     string
	shape    shape
	required bool
}

// key is a key that may be missing, and what an editor says of it.
func key(name string, s shape, words string) member { return member{name: name, shape: s.says(words)} }

// need is a key that must be there.
func need(name string, s shape, words string) member {
	return member{name: name, shape: s.says(words), required: true}
}

// mapping has no keys but these.
func mapping(members ...member) shape {
	properties, required := make(shape), []string{}
	for _, each := range members {
		properties[each.name] = each.shape
		if each.required {
			required = append(required, each.name)
		}
	}
	s := shape{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

// mapOf is a mapping with keys of the author's own.
func mapOf(value shape) shape { return shape{"type": "object", "additionalProperties": value} }

func listOf(item shape) shape { return shape{"type": "array", "items": item} }

// distinct is a list that holds nothing twice.
func distinct(item shape) shape { return listOf(item).with("uniqueItems", true) }

// text is a string that is not empty.
func text() shape { return shape{"type": "string", "minLength": 1} }

func flag(otherwise bool) shape { return shape{"type": "boolean", "default": otherwise} }

// ref is a definition of the document.
func ref(name string) shape { return shape{"$ref": "#/definitions/" + name} }

// only is exactly this value.
func only(value any) shape { return shape{"const": value} }

// choice is one word of a closed vocabulary, with what each means. A word without
// a meaning is a fault that a test finds.
func choice[Word ~string](words []Word, meanings map[Word]string) shape {
	said := make([]string, len(words))
	for i, each := range words {
		said[i] = meanings[each]
	}
	return shape{"type": "string", "enum": words, "enumDescriptions": said}
}

// has is the condition that a mapping has these keys.
func has(names ...string) shape { return shape{"required": names} }

// where is the condition that a key is there with such a value.
func where(name string, value shape) shape {
	return at(value, name).with("required", []string{name})
}

func not(condition shape) shape { return shape{"not": condition} }

func allOf(conditions ...shape) shape { return shape{"allOf": conditions} }

func anyOf(conditions ...shape) shape { return shape{"anyOf": conditions} }

// when holds a mapping against a shape if it meets a condition.
func when(condition, then shape) shape { return shape{"if": condition, "then": then} }

// forbid refuses keys, at the key, with words that say why.
func forbid(why string, names ...string) shape {
	properties := make(shape)
	for _, each := range names {
		properties[each] = false
	}
	return shape{"properties": properties, "errorMessage": why}
}

// refuse refuses a text that meets a condition, which "" does not, with words that say
// why: editors show none of their own for not.
func refuse(condition shape, why string) shape {
	return when(condition, shape{"const": "", "errorMessage": why})
}

// at is a shape for what lies below a mapping, beside others for the same place. It
// keeps editors from offering the keys on the way, which those others describe.
func at(inner shape, path ...string) shape {
	for _, name := range slices.Backward(path) {
		inner = shape{"properties": shape{name: inner.with("doNotSuggest", true)}}
	}
	return inner
}

// ruled is a shape with rules between its parts.
func (s shape) ruled(rules ...shape) shape {
	if len(rules) == 0 { // draft-07 wants at least one
		return s
	}
	return s.with("allOf", rules)
}

// anyCase is a pattern that matches exactly these words, however their letters are
// written. The regular expressions of JSON Schema have no flag for that.
func anyCase(words []string) string {
	pattern := "^(?:"
	for i, word := range words {
		if i > 0 {
			pattern += "|"
		}
		pattern += foldedPattern(word)
	}
	return pattern + ")$"
}

func foldedPattern(word string) (pattern string) {
	for _, r := range word {
		lower, upper := toLower(r), toUpper(r)
		if lower == upper {
			pattern += string(r)
		} else {
			pattern += "[" + string(lower) + string(upper) + "]"
		}
	}
	return pattern
}
