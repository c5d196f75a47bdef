package language

import (
	"github.com/quartet-dev/quartet/internal/principal"
)

// requires is the contract's AuthorizationRequirements.
func (n *names) requires() shape {
	return mapping(
		key("auth", mapping(
			key("all", listOf(predicate()).with("minItems", 1), "Predicates that all must hold, tried in their order. The list is not empty."),
		), "What the caller must be."),
		key("guard", mapping(
			need("procedure", text().offers(n.procedures), "The Procedure that decides. It has a ref handler and no guard of its own."),
		), "A Procedure that is called with the same input. It allows by returning, and denies by failing."),
	)
}

// predicate is one entry of requires.auth.all.
func predicate() shape {
	meanings := map[string]string{"ctx.user": "A signed-in user.", "ctx.auth": "Any verified credential."}
	return anyOf(
		choice([]string{"ctx.user", "ctx.auth"}, meanings),
		mapping(need("ctx.auth.scope", text(), "A credential with exactly this scope.")),
		mapping(need("ctx.staff", listOf(shape{"type": "string", "enum": principal.RoleNames()}).with("minItems", 1),
			"Staff whose role is listed: owner, editor, contributor. The list is not \"or above\".")),
	).with("errorMessage", "A predicate is ctx.user, ctx.auth, { ctx.auth.scope: <scope> } or { ctx.staff: [<role>, …] }.")
}
