package language_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	library "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// place is a value in a document, which a test changes.
type place struct {
	document any
	path     []string
	value    any
}

func (p place) pointer() string { return jsonvalue.Pointer(p.path...) }

// with is the document with another value at the place.
func (p place) with(value any) any { return changed(p.document, p.path, value, false) }

// without is the document without the place.
func (p place) without() any { return changed(p.document, p.path, nil, true) }

func changed(document any, path []string, value any, remove bool) any {
	if len(path) == 0 {
		return value
	}
	last := remove && len(path) == 1
	switch d := document.(type) {
	case map[string]any:
		other := maps.Clone(d)
		if last {
			delete(other, path[0])
		} else {
			other[path[0]] = changed(d[path[0]], path[1:], value, remove)
		}
		return other
	case []any:
		i, _ := strconv.Atoi(path[0])
		if last {
			return slices.Delete(slices.Clone(d), i, i+1)
		}
		other := slices.Clone(d)
		other[i] = changed(d[i], path[1:], value, remove)
		return other
	}
	return document
}

// places are the values of a document.
func places(document any, visit func(place)) {
	var descend func(path []string, value any)
	descend = func(path []string, value any) {
		visit(place{document, slices.Clone(path), value})
		switch v := value.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				descend(append(path, key), v[key])
			}
		case []any:
			for i, each := range v {
				descend(append(path, strconv.Itoa(i)), each)
			}
		}
	}
	descend(nil, document)
}

// often remembers how many places were changed that are alike: of one kind of document,
// with one pointer but for numbers, and one kind of value.
type often map[string]int

// enough reports whether places like this one were changed twice already.
func (o often) enough(at place) bool {
	kind, _ := at.document.(map[string]any)["kind"].(string)
	like := fmt.Sprintf("%s %s %T", kind, number.ReplaceAllString(at.pointer(), "/*"), at.value)
	o[like]++
	return o[like] > 2
}

var number = regexp.MustCompile(`/[0-9]+`)

// plus is a mapping with one key more.
func plus(mapping map[string]any, key string) map[string]any {
	more := maps.Clone(mapping)
	more[key] = int64(1)
	return more
}

// asJSON is a document as text, which is YAML as well.
func asJSON(document any) []byte {
	text, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	return text
}

// parsed are the errors of a document by itself.
func parsed(document any) diag.List {
	_, list := manifest.Parse([]manifest.File{{Name: "m.yaml", Data: asJSON(document)}})
	return slices.DeleteFunc(list, func(d *diag.Diagnostic) bool { return d.Severity != diag.Error })
}

// answer is what the parser wants at a pointer, where it lists words.
func answer(document any, pointer string) []string { return wanted(parsed(document), pointer) }

func wanted(list diag.List, pointer string) []string {
	for _, d := range list {
		_, at, _ := strings.Cut(d.Path, "#")
		if words, ok := d.Expected.([]string); ok && at == pointer {
			return slices.Sorted(slices.Values(words))
		}
	}
	return nil
}

// complaints are the faults that a schema finds at one place.
func complaints(schema *library.Schema, document any, path []string) (found []library.ErrorKind) {
	var failed *library.ValidationError
	if errors.As(schema.Validate(document), &failed) {
		leaves(failed, func(leaf *library.ValidationError) {
			if slices.Equal(leaf.InstanceLocation, path) {
				found = append(found, leaf.ErrorKind)
			}
		})
	}
	return found
}

func leaves(failed *library.ValidationError, visit func(*library.ValidationError)) {
	visit(failed)
	for _, each := range failed.Causes {
		leaves(each, visit)
	}
}

// refusesKey reports whether the schema has no such key in a mapping.
func refusesKey(schema *library.Schema, at place, key string) bool {
	mapping, _ := at.value.(map[string]any)
	if _, has := mapping[key]; has {
		return false
	}
	for _, each := range complaints(schema, at.with(plus(mapping, key)), at.path) {
		if more, ok := each.(*kind.AdditionalProperties); ok && slices.Contains(more.Properties, key) {
			return true
		}
	}
	return false
}

// wordsAt are those that the schema wants at a place, where it lists them.
func wordsAt(schema *library.Schema, at place) (words []string) {
	for _, each := range complaints(schema, at.with(stranger), at.path) {
		switch wants := each.(type) {
		case *kind.Enum:
			for _, word := range wants.Want {
				words = append(words, word.(string)) //nolint:forcetypeassert // no enum has others
			}
		case *kind.Const:
			words = append(words, wants.Want.(string)) //nolint:forcetypeassert // reached for strings alone
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}
