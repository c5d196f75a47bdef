package templates

import (
	"html/template"
	"slices"
)

// keptBuiltins are the functions of html/template that stay as they are: they
// make nothing that could be large. call is not among them.
var keptBuiltins = []string{"and", "or", "not", "len", "slice", "eq", "ne", "lt", "le", "gt", "ge"}

// functions are what a template may call, bound to this state. Each is shown by
// its output in testdata/functions.
func (s *state) functions() template.FuncMap {
	all := template.FuncMap{
		checkFunc: s.checked,
		enterFunc: s.enter,
		leaveFunc: s.leave,

		"head":  func() template.HTML { return s.render.Head },
		"field": s.field,
	}
	for _, group := range []template.FuncMap{
		s.readingFunctions(), s.markupFunctions(), s.localFunctions(), s.textFunctions(), s.valueFunctions(), s.printFunctions(), escapeFunctions(),
	} {
		for name, function := range group {
			all[name] = function
		}
	}
	return all
}

// field marks an element as what shows a field, where staff look at a preview:
// a click on it leads to the field in the form.
func (s *state) field(name string) template.HTMLAttr {
	if name == "" || s.render.Page == nil || !s.render.Page.Preview {
		return ""
	}
	return template.HTMLAttr(`data-field="` + template.HTMLEscapeString(name) + `"`) //nolint:gosec // escaped above
}

// Functions lists the functions that every template may call, but for those that
// html/template documents (and, or, not, len, slice and the comparisons).
func Functions() []string {
	var names []string
	for name := range newState(&Set{}).functions() {
		if !isCheck(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
