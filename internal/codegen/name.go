package codegen

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

func compare(a, b string) int { return cmp.Compare(a, b) }

// nameOf gives the forms of an authored name, which is made of letters, digits,
// `_`, `.` and `-`.
func nameOf(wire string) Name {
	return Name{Wire: wire, Camel: LowerCamel(wire), Suffix: strings.NewReplacer("-", "_", ".", "_").Replace(wire)}
}

// LowerCamel writes a name in lower camel case: blog-posts is blogPosts. The
// words are what stands between `-`, `_` and `.`; letters within a word stay.
func LowerCamel(name string) string {
	var out strings.Builder
	for i, word := range words(name) {
		first, size := utf8.DecodeRuneInString(word)
		if i == 0 {
			first = unicode.ToLower(first)
		} else {
			first = unicode.ToUpper(first)
		}
		out.WriteRune(first)
		out.WriteString(word[size:])
	}
	return out.String()
}

// UpperCamel is LowerCamel with a capital at the front.
func UpperCamel(name string) string {
	camel := LowerCamel(name)
	first, size := utf8.DecodeRuneInString(camel)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + camel[size:]
}

func words(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// authored is an atom of a plan, of any kind.
type authored interface {
	Name() string
	Origin() plan.Origin
	At(code diag.Code, pointer, message string) *diag.Diagnostic
}

// collisions reports the names of one kind that meet in lower camel case, each
// with the place of both. all is sorted by name.
func collisions[A authored](kind string, all []A) diag.List {
	var list diag.List
	first := make(map[string]A)
	for _, each := range all {
		camel := LowerCamel(each.Name())
		other, taken := first[camel]
		if !taken {
			first[camel] = each
			continue
		}
		list.Add(each.At(diag.GeneratedNameCollision, "/metadata/name", fmt.Sprintf(
			"In generated code this %s and the %s %q (%s:%d) are both called %s. Rename one of them.",
			kind, kind, other.Name(), other.Origin().File, other.Origin().Line, camel)))
	}
	return list
}

// CheckKeys reports ref keys that meet in lower camel case, which is how Go names
// their handlers: GENERATED_NAME_COLLISION. Elsewhere a key stays as it was
// authored. A key that several Procedures call is one.
func CheckKeys(of *plan.Plan) diag.List {
	var list diag.List
	first := make(map[string]*plan.Procedure)
	for _, p := range of.Procedures() {
		if p.Ref() == "" {
			continue
		}
		camel := LowerCamel(p.Ref())
		other, taken := first[camel]
		switch {
		case !taken:
			first[camel] = p
		case other.Ref() != p.Ref():
			list.Add(p.At(diag.GeneratedNameCollision, "/spec/handler/ref", fmt.Sprintf(
				"In Go the handlers %q and %q (%s:%d) are both called %s. Rename one of them.",
				p.Ref(), other.Ref(), other.Origin().File, other.Origin().Line, UpperCamel(p.Ref()))))
		}
	}
	return list
}

// typeNames gives every type of a model a name of its own.
type typeNames map[string]bool

// take gives the name, or the first of name_, name__ and so on that is free.
func (n typeNames) take(name string) string {
	for n[name] {
		name += "_"
	}
	n[name] = true
	return name
}
