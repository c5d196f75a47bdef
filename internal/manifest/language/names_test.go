package language_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/manifest/language"
)

// What a site names is offered, and nothing is held against it: the schemas of a site
// take and refuse what those of an empty folder do (decision 183).
func TestNamesOfTheSiteAreOfferedAlone(t *testing.T) {
	own, err := compiled(site(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range manifests() {
		if takes, took := own[language.Manifests].Validate(each.value) == nil, generic()[language.Manifests].Validate(each.value) == nil; takes != took {
			t.Errorf("%s: taken by the schema of a site: %v, by that of an empty folder: %v", each.name, takes, took)
		}
	}
}

// Where a document names something of the site, the site's names are offered.
func TestNamesOfTheSiteAreOffered(t *testing.T) {
	offered := make(map[string][]any)
	for name, document := range decoded(t, site(t)) {
		walk("", document, func(pointer string, node map[string]any) {
			if snippets, ok := node["defaultSnippets"].([]any); ok {
				offered[name+" "+pointer] = snippets
			}
		})
	}
	for place, want := range map[string]string{
		"manifest.schema.json /definitions/view/properties/from":                                        "notes orders other-parents parents texts",
		"manifest.schema.json /definitions/requires/properties/guard/properties/procedure":              "drop-text may-read may-write save-text",
		"manifest.schema.json /definitions/trigger/properties/target/properties/procedure":              "drop-text may-read may-write save-text",
		"manifest.schema.json /definitions/jsonSchema/properties/x-service-ref":                         "notes orders other-parents parents texts media_assets",
		"manifest.schema.json /definitions/procedure/properties/handler/allOf/*/then/properties/ref":    "read.guard write.guard",
		"manifest.schema.json /definitions/procedure/properties/handler/allOf/*/then/properties/schema": "notes orders other-parents parents texts",
		"manifest.schema.json /definitions/fields-of-orders":                                            "stage owner id status version createdAt updatedAt authorId",
		"settings.schema.json /properties/routes/properties/collections/items/properties/view":          "all-parents all-texts counts own-orders",
		"seed.schema.json /else/properties/collection":                                                  "notes orders other-parents parents texts",
	} {
		var names []string
		for _, each := range offered[place] {
			names = append(names, each.(map[string]any)["body"].(string)) //nolint:forcetypeassert // a name
		}
		if diff := cmp.Diff(want, strings.Join(names, " ")); diff != "" {
			t.Errorf("%s offers:\n%s", place, diff)
		}
	}
}

// A name is put in as text, also where YAML or the form of snippets would read it as
// something else.
func TestNamesArePutInAsText(t *testing.T) {
	set, _ := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: []byte(`
{ apiVersion: quartet/v1, kind: Procedure, metadata: { name: "2024" }, spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: "$a {b}" } } }
---
{ apiVersion: quartet/v1, kind: Procedure, metadata: { name: "True" }, spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: a.b-c/d } } }
`)}})
	bodies := make(map[string]string)
	walk("", decoded(t, set)[language.Manifests], func(_ string, node map[string]any) {
		if label, ok := node["label"].(string); ok {
			bodies[label], _ = node["body"].(string)
		}
	})
	for label, want := range map[string]string{"2024": `"2024"`, "True": `"True"`, "$a {b}": `"\$a {b\}"`, "a.b-c/d": "a.b-c/d"} {
		if bodies[label] != want {
			t.Errorf("%s is put in as %s, want %s", label, bodies[label], want)
		}
	}
}
