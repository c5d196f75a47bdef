package manifest

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

var namePattern = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$`)

// envelope reads what all atoms share into r's atom and returns the place of
// spec, nil when there is none. Name stays empty where it is wrong; a kind that is
// misspelt is the one that was most likely meant, so that what is under spec is
// read all the same, and empty where none is.
func (r *reader) envelope(root *place) *place {
	r.nameFirst(root)
	f, ok := root.mapping("apiVersion", "kind", "metadata", "spec")
	if !ok {
		return nil
	}
	f.need("apiVersion").oneOf(APIVersion)
	f.need("kind").oneOf(texts(kinds)...)
	metadata, _ := f.need("metadata").mapping("name")
	metadata.need("name").name(r.atom.Kind)
	return f.need("spec")
}

// nameFirst fills in kind and name, so that every diagnostic of the document
// can say whose it is.
func (r *reader) nameFirst(root *place) {
	r.atom.Kind = root.kind()
	r.atom.guessed = string(r.atom.Kind) != root.child("kind").string()
	if name := root.child("metadata").child("name").string(); namePattern.MatchString(name) {
		r.atom.Name = name
	}
}

// kind is the kind of the atom at the root of a document: that under kind, or
// under a key that misspells it; "" where nothing near to one is there.
func (p *place) kind() Kind {
	written := p.child("kind")
	for member := range p.members() {
		if written == nil && diag.Meant(member.token, []string{"apiVersion", "kind", "metadata", "spec"}) == "kind" {
			written = member
		}
	}
	return Kind(diag.Meant(written.string(), texts(kinds)))
}

// string is the string at p; "" when it is none.
func (p *place) string() string {
	if p == nil || p.node.Kind != yamldoc.Scalar {
		return ""
	}
	s, _ := p.node.Value.(string)
	return s
}

// name checks a metadata.name.
func (p *place) name(kind Kind) {
	name := p.text()
	switch {
	case name == "":
	case !namePattern.MatchString(name):
		p.wrong("A name starts with a letter or digit, goes on with letters, digits, _, . or -, and has at most 63 characters.").
			Expected = namePattern.String()
	case kind == KindSchema && isTaken(name):
		p.wrong("This name belongs to a table of the platform.")
	}
}

// isTaken reports whether no Schema's table can have the name. Other tables of the
// platform start with an underscore, which no name does. A table that is named
// like a table-valued function hides it from every statement, also from those
// that decide what sql Views may see.
func isTaken(name string) bool {
	name = strings.ToLower(name)
	switch name {
	case "site_config", "json_each", "json_tree":
		return true
	}
	return strings.HasPrefix(name, "sqlite_") || strings.HasPrefix(name, "pragma_")
}
