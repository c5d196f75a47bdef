package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// What a program that embeds the service writes names no package that it cannot
// import: go doc shows the fields and methods of every type of the API.
func TestTheAPINamesNothingInternal(t *testing.T) {
	for _, folder := range []string{root, root + "/diagnostic", root + "/observe", root + "/page"} {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, breach := range internalNames(parsed) {
				t.Errorf("%s: %s", file, breach)
			}
		}
	}
}

func TestInternalNamesOfAnAPIAreFound(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "api.go", `package api
import ("m/internal/content"; fine "m/internal/app"; "m/open")
type Alias = content.Entry
type Struct struct { Shown []content.Entry; hidden content.Entry }
type hidden struct { Shown content.Entry }
type Asks interface { Who(open.Request) content.Caller }
type Fn func(map[string]*fine.App)
func (s Struct) Method() content.Entry { return content.Entry{} }
func (s hidden) Method() content.Entry { return content.Entry{} }
func (s Struct) method() content.Entry { return content.Entry{} }
func Plain(open.Request) (content.Entry, error) { return content.Entry{}, nil }
var Value content.Entry
const Named = open.Status(content.Draft)
`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	want := "Alias Struct Asks Fn Method Plain Value"
	var got []string
	for _, breach := range internalNames(parsed) {
		name, _, _ := strings.Cut(breach, " ")
		got = append(got, name)
	}
	if strings.Join(got, " ") != want {
		t.Errorf("found %v, want %s", got, want)
	}
}

// internalNames are the exported declarations of a file that name an internal
// package.
func internalNames(file *ast.File) (breaches []string) {
	inside := internalImports(file)
	look := func(name *ast.Ident, of ast.Node) {
		if name.IsExported() && namesAny(of, inside) {
			breaches = append(breaches, name.Name+" names a package that programs cannot import")
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil || receiverOf(decl).IsExported() {
				look(decl.Name, decl.Type)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					look(spec.Name, spec.Type)
				case *ast.ValueSpec:
					if spec.Type != nil {
						look(spec.Names[0], spec.Type)
					}
				}
			}
		}
	}
	return breaches
}

func internalImports(file *ast.File) map[string]bool {
	inside := make(map[string]bool)
	for _, each := range file.Imports {
		path, _ := strconv.Unquote(each.Path.Value)
		if !strings.Contains(path, "/internal/") {
			continue
		}
		name := path[strings.LastIndex(path, "/")+1:]
		if each.Name != nil {
			name = each.Name.Name
		}
		inside[name] = true
	}
	return inside
}

func receiverOf(method *ast.FuncDecl) *ast.Ident {
	of := method.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name
	}
	return ast.NewIdent("generic")
}

// namesAny reports whether a type names a package of inside, but for fields that
// are not exported.
func namesAny(of ast.Node, inside map[string]bool) (found bool) {
	ast.Inspect(of, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			if len(n.Names) > 0 && !n.Names[0].IsExported() && isField(of, n) {
				return false
			}
		case *ast.SelectorExpr:
			if from, ok := n.X.(*ast.Ident); ok && inside[from.Name] {
				found = true
			}
		}
		return true
	})
	return found
}

// isField reports whether a field is of the struct itself, and no parameter.
func isField(of ast.Node, field *ast.Field) bool {
	body, ok := of.(*ast.StructType)
	if !ok {
		return false
	}
	for _, each := range body.Fields.List {
		if each == field {
			return true
		}
	}
	return false
}
