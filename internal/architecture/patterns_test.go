package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A variable of a package is made at each start, so a pattern that is one is
// compiled when it is first asked: lazyregexp.New. That it compiles at all is
// seen here.
func TestAStartCompilesNoPattern(t *testing.T) {
	for _, file := range programFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range compiledAtStart(parsed) {
			t.Errorf("%s: %s is compiled at each start; use lazyregexp.New", file, name)
		}
		for _, pattern := range lazyPatterns(t, parsed) {
			if _, err := regexp.Compile(pattern); err != nil {
				t.Errorf("%s: %v", file, err)
			}
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
	if got := lazyPatterns(t, parsed); len(got) != 1 || got[0] != "a" {
		t.Errorf("found %q", got)
	}
	if got := strings.Join(compiledAtStart(parsed), " "); got != "plain in init" {
		t.Errorf("found %q", got)
	}
}

// lazyPatterns are the patterns of a file that wait to be compiled, but for those
// that are put together.
func lazyPatterns(t *testing.T, file *ast.File) (patterns []string) {
	t.Helper()
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !callsPackage(call, "lazyregexp") {
			return true
		}
		if literal, ok := call.Args[0].(*ast.BasicLit); ok {
			pattern, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			patterns = append(patterns, pattern)
		}
		return true
	})
	return patterns
}

func callsPackage(call *ast.CallExpr, name string) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := selector.X.(*ast.Ident)
	return ok && of.Name == name
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
			found = found || callsPackage(n, "regexp")
		}
		return !found
	})
	return found
}
