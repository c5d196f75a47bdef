package templates

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"text/template/parse"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// Types that words in templates are looked up in.
var (
	pageType  = reflect.TypeFor[*page.Page]()
	entryType = reflect.TypeFor[page.Entry]()
)

// dataField is the field of an entry that holds its properties.
const dataField = "Data"

// called are what people call the types that a template is given.
var called = map[reflect.Type]string{
	pageType.Elem(): "The page", entryType: "An entry",
	reflect.TypeFor[page.Site](): "The site", reflect.TypeFor[page.SEO](): "What the head says (.SEO)",
	reflect.TypeFor[page.Collection](): "A collection", reflect.TypeFor[page.Language](): "A language",
	reflect.TypeFor[page.Alternate](): "An alternate", reflect.TypeFor[page.Link](): "A crumb", reflect.TypeFor[page.Icon](): "An icon",
}

// chain is the type of a value's fields within fields, such as .Entry.Title (decision 269). Of an
// unknown type nothing is known; neither is it after a finding.
func (s *scope) chain(at parse.Node, t reflect.Type, names []string) reflect.Type {
	for i, name := range names {
		if t = pointed(t); t == nil {
			return nil
		}
		of := t
		if t = fieldOf(of, name); t == missing {
			s.found.Add(s.noField(s.d.atName(at, name), of, name))
			return nil
		}
		if i+1 < len(names) {
			s.found.Add(s.absent(at, of, name, names[i+1]))
		}
		if of == entryType && name == dataField && i+1 < len(names) {
			s.found.Add(s.noProperty(s.d.atName(at, names[i+1]), names[i+1]))
		}
	}
	return t
}

// absent finds a field that is read of what a page with the template does not have,
// where no condition may have asked.
func (s *scope) absent(at parse.Node, of reflect.Type, name, read string) *diag.Diagnostic {
	if of != pageType.Elem() || s.isGuarded || !slices.Contains(s.without, name) {
		return nil
	}
	problem := invalid(s.d.atName(at, read), "A page of this template has no .%s, so that .%s.%s ends its render.", name, name, read)
	problem.Suggestion = fmt.Sprintf("Write {{ with .%s }}{{ .%s }}{{ end }}.", name, read)
	return problem
}

// missing is the type of a field that does not exist.
var missing = reflect.TypeFor[struct{ missing struct{} }]()

// fieldOf is the type of a field or a method, nil where it is not known.
func fieldOf(t reflect.Type, name string) reflect.Type {
	if method, ok := reflect.PointerTo(t).MethodByName(name); ok {
		return resultOf(method.Type)
	}
	switch t.Kind() {
	case reflect.Struct:
		if field, ok := t.FieldByName(name); ok && field.IsExported() {
			return field.Type
		}
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return t.Elem()
		}
	}
	return missing
}

// resultOf is the type of what a function gives; nil where only a render knows.
func resultOf(function reflect.Type) reflect.Type {
	if function == nil || function.Kind() != reflect.Func || function.NumOut() == 0 {
		return nil
	}
	if t := function.Out(0); t != reflect.TypeFor[reflect.Value]() {
		return t
	}
	return nil
}

// pointed is what a type points at; nil for an interface, of which nothing is known.
func pointed(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t != nil && t.Kind() == reflect.Interface {
		return nil
	}
	return t
}

func (s *scope) noField(at *diag.Source, t reflect.Type, name string) *diag.Diagnostic {
	what := called[t]
	if what == "" {
		what = describe(t)
	}
	problem := invalid(at, "%s has no field %q.", what, name)
	if t == entryType && slices.Contains(s.properties, name) {
		problem.Suggestion = fmt.Sprintf("Did you mean .%s.%s?", dataField, name)
		return problem
	}
	return unknown(problem, name, fieldsOf(t))
}

// describe says what a value of a type is to those who write templates.
func describe(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "A text"
	case reflect.Bool:
		return "True or false"
	case reflect.Slice, reflect.Array:
		return "A list"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "A number"
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return "A time"
		}
	}
	return "A value of the type " + t.String()
}

// fieldsOf are the names that a template can read of a type.
func fieldsOf(t reflect.Type) (names []string) {
	if t.Kind() == reflect.Struct {
		for _, each := range reflect.VisibleFields(t) {
			if each.IsExported() {
				names = append(names, each.Name)
			}
		}
	}
	for i := range reflect.PointerTo(t).NumMethod() {
		names = append(names, reflect.PointerTo(t).Method(i).Name)
	}
	slices.Sort(names)
	return names
}

// noProperty warns of a property that no entry with a page has. It shows nothing,
// as one does that an entry leaves out.
func (s *scope) noProperty(at *diag.Source, name string) *diag.Diagnostic {
	if s.properties == nil || slices.Contains(s.properties, name) {
		return nil
	}
	problem := invalid(at, "No collection with pages has a property %q, so this shows nothing.", name)
	problem.Severity = diag.Warning
	return unknown(problem, name, s.properties)
}

// atName is the place of a name among the fields of a node. The parser knows the
// place of one of them.
func (d *definition) atName(n parse.Node, name string) *diag.Source {
	text, at, want := d.file.text, int(n.Position()), "."+name
	switch {
	case strings.HasPrefix(text[at:], want):
	case strings.HasSuffix(text[:at], want):
		at -= len(want)
	default:
		at += max(strings.Index(text[at:], want), 0)
	}
	return d.file.at(at)
}
