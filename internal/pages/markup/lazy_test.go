package markup

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// A site without pages pays for no parser, policy or converter: no variable of
// the package is made by a call when the program starts, but for keys, errors
// and what is made at its first use.
func TestNothingIsBuiltAtStart(t *testing.T) {
	packages, err := parser.ParseDir(token.NewFileSet(), ".", nil, 0) //nolint:staticcheck // one folder without build tags
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for name, file := range packages["markup"].Files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, d := range file.Decls {
			found += builtAtStart(t, name, d)
		}
	}
	if found < 3 {
		t.Errorf("%d variables are made at their first use; does the test see them?", found)
	}
}

// builtAtStart fails for calls in declarations of variables, and returns how many
// of them are put off.
func builtAtStart(t *testing.T, file string, d ast.Decl) (later int) {
	if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "init" {
		t.Errorf("%s: there is an init", file)
	}
	variables, ok := d.(*ast.GenDecl)
	if !ok || variables.Tok != token.VAR {
		return 0
	}
	ast.Inspect(variables, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch selector, _ := call.Fun.(*ast.SelectorExpr); {
		case selector != nil && selector.Sel.Name == "OnceValue":
			later++
		case selector != nil && (selector.Sel.Name == "NewContextKey" || selector.Sel.Name == "New"):
		default:
			t.Errorf("%s calls a function when the program starts", file)
		}
		return false
	})
	return later
}
