package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A vocabulary is a closed set of words: the constants of a type (decision 133). Whoever adds one
// is told every place that must know it: the list of them, the pages of the
// handbook that tell of them, and a transcript of the contract that shows it.
// What switches on them is held by the linter exhaustive, and the Admin
// application by its types, which are made from the same constants.
type vocabulary struct {
	folder, kind string
	list         string   // the variable that lists the members; "" for none
	pages        []string // of docs/, each of which says every member in code
	shown        bool     // whether a transcript of spec/ has every member
}

var vocabularies = []vocabulary{
	{"manifest", "Op", "operators", []string{"manifests.md"}, true},
	{"manifest", "BuiltinOp", "builtinOps", []string{"writing.md"}, true},
	{"manifest", "Hook", "hooks", []string{"writing.md"}, true},
	{"manifest", "SourceKind", "sourceKinds", []string{"manifests.md"}, true},
	{"manifest", "Surface", "surfaces", []string{"manifests.md"}, true},
	{"manifest", "Lifecycle", "lifecycles", []string{"manifests.md"}, true},
	{"manifest", "Kind", "kinds", []string{"manifests.md"}, true},
	{"plan", "Status", "statuses", []string{"writing.md"}, true},
	{"plan", "BindValue", "", []string{"manifests.md"}, true},
	{"content", "Span", "spans", nil, false},
	{"principal", "Role", "roles", []string{"admin.md", "manifests.md", "embedding.md"}, true},
	{"principal", "Credential", "credentials", []string{"embedding.md"}, false},
	{"audit", "Surface", "surfaces", []string{"operating.md"}, false},
	{"audit", "Action", "actions", []string{"operating.md"}, false},
	{"queue", "State", "", nil, false},
	{"site", "Reason", "", nil, true},
}

func TestVocabulariesAreKnownEverywhere(t *testing.T) {
	transcripts := textOf(t, root+"/spec/*/*.txtar")
	for _, v := range vocabularies {
		members, lists := declared(t, v)
		if len(members) < 2 {
			t.Errorf("%s.%s has %d members; is it declared elsewhere?", v.folder, v.kind, len(members))
		}
		if v.list != "" {
			v.wantListed(t, members, lists[v.list])
		}
		for _, page := range v.pages {
			v.wantSaid(t, members, "docs/"+page, codeIn(textOf(t, root+"/docs/"+page)))
		}
		if v.shown {
			v.wantSaid(t, members, "any transcript of spec/", transcripts)
		}
	}
}

func (v vocabulary) wantListed(t *testing.T, members map[string]string, listed []string) {
	t.Helper()
	for name := range members {
		if !slices.Contains(listed, name) {
			t.Errorf("%s.%s: the list %s lacks %s", v.folder, v.kind, v.list, name)
		}
	}
	if len(listed) != len(members) {
		t.Errorf("%s.%s: the list %s has %d members of %d", v.folder, v.kind, v.list, len(listed), len(members))
	}
}

func (v vocabulary) wantSaid(t *testing.T, members map[string]string, where, text string) {
	t.Helper()
	for _, word := range members {
		if !saysWord(text, word) {
			t.Errorf("%s.%s: %q is not in %s", v.folder, v.kind, word, where)
		}
	}
}

// declared are the constants of a vocabulary, name to value, and the package's
// lists: the names in each variable that is a slice of names.
func declared(t *testing.T, v vocabulary) (members map[string]string, lists map[string][]string) {
	t.Helper()
	members, lists = map[string]string{}, map[string][]string{}
	files, err := filepath.Glob(filepath.Join(root, "internal", v.folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == len(spec.Names) {
				v.read(spec, members, lists)
			}
			return true
		})
	}
	return members, lists
}

// read takes a constant of the type, or a variable that is a slice of it. The
// empty text is no member, but the absence of one.
func (v vocabulary) read(spec *ast.ValueSpec, members map[string]string, lists map[string][]string) {
	kind, _ := spec.Type.(*ast.Ident)
	for i, value := range spec.Values {
		switch value := value.(type) {
		case *ast.BasicLit:
			if word, err := strconv.Unquote(value.Value); err == nil && word != "" && kind != nil && kind.Name == v.kind {
				members[spec.Names[i].Name] = word
			}
		case *ast.CompositeLit:
			slice, _ := value.Type.(*ast.ArrayType)
			if slice == nil {
				continue
			}
			if element, ok := slice.Elt.(*ast.Ident); !ok || element.Name != v.kind {
				continue
			}
			for _, each := range value.Elts {
				if name, ok := each.(*ast.Ident); ok {
					lists[spec.Names[i].Name] = append(lists[spec.Names[i].Name], name.Name)
				}
			}
		}
	}
}

func TestTheDeclarationOfAVocabularyIsFound(t *testing.T) {
	members, lists := declared(t, vocabulary{folder: "principal", kind: "Role"})
	if members["Owner"] != "owner" || members["None"] != "" || !slices.Contains(lists["roles"], "Owner") {
		t.Errorf("read as %v, %v", members, lists)
	}
	if saysWord("a before_create-hook", "before_create") || !saysWord("on: [before_create]", "before_create") || saysWord("gte", "gt") {
		t.Error("words are not told from parts of others")
	}
}

func saysWord(text, word string) bool {
	return regexp.MustCompile(`(^|[^\w.-])` + regexp.QuoteMeta(word) + `($|[^\w-])`).MatchString(text)
}

// codeIn is what a page has between backquotes: blocks and words.
var code = regexp.MustCompile("(?s)```.*?```|`[^`\n]+`")

func codeIn(page string) string { return strings.Join(code.FindAllString(page, -1), "\n") }

func textOf(t *testing.T, pattern string) string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no file is %s: %v", pattern, err)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
