package manifest

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Requires is an AuthorizationRequirements.
type Requires struct {
	All   []Predicate
	Guard string // Procedure name, or empty
}

// PredicateKind is the kind of a predicate under requires.auth.all.
type PredicateKind uint8

// The predicates of open-parts.md, Authorization.
const (
	IsUser          PredicateKind = iota // ctx.user
	IsAuthenticated                      // ctx.auth
	HasScope                             // { ctx.auth.scope: "<scope>" }
	IsStaff                              // { ctx.staff: [roles] }
)

// Predicate is one entry of requires.auth.all.
type Predicate struct {
	Kind  PredicateKind
	Scope string
	Roles []string
}

// How predicates are written.
const (
	userPredicate  = "ctx.user"
	authPredicate  = "ctx.auth"
	scopePredicate = "ctx.auth.scope"
	staffPredicate = "ctx.staff"
)

var predicateForms = []string{userPredicate, authPredicate, "{ ctx.auth.scope: <scope> }", "{ ctx.staff: [<role>, ...] }"}

var staffRoles = principal.RoleNames()

// requires reads `{ auth: { all: [...] }, guard: { procedure } }`; nil when it
// is absent.
func (p *place) requires() *Requires {
	f, ok := p.mapping("auth", "guard")
	if !ok {
		return nil
	}
	r := &Requires{}
	auth, _ := f.get("auth").mapping("all")
	all := auth.get("all")
	for each := range all.list("predicates") {
		r.All = append(r.All, each.predicate())
	}
	if all != nil && len(r.All) == 0 && !all.faulty() {
		all.wrong("The list of predicates must not be empty.")
	}
	guard, _ := f.get("guard").mapping("procedure")
	r.Guard = guard.need("procedure").text()
	return r
}

func (p *place) predicate() Predicate {
	switch p.string() {
	case userPredicate:
		return Predicate{Kind: IsUser}
	case authPredicate:
		return Predicate{Kind: IsAuthenticated}
	}
	if p.node.Kind == yamldoc.Mapping && len(p.node.Fields) == 1 {
		switch operand := p.field(&p.node.Fields[0]); operand.token {
		case scopePredicate:
			return Predicate{Kind: HasScope, Scope: operand.text()}
		case staffPredicate:
			return Predicate{Kind: IsStaff, Roles: operand.roles()}
		}
	}
	d := p.fail(diag.AuthPredicateNotInEnum, "There is no such predicate.")
	d.Expected = predicateForms
	d.Suggestion = diag.Meant(p.string(), []string{userPredicate, authPredicate})
	return Predicate{}
}

func (p *place) roles() []string {
	var roles []string
	for each := range p.list("staff roles") {
		role := each.string()
		if !slices.Contains(staffRoles, role) {
			d := each.fail(diag.AuthPredicateNotInEnum, "A staff role is "+alternatives(staffRoles)+".")
			d.Expected, d.Suggestion = staffRoles, diag.Meant(role, staffRoles)
		}
		roles = append(roles, role)
	}
	if len(roles) == 0 && !p.faulty() {
		p.wrong("The list of staff roles must not be empty.").Expected = staffRoles
	}
	return roles
}

// has reports whether a predicate of that kind is listed.
func (r *Requires) has(kind PredicateKind) bool {
	return r != nil && slices.ContainsFunc(r.All, func(p Predicate) bool { return p.Kind == kind })
}
