package manifest_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/manifest/manifesttest"
)

const cases = 18

func TestDiagnosticsOfOneDocument(t *testing.T) {
	manifesttest.Run(t, "testdata", cases, func(files []manifest.File) diag.List {
		set, problems := manifest.Parse(files)
		if (len(set.Broken) > 0) != problems.HasErrors() {
			t.Errorf("%d documents are broken, problems: %v", len(set.Broken), problems)
		}
		return problems
	})
}

// elsewhere are the codes of phase validate that no manifest file can show, and
// the tests that show them.
var elsewhere = map[diag.Code]string{
	diag.ManifestRootNotFound:               "TestReadDir",
	diag.ManifestReadFailed:                 "TestReadDir",
	diag.ImportMapInvalid:                   "internal/exchange/mapping/testdata",
	diag.ImportFileInvalid:                  "internal/exchange",
	diag.SettingsInvalid:                    "internal/settings/testdata",
	diag.InvalidLocale:                      "internal/site: the locales of quartet.yaml",
	diag.SchemaLocalizedRequiresSiteLocales: "internal/plan: CheckBoot",
	diag.HandlerNotRegistered:               "internal/plan: CheckBoot",
	diag.HandlerSyntaxInvalid:               "internal/script/bundle/testdata",
	diag.HandlerImportUnresolved:            "internal/script/bundle/testdata",
	diag.HandlerFileRefused:                 "internal/script/bundle/testdata",
	diag.TestFailed:                         "internal/sitetest/testdata",
	diag.KeyScopeUnasked:                    "cmd/quartet/testdata/script: keys",
	diag.GeneratedStale:                     "cmd/quartet/testdata/script: schema",
	diag.GeneratedNameCollision:             "internal/codegen: TestNamesThatMeet",
	diag.RouteInvalid:                       "spec/public-page-routes: routes-refused",
	diag.TemplateInvalid:                    "internal/pages/templates/testdata/sets",
	diag.ViewStatementInvalid:               "internal/app: CheckStatements",
	diag.SeedReferenceMissing:               "internal/seed",
	diag.HandlersNotChecked:                 "cmd/quartet: validate_deploy",
}

func TestEveryCodeOfPhaseValidateHasACase(t *testing.T) {
	shown := make(map[diag.Code]bool)
	names := manifesttest.Cases(t, "testdata", cases)
	graph, err := filepath.Glob("../plan/testdata/*.txtar")
	if err != nil || len(graph) < 10 {
		t.Fatalf("internal/plan has %d cases: %v", len(graph), err)
	}
	for _, name := range append(names, graph...) {
		for code := range manifesttest.Codes(t, name) {
			shown[code] = true
		}
	}
	for _, m := range diag.Catalogue() {
		for _, phase := range m.Phases {
			if phase == diag.Validate && shown[m.Code] == (elsewhere[m.Code] != "") {
				t.Errorf("%s: shown by a case: %t, listed as shown elsewhere: %t", m.Code, shown[m.Code], elsewhere[m.Code] != "")
			}
		}
	}
}

// parseOne reads one document and returns its set.
func parseOne(t *testing.T, text string) *manifest.Set {
	t.Helper()
	set, problems := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: []byte(text)}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return set
}

func TestADiagnosticSaysWhatToWriteInstead(t *testing.T) {
	_, problems := manifest.Parse([]manifest.File{{Name: "m/a.yaml", Data: []byte(`
apiVersion: quartet/v1
kind: View
metadata: { name: posts }
spec:
  from: posts
  surfase: staff
  filter: { eq: { field: slug, value: { $param: slog } } }
  params: { type: object, required: [slug], properties: { slug: { type: string } } }
`)}})
	want := diag.List{
		{
			Code: diag.InvalidManifestEnvelope, Phase: diag.Validate, Severity: diag.Error,
			Path:    "manifest:View/posts#/spec/surfase",
			Message: `There is no key "surfase" here.`,
			Source:  &diag.Source{File: "m/a.yaml", Document: 1, Line: 7, Column: 3},
			Expected: []string{"title", "description", "uiSchema", "from", "sql", "surface", "cache", "requires",
				"filter", "fields", "orderBy", "limit", "params", "rows"},
			Suggestion: "surface",
		},
		{
			Code: diag.ViewFilterParamRefUnknown, Phase: diag.Validate, Severity: diag.Error,
			Path:       "manifest:View/posts#/spec/filter/eq/value/$param",
			Message:    `There is no param "slog".`,
			Source:     &diag.Source{File: "m/a.yaml", Document: 1, Line: 8, Column: 49},
			Candidates: []string{"slug"},
			Suggestion: "slug",
		},
	}
	if diff := cmp.Diff(want, problems, cmpopts.IgnoreUnexported(diag.Diagnostic{})); diff != "" {
		t.Error(diff)
	}
}

