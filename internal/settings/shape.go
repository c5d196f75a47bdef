package settings

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// reader collects what is wrong with the settings.
type reader struct {
	phase    diag.Phase
	name     string // of the file at hand
	problems diag.List

	site  site.Defaults
	place place // the zero value without a file
}

// refuse reports a problem at a place of the file at hand.
func (r *reader) refuse(at yamldoc.Position, pointer, message string) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: diag.SettingsInvalid, Phase: r.phase, Severity: diag.Error, Path: pathOf(pointer), Message: message,
		Source: &diag.Source{File: r.name, Line: at.Line, Column: at.Column},
	}
	r.problems.Add(d)
	return d
}

func pathOf(pointer string) string { return "settings#" + pointer }

// rule is what a place takes.
type rule struct {
	check func(r *reader, pointer string, n *yamldoc.Node) // reports what is wrong with the value at pointer
	form  func() Form                                      // says the same to others
}

// key is a key of a mapping.
type key struct {
	name     string
	rule     rule
	required bool
}

func optional(name string, rule rule) key { return key{name: name, rule: rule} }
func required(name string, rule rule) key { return key{name: name, rule: rule, required: true} }

func mapping(keys ...key) rule {
	return rule{form: func() Form { return Form{Type: Mapping, Keys: described(keys)} }, check: func(r *reader, pointer string, n *yamldoc.Node) {
		if !r.isKind(n, yamldoc.Mapping, "a mapping", pointer) {
			return
		}
		for _, each := range keys {
			if each.required && n.Field(each.name) == nil {
				r.refuse(n.Pos, pointer, "The key "+each.name+" is missing.")
			}
		}
		for i := range n.Fields {
			r.field(pointer, &n.Fields[i], keys)
		}
	}}
}

func (r *reader) field(parent string, f *yamldoc.Field, keys []key) {
	pointer := parent + jsonvalue.Pointer(f.Key)
	at := slices.IndexFunc(keys, func(k key) bool { return k.name == f.Key })
	switch {
	case at >= 0:
		keys[at].rule.check(r, pointer, f.Value)
	case isSecret(f.Key):
		r.refuse(f.Pos, pointer, "Secrets are not kept in this file; set "+f.Key+" in the environment, or in "+EnvFileName+".")
	default:
		r.unknown(pointer, f, keys)
	}
}

func (r *reader) unknown(pointer string, f *yamldoc.Field, keys []key) {
	names := make([]string, len(keys))
	for i, each := range keys {
		names[i] = each.name
	}
	d := r.refuse(f.Pos, pointer, "There is no setting "+f.Key+" here.")
	d.Expected, d.Suggestion = names, meant(f.Key, names, keys)
}

// meant is the key that an unknown one stands for: one of the mapping itself, or of
// a mapping in it, as site.title for title beside site.
func meant(unknown string, names []string, keys []key) string {
	var inner, paths []string
	for _, each := range keys {
		for _, below := range each.rule.form().Keys {
			inner, paths = append(inner, below.Name), append(paths, each.name+"."+below.Name)
		}
	}
	if at := slices.Index(inner, unknown); at >= 0 {
		return paths[at]
	}
	if near := diag.Nearest(unknown, names); near != "" {
		return near
	}
	if near := diag.Nearest(unknown, inner); near != "" {
		return paths[slices.Index(inner, near)]
	}
	return ""
}

// byKind is a mapping whose other keys depend on its key kind.
func byKind(kinds map[string][]key, names ...string) rule {
	kind := required("kind", text(oneOf(names...)))
	form := func() Form { return formByKind(kind, kinds, names) }
	return rule{form: form, check: func(r *reader, pointer string, n *yamldoc.Node) {
		name := ""
		if f := n.Field("kind"); f != nil {
			name, _ = f.Value.Value.(string)
		}
		if keys, known := kinds[name]; known {
			mapping(append([]key{kind}, keys...)...).check(r, pointer, n)
			return
		}
		if f := n.Field("kind"); f != nil {
			kind.rule.check(r, pointer+"/kind", f.Value)
		} else if r.isKind(n, yamldoc.Mapping, "a mapping", pointer) {
			r.refuse(n.Pos, pointer, "The key kind is missing.").Expected = names
		}
	}}
}

