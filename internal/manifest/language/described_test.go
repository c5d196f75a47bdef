package language_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/manifest/language"
)

// Every key says in words what it is, and every word of a closed vocabulary too.
func TestEveryKeyIsDescribed(t *testing.T) {
	for name, document := range decoded(t, nil) {
		described := 0
		walk("", document, func(pointer string, node map[string]any) {
			for _, key := range declares(node) {
				described++
				if words, _ := key.schema["description"].(string); !isSentence(words) {
					t.Errorf("%s %s/%s has no description that is a sentence: %q", name, pointer, key.name, words)
				}
			}
			meanings, isChoice := node["enumDescriptions"].([]any)
			words, _ := node["enum"].([]any)
			if isChoice && (len(meanings) != len(words) || slices.Contains(meanings, any(""))) {
				t.Errorf("%s %s: a word of %v has no meaning", name, pointer, words)
			}
		})
		if t.Logf("%s describes %d keys", name, described); described < 9 {
			t.Errorf("%s describes %d keys", name, described)
		}
	}
}

func isSentence(words string) bool {
	return len(words) > 10 && strings.HasSuffix(words, ".")
}

// site is what the manifests of a whole site declare.
func site(t *testing.T) *manifest.Set {
	t.Helper()
	set, list := manifest.Parse(wholeSite())
	if list.HasErrors() {
		t.Fatal(list)
	}
	return set
}

func wholeSite() []manifest.File {
	for _, files := range sites(func(each text) bool { return each.site == "internal/plan/testdata" && each.name == "whole.yaml" }) {
		return files
	}
	return nil
}

// A document is written as the same bytes each time.
func TestDocumentsAreTheSameEachTime(t *testing.T) {
	set := site(t)
	first, err := language.Documents(set)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		again, err := language.Documents(set)
		if err != nil {
			t.Fatal(err)
		}
		for i := range first {
			if string(first[i].Text) != string(again[i].Text) {
				t.Errorf("%s differs", first[i].Name)
			}
		}
	}
}

func decoded(t *testing.T, set *manifest.Set) map[string]any {
	t.Helper()
	written, err := language.Documents(set)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]any)
	for _, each := range written {
		var value any
		if err := json.Unmarshal(each.Text, &value); err != nil {
			t.Fatal(err)
		}
		found[each.Name] = value
	}
	return found
}

type declared struct {
	name   string
	schema map[string]any
}

// declares are the keys that a mapping takes: what names all of them. Conditions
// and offers name some.
func declares(node map[string]any) (keys []declared) {
	if node["additionalProperties"] != false {
		return nil
	}
	properties, _ := node["properties"].(map[string]any)
	for name, each := range properties {
		schema, _ := each.(map[string]any)
		keys = append(keys, declared{name, schema})
	}
	return keys
}

func walk(pointer string, value any, visit func(pointer string, node map[string]any)) {
	switch v := value.(type) {
	case map[string]any:
		visit(pointer, v)
		for key, each := range v {
			walk(pointer+jsonvalue.Pointer(key), each, visit)
		}
	case []any:
		for _, each := range v {
			walk(pointer+"/*", each, visit)
		}
	}
}
