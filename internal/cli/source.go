package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// keysUnder lists the strings that Go files below source use as keys: in
// composite literals, such as quartet.Handlers{"key": f}, and in assignments,
// such as handlers["key"] = f. A key may be a constant of the same source.
// Tests, and the folders that Go itself passes over, are not looked at.
func keysUnder(source fs.FS) ([]string, error) {
	found := keyFinder{constants: make(map[string]string)}
	err := fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && isSkipped(name):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return err
		}
		found.read(name, text)
		return nil
	})
	return found.keys(), err
}

func isSkipped(name string) bool {
	base := path.Base(name)
	return name != "." && (base == "testdata" || base == "vendor" || base == "node_modules" || base[0] == '.' || base[0] == '_')
}

type keyFinder struct {
	used      []ast.Expr
	constants map[string]string
}

// read notes the keys of a file. Of one that does not parse it takes what it
// can: the compiler will tell the rest.
func (k *keyFinder) read(name string, text []byte) {
	file, _ := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if file == nil {
		return
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			k.literal(n)
		case *ast.AssignStmt:
			k.assignment(n)
		case *ast.ValueSpec:
			k.constant(n)
		}
		return true
	})
}

func (k *keyFinder) literal(n *ast.CompositeLit) {
	for _, element := range n.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			k.used = append(k.used, pair.Key)
		}
	}
}

func (k *keyFinder) assignment(n *ast.AssignStmt) {
	for _, left := range n.Lhs {
		if index, ok := left.(*ast.IndexExpr); ok {
			k.used = append(k.used, index.Index)
		}
	}
}

func (k *keyFinder) constant(n *ast.ValueSpec) {
	for i, name := range n.Names {
		if i < len(n.Values) {
			if text, ok := stringOf(n.Values[i]); ok {
				k.constants[name.Name] = text
			}
		}
	}
}

// keys resolves what was noted. It is never nil: source without a key registers
// none.
func (k *keyFinder) keys() []string {
	keys := []string{}
	for _, each := range k.used {
		if text, ok := stringOf(each); ok {
			keys = append(keys, text)
		} else if text, ok := k.constants[nameOf(each)]; ok {
			keys = append(keys, text)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func stringOf(n ast.Expr) (string, bool) {
	literal, ok := n.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

// nameOf is the name of an identifier, of its own package or of another one.
func nameOf(n ast.Expr) string {
	switch n := n.(type) {
	case *ast.Ident:
		return n.Name
	case *ast.SelectorExpr:
		return n.Sel.Name
	}
	return ""
}
