package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A variable of a package is made at each start, so a pattern that is one is
// compiled when it is first asked: lazyregexp.New.
func TestAStartCompilesNoPattern(t *testing.T) {
	for _, file := range programFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range compiledAtStart(parsed) {
			t.Errorf("%s: %s is compiled at each start; use lazyregexp.New", file, name)
		}
	}
}

func TestPatternsOfAStartAreFound(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "patterns.go", `package patterns
var plain = regexp.MustCompile("a")
var in, held = 1, []*regexp.Regexp{regexp.MustCompilePOSIX("a")}
var later = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("a") })
var lazy = lazyregexp.New("a")
func asked() { regexp.MustCompile("a") }
func init() { other = regexp.MustCompile("a") }
`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(compiledAtStart(parsed), " "); got != "plain in init" {
		t.Errorf("found %q", got)
	}
}

// programFiles are the files of this module that the program is made of.
func programFiles(t *testing.T) []string {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-f",
		`{{with .Module}}{{if eq .Path "`+module+`"}}{{range $.GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`, "./cmd/quartet")
	list.Dir = root
	output, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(output))
	if len(files) < 100 {
		t.Fatalf("the program is made of %d files", len(files))
	}
	for i, file := range files {
		files[i] = filepath.FromSlash(file)
	}
	return files
}

// compiledAtStart are the variables of a package whose patterns are compiled
// when the program starts, and init where it compiles any.
func compiledAtStart(file *ast.File) (names []string) {
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil && decl.Name.Name == "init" && compiles(decl.Body) {
				names = append(names, "init")
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if value, ok := spec.(*ast.ValueSpec); ok && compiles(value) {
					names = append(names, value.Names[0].Name)
				}
			}
		}
	}
	return names
}

// compiles reports whether a node calls package regexp outside functions that
// are called later.
func compiles(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if selector, ok := n.Fun.(*ast.SelectorExpr); ok {
				of, _ := selector.X.(*ast.Ident)
				found = found || of != nil && of.Name == "regexp"
			}
		}
		return !found
	})
	return found
}
