package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
)

// readsOnly reports whether a caller may only read.
func readsOnly(c content.Caller) bool {
	return c.Auth != nil && slices.Contains(c.Auth.Scopes, ReadScope) && !slices.Contains(c.Auth.Scopes, Scope)
}

// visible keeps in a list the tools that the caller may call ("Discovery is
// filtered per caller"), and those for which only a scope is missing that the
// person can give: a client asks for a scope after a call has told it to. A caller
// that may only read is shown the tools that read.
func (v *server) visible(ctx context.Context, result sdk.Result) sdk.Result {
	list, ok := result.(*sdk.ListToolsResult)
	if !ok {
		return result
	}
	caller, tools := toolRequestOf(ctx).caller, list.Tools[:0]
	for _, t := range list.Tools {
		if v.lists(caller, v.tools[t.Name]) {
			tools = append(tools, t)
		}
	}
	list.Tools = tools
	return list
}

func (v *server) lists(caller content.Caller, t *toolset.Tool) bool {
	if v.permits(caller, t) == nil {
		return true
	}
	return len(v.lacks(caller, t)) > 0 && (t.Hints.ReadOnly || !readsOnly(caller))
}

// permits is the part of who may call that does not depend on the arguments.
func (v *server) permits(caller content.Caller, t *toolset.Tool) error {
	if readsOnly(caller) && !t.Hints.ReadOnly {
		return diag.At(diag.AuthDenied, "input#", "Your access is read only, and this may change something.")
	}
	if t.Role != "" {
		return caller.NeedRole(t.Role)
	}
	return v.service.Authorize(caller, t.Requires)
}

// lacks are the scopes with which the caller may call a tool and without which
// not; none when the caller may call it, or something else stands in the way.
func (v *server) lacks(caller content.Caller, t *toolset.Tool) []string {
	if t.Role != "" && !caller.IsAtLeast(t.Role) {
		return nil
	}
	missing, ok := caller.MissingScopes(t.Requires)
	if !ok || slices.ContainsFunc(missing, func(scope string) bool { return !slices.Contains(v.scopes, scope) }) {
		return nil
	}
	if readsOnly(caller) && !t.Hints.ReadOnly {
		missing = append([]string{Scope}, missing...)
	}
	return missing
}

// missing are the scopes that the caller lacks for the calls in a body, and what
// the first of these is denied with. The body is looked at here because the
// protocol answers a call with 200, and clients ask the person for a scope on 403
// alone. A call that is not seen here is refused as every other that is not
// permitted.
func (v *toolRequest) missing(body []byte) (scopes []string, denied error) {
	if len(v.server.scopes) == 0 && !readsOnly(v.caller) {
		return nil, nil
	}
	for _, name := range calledTools(body) {
		t := v.server.tools[name]
		if t == nil {
			continue
		}
		lacking := v.server.lacks(v.caller, t)
		if len(lacking) > 0 && denied == nil {
			denied = v.server.denial(v.caller, t)
		}
		scopes = append(scopes, slices.DeleteFunc(lacking, func(scope string) bool { return slices.Contains(scopes, scope) })...)
	}
	return scopes, denied
}

// denial is what a call is denied with that lacks a scope: by its own predicates,
// or by its guard's.
func (v *server) denial(caller content.Caller, t *toolset.Tool) error {
	if err := v.permits(caller, t); err != nil {
		return err
	}
	return v.service.Authorize(caller, t.Requires.Guard().Requires())
}

// calledTools are the names of the tools that a message, or each message of a
// batch, calls.
func calledTools(body []byte) (names []string) {
	messages := []json.RawMessage{body}
	if bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("[")) {
		messages = nil
		_ = json.Unmarshal(body, &messages) // what is not JSON calls nothing
	}
	for _, each := range messages {
		var message struct {
			Method string
			Params struct{ Name string }
		}
		if json.Unmarshal(each, &message) == nil && message.Method == "tools/call" {
			names = append(names, message.Params.Name)
		}
	}
	return names
}

// stepUp is 403 insufficient_scope with the scopes that the token has and those
// that it lacks: a client that asks for them all loses none. The body says what
// REST says to who is denied.
func (s *Surface) stepUp(r *http.Request, missing []string, denied error) *Refusal {
	held := toolRequestOf(r.Context()).caller.Auth.Scopes
	if !slices.Contains(held, Scope) && !slices.Contains(held, ReadScope) { // sign-in of a program's own checked it
		held = append([]string{Scope}, held...)
	}
	refusal := s.insufficient(r, "The token lacks a scope", slices.Concat(held, missing))
	refusal.Message = diag.As(denied).Message
	return refusal
}