// mapOf is a mapping with keys of the site's own.
func mapOf(value rule) rule {
	return rule{form: listForm(MapOf, value), check: func(r *reader, pointer string, n *yamldoc.Node) {
		if !r.isKind(n, yamldoc.Mapping, "a mapping", pointer) {
			return
		}
		for _, f := range n.Fields {
			value.check(r, pointer+jsonvalue.Pointer(f.Key), f.Value)
		}
	}}
}

func listOf(item rule) rule {
	return rule{form: listForm(ListOf, item), check: func(r *reader, pointer string, n *yamldoc.Node) {
		if !r.isKind(n, yamldoc.Sequence, "a list", pointer) {
			return
		}
		for i, each := range n.Items {
			item.check(r, pointer+"/"+strconv.Itoa(i), each)
		}
	}}
}

// text is a string that every check accepts.
func text(checks ...check) rule {
	return rule{form: func() Form { return textForm(checks) }, check: func(r *reader, pointer string, n *yamldoc.Node) {
		value, ok := n.Value.(string)
		if !ok {
			r.wrongType(n, "text", pointer)
			return
		}
		for _, each := range checks {
			if complaint := each(value); complaint != nil {
				d := r.refuse(n.Pos, pointer, complaint.message)
				d.Expected, d.Suggestion = complaint.expected, complaint.suggestion
				return
			}
		}
	}}
}

var flag = rule{form: ofType(Flag), check: func(r *reader, pointer string, n *yamldoc.Node) {
	if _, ok := n.Value.(bool); !ok {
		r.wrongType(n, "true or false", pointer)
	}
}}

var number = rule{form: ofType(Number), check: func(r *reader, pointer string, n *yamldoc.Node) {
	switch n.Value.(type) {
	case int64, float64:
	default:
		r.wrongType(n, "a number", pointer)
	}
}}

// wholeNumber is a whole number from 0 to most.
func wholeNumber(most int64) rule {
	form := func() Form { return Form{Type: WholeNumber, Max: most} }
	return rule{form: form, check: func(r *reader, pointer string, n *yamldoc.Node) {
		wanted := "a whole number from 0 to " + strconv.FormatInt(most, 10)
		switch v := n.Value.(type) {
		case int64:
			if v < 0 || v > most {
				r.refuse(n.Pos, pointer, "The value must be "+wanted+".").Expected = wanted
			}
		default:
			r.wrongType(n, wanted, pointer)
		}
	}}
}

func (r *reader) isKind(n *yamldoc.Node, kind yamldoc.Kind, name, pointer string) bool {
	if n.Kind != kind {
		r.wrongType(n, name, pointer)
		return false
	}
	return true
}

func (r *reader) wrongType(n *yamldoc.Node, wanted, pointer string) {
	message := "The value must be " + wanted + ", and is " + kindOf(n) + "."
	if n.Kind == yamldoc.Scalar && n.Value == nil {
		message = "The key has no value; it wants " + wanted + ", or leave it out."
	}
	d := r.refuse(n.Pos, pointer, message)
	d.Expected = wanted
	if wanted == "text" && n.Kind == yamldoc.Scalar && n.Value != nil {
		d.Suggestion = "Put the value in quotes."
	}
}

func kindOf(n *yamldoc.Node) string {
	switch n.Kind {
	case yamldoc.Mapping:
		return "a mapping"
	case yamldoc.Sequence:
		return "a list"
	}
	switch n.Value.(type) {
	case bool:
		return "true or false"
	case int64, float64:
		return "a number"
	}
	return "text"
}

// secretWords are what the names of secrets are made of.
var secretWords = []string{"secret", "password", "passwd", "token", "apikey", "accesskey", "privatekey", "credential", "databaseurl", "mailurl"}

func isSecret(name string) bool {
	plain := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))
	return slices.ContainsFunc(secretWords, func(word string) bool { return strings.Contains(plain, word) })
}