func TestFilterNestsToAnyDepth(t *testing.T) {
	const depth = 10_000
	filter := strings.Repeat("{ and: [", depth) + "{ eq: { field: slug, value: x } }" + strings.Repeat("] }", depth)
	set := parseOne(t, `
apiVersion: quartet/v1
kind: View
metadata: { name: deep }
spec: { from: posts, surface: staff, filter: `+filter+` }
`)
	node := set.Views[0].Filter
	for range depth {
		node = node.Nodes[0]
	}
	if node.Op != manifest.Eq || node.Field != "slug" || node.Operand.Value != "x" {
		t.Errorf("the innermost node is %+v", node)
	}
	if want := "/spec/filter" + strings.Repeat("/and/0", depth); node.Pointer() != want {
		t.Errorf("its pointer is %d bytes, want %d", len(node.Pointer()), len(want))
	}
}

// What a database cannot hold or run is refused here, at its place, and not at
// the start.
func TestSizesThatNoDatabaseTakes(t *testing.T) {
	properties := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "p%d: {}, ", i)
		}
		return "kind: Schema\nspec: { title: T, schema: { type: object, properties: { " + b.String() + "} } }"
	}
	filter := func(n int) string {
		return "kind: View\nspec: { from: posts, surface: staff, filter: { or: [" +
			strings.Repeat("{ eq: { field: slug, value: x } }, ", n) + "] } }"
	}
	for _, c := range []struct {
		text, want string
	}{
		{properties(1500), ""},
		{properties(1501), "JSON_SCHEMA_LIMIT_EXCEEDED manifest:Schema/big#/spec/schema/properties"},
		{filter(30_000), ""},
		{filter(30_001), "INVALID_MANIFEST_ENVELOPE manifest:View/big#/spec/filter"},
	} {
		text := "apiVersion: quartet/v1\nmetadata: { name: big }\n" + c.text + "\n"
		_, problems := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: []byte(text)}})
		var got []string
		for _, d := range problems {
			got = append(got, string(d.Code)+" "+d.Path)
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("found %q, want %q", got, c.want)
		}
	}
}

func TestWhatIsReportedOfOneDocumentIsBounded(t *testing.T) {
	var names, fields, tuples strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&names, "none-%d, ", i)
		fmt.Fprintf(&fields, "none-%d: { widget: textarea }, ", i)
		fmt.Fprintf(&tuples, "[none-%d], ", i)
	}
	const schema = "kind: Schema\nspec: { title: Posts, schema: { type: object, properties: { slug: { type: string } } }, "
	for name, text := range map[string]string{
		"filter": "kind: View\nspec: { from: posts, surface: staff, filter: " +
			strings.Repeat("{ and: [{ eq: 1 }, ", 2000) + "{}" + strings.Repeat("] }", 2000) + " }",
		"searchableFields": schema + "searchableFields: [" + names.String() + "] }",
		"indexes":          schema + "indexes: [" + tuples.String() + "] }",
		"uiSchema":         schema + "uiSchema: { fields: { " + fields.String() + " } } }",
		"unknown keys":     schema + fields.String() + " }",
	} {
		text = "apiVersion: quartet/v1\nmetadata: { name: posts }\n" + text + "\n"
		_, problems := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: []byte(text)}})
		if len(problems) != 1000 {
			t.Errorf("%s: %d problems, want 1000", name, len(problems))
		}
	}
}

func TestAThousandDocumentsAreReadQuickly(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, `---
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts-%d }
spec:
  title: Posts
  schema: { type: object, required: [slug], properties: { slug: { type: string }, title: { type: string } } }
  uniqueIndexes: [[slug]]
`, i)
	}
	start := time.Now()
	if set := parseOne(t, b.String()); len(set.Schemas) != 1000 {
		t.Errorf("%d Schemas", len(set.Schemas))
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("reading took %s", took)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range manifesttest.Cases(f, "testdata", cases) {
		for _, file := range manifesttest.Files(f, name) {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		set, problems := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: data}})
		if (len(set.Broken) > 0) != problems.HasErrors() {
			t.Errorf("%d documents are broken, problems: %v", len(set.Broken), problems)
		}
		for _, d := range problems {
			if d.Source == nil || d.Source.Line < 1 || d.Source.Column < 1 || d.Message == "" {
				t.Errorf("%s has no place: %+v", d.Code, d)
			}
			if _, ok := diag.Lookup(d.Code); !ok {
				t.Errorf("%s is not in the catalogue", d.Code)
			}
		}
	})
}
