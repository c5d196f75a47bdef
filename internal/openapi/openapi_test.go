package openapi_test

import (
	"encoding/json"
	"flag"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/quartet-dev/quartet/internal/openapi"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/rest"
)

var update = flag.Bool("update", false, "rewrite testdata/*.json")

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func printed(t *testing.T, yaml string, o openapi.Options) string {
	t.Helper()
	text, problems := openapi.Print(plantest.Seal(t, yaml), o)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return string(text)
}

// TestDocument shows the whole document of each site of testdata.
func TestDocument(t *testing.T) {
	for _, site := range []string{"testdata/library", "testdata/odd"} {
		got := printed(t, read(t, site+".yaml"), openapi.Options{})
		if *update {
			if err := os.WriteFile(site+".json", []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(read(t, site+".json"), got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestTheOrderOfDocumentsDoesNotMatter: the same plan gives the same bytes.
func TestTheOrderOfDocumentsDoesNotMatter(t *testing.T) {
	documents := strings.Split(read(t, "testdata/library.yaml"), "---\n")
	slices.Reverse(documents)
	want := read(t, "testdata/library.json")
	for range 3 {
		if diff := cmp.Diff(want, printed(t, strings.Join(documents, "---\n"), openapi.Options{})); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestExamplesFit holds every example against its schema, with another validator.
func TestExamplesFit(t *testing.T) {
	for site, least := range map[string]int{"testdata/library.json": 50, "testdata/odd.json": 25} {
		tree, err := jsonschema.UnmarshalJSON(strings.NewReader(read(t, site)))
		if err != nil {
			t.Fatal(err)
		}
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		if err := compiler.AddResource("site:openapi.json", tree); err != nil {
			t.Fatal(err)
		}
		found := 0
		examples(tree, "", func(at string, example any) {
			found++
			schema, err := compiler.Compile("site:openapi.json#" + at + "/schema")
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(example); err != nil {
				t.Errorf("%s: %v", at, err)
			}
		})
		if found < least {
			t.Errorf("%s: %d examples", site, found)
		}
	}
}

// examples visits what has an example beside a schema.
func examples(v any, at string, visit func(at string, example any)) {
	switch v := v.(type) {
	case map[string]any:
		if example, ok := v["example"]; ok && v["schema"] != nil {
			visit(at, example)
		}
		for key, each := range v {
			examples(each, at+"/"+url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(key)), visit)
		}
	case []any:
		for i, each := range v {
			examples(each, at+"/"+strconv.Itoa(i), visit)
		}
	}
}

// TestStatuses is which statuses and codes a route can answer, beside those of
// every route.
func TestStatuses(t *testing.T) {
	var d struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Ref string `json:"$ref"`
			} `json:"responses"`
			Security []map[string][]string `json:"security"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]struct {
				Properties struct {
					Diagnostic struct {
						Properties struct {
							Code struct {
								Enum []string `json:"enum"`
							} `json:"code"`
						} `json:"properties"`
					} `json:"diagnostic"`
				} `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal([]byte(read(t, "testdata/library.json")), &d); err != nil {
		t.Fatal(err)
	}
	every := []string{"400 INPUT_VALIDATION_FAILED", "401 UNAUTHENTICATED", "403 AUTH_DENIED", "413 PAYLOAD_TOO_LARGE", "500 INTERNAL_ERROR", "503 RESOURCE_UNAVAILABLE", "507 RESOURCE_EXHAUSTED"}
	for _, tc := range []struct {
		method, path string
		more         []string // codes beside those of every route
		access       string
	}{
		{"get", "/api/views", nil, ""},
		{"get", "/api/views/new-books", nil, ""},
		{"get", "/api/views/loans-of-books", nil, "session bearer"},
		{"get", "/api/views/lent", []string{"500 OUTPUT_VALIDATION_FAILED"}, ""},
		{"get", "/api/views/guarded", []string{"402 ENTITLEMENT_REQUIRED", "404 NOT_FOUND"}, "apiKey bearer"},
		{"put", "/api/loans", []string{"409 CONFLICT", "429 RATE_LIMITED", "500 HANDLER_BUILTIN_NOT_IN_V010", "500 OUTPUT_VALIDATION_FAILED"}, "nobody session apiKey bearer"},
		{"patch", "/api/loans/{id}", []string{"404 NOT_FOUND", "409 CONFLICT", "429 RATE_LIMITED", "500 HANDLER_BUILTIN_NOT_IN_V010", "500 OUTPUT_VALIDATION_FAILED"}, "session bearer"},
		{"post", "/api/loans", []string{"402 ENTITLEMENT_REQUIRED", "404 NOT_FOUND", "409 LIFECYCLE_HOOK_REJECTED", "410 MEDIA_UPLOAD_EXPIRED"}, "apiKey bearer"},
	} {
		op, known := d.Paths[tc.path][tc.method]
		if !known {
			t.Fatal(tc.path)
		}
		var got []string
		for status, r := range op.Responses {
			name := strings.TrimPrefix(r.Ref, "#/components/responses/")
			for _, code := range d.Components.Schemas[name].Properties.Diagnostic.Properties.Code.Enum {
				got = append(got, status+" "+code)
			}
			if strings.HasPrefix(name, "Handler") && status == "500" {
				got = append(got, "500 INTERNAL_ERROR") // codes are open there
			}
		}
		want := slices.Concat(every, tc.more)
		slices.Sort(want)
		slices.Sort(got)
		if strings.Contains(strings.Join(tc.more, " "), "402") { // functions may answer anything
			got = slices.DeleteFunc(got, func(each string) bool { return !slices.Contains(want, each) })
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s %s: %s", tc.method, tc.path, diff)
		}
		var access []string
		for _, alternative := range op.Security {
			name := "nobody"
			for scheme := range alternative {
				name = scheme
			}
			access = append(access, name)
		}
		if got := strings.Join(access, " "); got != tc.access {
			t.Errorf("%s %s: for %s, want %s", tc.method, tc.path, got, tc.access)
		}
	}
}

// TestHooksMayAnswer: what a before-hook of a builtin operation answers, its route
// answers too, unless the write goes on without it.
func TestHooksMayAnswer(t *testing.T) {
	const site = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, lifecycle: operational, schema: { type: object, properties: { text: { type: string } } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: take }
spec: { input: { type: object, properties: { text: { type: string } } }, output: {}, handler: { kind: builtin, op: create, schema: notes } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: check }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: check } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: take }
spec: { source: { kind: http, method: POST, path: /api/notes }, target: { procedure: take } }
`
	hook := func(on, policy string) string {
		return site + "---\napiVersion: quartet/v1\nkind: Trigger\nmetadata: { name: hook }\nspec: { source: { kind: lifecycle, schema: notes, on: [" + on + "]" + policy + " }, target: { procedure: check } }\n"
	}
	for yaml, want := range map[string]bool{
		site:                      false,
		hook("before_create", ""): true,
		hook("before_update", ""): false,
		hook("after_create", ""):  false,
		hook("before_create", ", errorPolicy: continue"): false,
	} {
		if got := strings.Contains(printed(t, yaml, openapi.Options{}), "LIFECYCLE_HOOK_REJECTED"); got != want {
			t.Errorf("%s: %t, want %t", yaml, got, want)
		}
	}
}

// TestOrigin: a site that is known to be somewhere, and gives out tokens there,
// offers to sign in.
func TestOrigin(t *testing.T) {
	yaml := read(t, "testdata/library.yaml")
	text := printed(t, yaml, openapi.Options{Title: "Tea", Version: "7", Cookie: "c", Origin: "https://tea.example", OAuth: true})
	for _, want := range []string{
		`"title": "Tea"`, `"version": "7"`, `"name": "c"`, `"url": "https://tea.example"`,
		`"authorizationUrl": "https://tea.example/api/auth/oauth2/authorize"`, `"loans:write": `, `"` + rest.Scope + `": `, `"` + rest.ReadScope + `": `,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(printed(t, yaml, openapi.Options{Origin: "https://tea.example"}), "oauth2") {
		t.Error("a site without tokens offers them")
	}
}

func TestNamesThatMeet(t *testing.T) {
	text, problems := openapi.Print(plantest.Seal(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: all-notes }
spec: { title: Notes, schema: { type: object } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: all.notes }
spec: { title: Notes, schema: { type: object } }
`), openapi.Options{})
	if text != nil || len(problems) != 1 || problems[0].Code != "GENERATED_NAME_COLLISION" {
		t.Error(string(text), problems)
	}
}
