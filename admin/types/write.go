package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// selection are the types that are taken of a package, each with the name that it
// gets. All are taken, by their own names, where none is named.
type selection map[string]string

// selectionOf reads <name> or <name>=<new name>, separated by commas.
func selectionOf(text string) selection {
	chosen := selection{}
	for each := range strings.SplitSeq(text, ",") {
		name, renamed, found := strings.Cut(each, "=")
		if !found {
			renamed = name
		}
		if name != "" {
			chosen[name] = renamed
		}
	}
	return chosen
}

func (s selection) nameOf(name string) (string, bool) {
	if len(s) == 0 {
		return name, ast.IsExported(name)
	}
	renamed, chosen := s[name]
	return renamed, chosen
}

// writeFolder writes the selected exported types of a package, in the order of its
// files and of its text. A folder without one is an error
// (decision 82).
func writeFolder(w io.Writer, folder string, wanted selection) error {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	written := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		n, err := writeFile(w, file, wanted)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		written += n
	}
	if written == 0 || written < len(wanted) {
		return fmt.Errorf("%s has no exported type, or not all that are named", folder)
	}
	return nil
}

func writeFile(w io.Writer, file *ast.File, wanted selection) (written int, err error) {
	values := constants(file)
	for _, group := range groups(file, token.TYPE) {
		for _, each := range group.Specs {
			spec := each.(*ast.TypeSpec)
			name, chosen := wanted.nameOf(spec.Name.Name)
			if !chosen {
				continue
			}
			text, err := declaration(name, spec, group.Doc, values[spec.Name.Name])
			if err != nil {
				return written, err
			}
			if _, err := io.WriteString(w, comment(group.Doc.Text())+text); err != nil {
				return written, err
			}
			written++
		}
	}
	return written, nil
}

func groups(file *ast.File, kind token.Token) (found []*ast.GenDecl) {
	for _, each := range file.Decls {
		if group, ok := each.(*ast.GenDecl); ok && group.Tok == kind {
			found = append(found, group)
		}
	}
	return found
}

// constants are the literals that a file declares of each of its types: the
// values that the type has. "" is the absence of one.
func constants(file *ast.File) map[string][]string {
	found := map[string][]string{}
	for _, group := range groups(file, token.CONST) {
		for _, each := range group.Specs {
			spec := each.(*ast.ValueSpec)
			kind, ok := spec.Type.(*ast.Ident)
			if !ok {
				continue
			}
			for _, value := range spec.Values {
				if literal, ok := value.(*ast.BasicLit); ok && literal.Value != `""` {
					found[kind.Name] = append(found[kind.Name], literal.Value)
				}
			}
		}
	}
	return found
}

func parameters(spec *ast.TypeSpec) string {
	if spec.TypeParams == nil {
		return ""
	}
	var names []string
	for _, field := range spec.TypeParams.List {
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
	}
	return "<" + strings.Join(names, ", ") + ">"
}

func directive(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	for _, line := range doc.List {
		if text, ok := strings.CutPrefix(line.Text, "//ts:"); ok {
			return text
		}
	}
	return ""
}

func comment(doc string) string {
	if doc == "" {
		return "\n"
	}
	return "\n/** " + strings.Join(strings.Fields(strings.ReplaceAll(doc, "*/", "")), " ") + " */\n"
}

// declaration is what a directive //ts: says of a type, or else an interface for
// a struct. Any other type is the union of its constants, or what stands behind
// it.
func declaration(name string, spec *ast.TypeSpec, doc *ast.CommentGroup, values []string) (string, error) {
	if said := directive(doc); said != "" {
		return "export type " + name + " = " + said + ";\n", nil
	}
	structure, ok := spec.Type.(*ast.StructType)
	if !ok {
		text, err := typeText(spec.Type)
		if len(values) > 0 {
			text = strings.Join(values, " | ")
		}
		return "export type " + name + " = " + text + ";\n", err
	}
	var b strings.Builder
	b.WriteString("export interface " + name + parameters(spec) + extends(structure) + " {\n")
	for _, field := range structure.Fields.List {
		if embedded(field) != "" {
			continue
		}
		text, err := member(field)
		if err != nil {
			return "", fmt.Errorf("%s: %w", spec.Name.Name, err)
		}
		b.WriteString(text)
	}
	return b.String() + "}\n", nil
}

// extends names the structs that are embedded, whose fields lie beside the
// struct's own.
func extends(structure *ast.StructType) string {
	var names []string
	for _, field := range structure.Fields.List {
		if name := embedded(field); name != "" {
			names = append(names, name)
		}
	}
	if names == nil {
		return ""
	}
	return " extends " + strings.Join(names, ", ")
}

// embedded is the name of a struct of the package that a field embeds, or "".
func embedded(field *ast.Field) string {
	if kind, ok := field.Type.(*ast.Ident); ok && field.Names == nil {
		return kind.Name
	}
	return ""
}

// member is a field as JSON has it, with the type that a tag ts says it has or
// else that of Go. What is left out of JSON is left out here; omitempty makes it
// optional, and then a pointer is never null.
func member(field *ast.Field) (string, error) {
	if len(field.Names) == 1 && !field.Names[0].IsExported() {
		return "", nil
	}
	if field.Tag == nil {
		return "", fmt.Errorf("a field without a json tag")
	}
	tag, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return "", err
	}
	tags := reflect.StructTag(tag)
	options := strings.Split(tags.Get("json"), ",")
	if options[0] == "-" || options[0] == "" {
		return "", nil
	}
	kind, mark := field.Type, ""
	if slices.Contains(options[1:], "omitempty") || slices.Contains(options[1:], "omitzero") {
		mark = "?"
		if pointer, ok := kind.(*ast.StarExpr); ok {
			kind = pointer.X
		}
	}
	text, err := typeText(kind)
	if said := tags.Get("ts"); said != "" {
		text, err = said, nil
	}
	return "  " + options[0] + mark + ": " + text + ";\n", err
}

var basic = map[string]string{
	"string": "string", "bool": "boolean", "any": "unknown", "float64": "number",
	"int": "number", "int32": "number", "int64": "number",
}

// typeText is a Go type as TypeScript says it. Qualified names count by their
// last word, but for json.RawMessage, which may be anything.
func typeText(kind ast.Expr) (string, error) {
	switch kind := kind.(type) {
	case *ast.Ident:
		if known, ok := basic[kind.Name]; ok {
			return known, nil
		}
		return kind.Name, nil
	case *ast.SelectorExpr:
		if kind.Sel.Name == "RawMessage" {
			return "unknown", nil
		}
		return kind.Sel.Name, nil
	case *ast.StarExpr:
		text, err := typeText(kind.X)
		return text + " | null", err
	case *ast.ArrayType:
		text, err := typeText(kind.Elt)
		return "Array<" + text + ">", err
	case *ast.IndexExpr:
		text, err := typeText(kind.X)
		if err != nil {
			return "", err
		}
		argument, err := typeText(kind.Index)
		return text + "<" + argument + ">", err
	case *ast.MapType:
		text, err := typeText(kind.Value)
		return "Record<string, " + text + ">", err
	}
	return "", fmt.Errorf("%T has no TypeScript form here", kind)
}
