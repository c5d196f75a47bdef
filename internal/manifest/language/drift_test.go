package language_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/manifest/language"
)

// stranger is a key, and a word, that nothing knows.
const stranger = "zz-stranger"

// samples are documents that the parser takes, with a place of every kind.
func samples() []manifestDocument {
	return slices.DeleteFunc(slices.Clone(manifests()), func(d manifestDocument) bool {
		return !strings.HasPrefix(d.name, "internal/manifest/testdata/") && !strings.HasPrefix(d.name, "internal/plan/testdata/whole.yaml") ||
			len(parsed(d.value)) > 0 || generic()[language.Manifests].Validate(d.value) != nil // the graph refuses it
	})
}

// The keys of each place are those that the parser takes there, in both directions.
// The parser is asked with a key that it does not know, and answers with those that
// it does. The schema is asked with every key of the language.
func TestKeysAreThoseOfTheParser(t *testing.T) {
	schema, keys := generic()[language.Manifests], everyKey(t)
	asked, met := make(map[string]bool), make(map[string]bool)
	for _, doc := range samples() {
		places(doc.value, func(at place) {
			known := keysAt(at)
			if question := at.pointer() + strings.Join(known, " "); known == nil || asked[question] {
				return
			} else {
				asked[question] = true
			}
			offered := slices.DeleteFunc(union(keys, known), func(key string) bool { return refusesKey(schema, at, key) })
			if diff := cmp.Diff(known, offered); diff != "" {
				t.Errorf("%s %s: keys that the parser takes (-) and that the schema takes (+):\n%s", doc.name, at.pointer(), diff)
			}
			for _, key := range known {
				met[key] = true
			}
		})
	}
	t.Logf("%d places, %d keys", len(asked), len(met))
	for _, key := range keys {
		if !met[key] && !slices.Contains(ofOneKey(), key) {
			t.Errorf("no sample has a place that takes the key %s", key)
		}
	}
}

// keysAt are those that the parser takes at a place; nil where it takes any, or says
// nothing of them.
func keysAt(at place) []string {
	mapping, ok := at.value.(map[string]any)
	if !ok {
		return nil
	}
	return answer(at.with(plus(mapping, stranger)), at.pointer()+"/"+stranger)
}

// everyKey are the keys that the schema names anywhere.
func everyKey(t *testing.T) (keys []string) {
	t.Helper()
	walk("", decoded(t, nil)[language.Manifests], func(_ string, node map[string]any) {
		for _, each := range declares(node) {
			keys = append(keys, each.name)
		}
	})
	return union(keys, nil)
}

func union(one, other []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(one, other))))
}

// ofOneKey are the keys that the parser says otherwise: it has lists of the keywords
// of a JSON Schema and of the operators, which the schema is made of, and reads the
// others as forms of a value with exactly one key.
func ofOneKey() []string {
	keys := slices.Concat(jsonschema.Keywords(), []string{"$ctx.user", "ctx.auth.scope", "ctx.staff"})
	for _, each := range manifest.Operators() {
		keys = append(keys, string(each))
	}
	return keys
}

// The words of each closed vocabulary are the parser's, in both directions.
func TestWordsAreThoseOfTheParser(t *testing.T) {
	schema, asked := generic()[language.Manifests], make(map[string]bool)
	for _, doc := range samples() {
		places(doc.value, func(at place) {
			if _, ok := at.value.(string); !ok {
				return
			}
			known := answer(at.with(stranger), at.pointer())
			if question := at.pointer() + strings.Join(known, " "); asked[question] || slices.ContainsFunc(known, isForm) {
				return
			} else {
				asked[question] = true
			}
			if diff := cmp.Diff(known, wordsAt(schema, at)); diff != "" && (known != nil || len(parsed(at.with(stranger))) == 0) {
				t.Errorf("%s %s: words that the parser takes (-) and that the schema takes (+):\n%s", doc.name, at.pointer(), diff)
			}
		})
	}
	if t.Logf("%d places", len(asked)); len(asked) < 100 {
		t.Errorf("only %d places were asked", len(asked))
	}
}

// isForm reports whether the parser shows a form, not a word.
func isForm(word string) bool { return strings.HasPrefix(word, "{") }

// What the parser takes, the schema takes, whatever is changed in a document: each
// value is replaced by one of every kind, and left out.
func TestWhatTheParserTakesIsTaken(t *testing.T) {
	var all share
	schema, taken, changed := generic()[language.Manifests], 0, make(often)
	for _, doc := range samples() {
		places(doc.value, func(at place) {
			if changed.enough(at) {
				return
			}
			for _, mutant := range mutants(at) {
				errs, err := parsed(mutant), schema.Validate(mutant)
				if len(errs) > 0 {
					all.count(err != nil)
				} else if taken++; err != nil && !isLeftToTheGraph(at.path) {
					t.Errorf("%s %s: the parser takes %v: %v", doc.name, at.pointer(), mutant, err)
				}
			}
		})
	}
	t.Logf("%d changes are taken; of those that the parser refuses, the schema refuses %v", taken, all)
	if taken < 500 || all.is() < leastMutants {
		t.Errorf("%d changes are taken, and the schema refuses %v of the others", taken, all)
	}
}

// leastMutants is the share of refused changes that the schema refuses.
const leastMutants = 0.96

func mutants(at place) (found []any) {
	for _, value := range []any{nil, true, int64(-1), int64(1), 1.5, "", " ", stranger, []any{}, []any{stranger}, []any{[]any{}}, map[string]any{}, map[string]any{stranger: int64(1)}} {
		found = append(found, at.with(value))
	}
	if len(at.path) > 0 {
		found = append(found, at.without())
	}
	return found
}

// isLeftToTheGraph reports whether a place is not looked at by the parser, and
// refused by the graph (contract, View, 5).
func isLeftToTheGraph(path []string) bool {
	return len(path) >= 2 && path[0] == "spec" && path[1] == "fields"
}
