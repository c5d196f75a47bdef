package quartet

import (
	"context"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
)

// Handlers are the functions behind the ref keys of a site's Procedures.
type Handlers map[string]Handler

// Handler is the function behind a ref key. input was validated against the
// Procedure's input and is the handler's own to change; its numbers are int64
// or float64. The result is any value that encodes to JSON and fits the
// Procedure's output. A [*Diagnostic] is answered as it is (see [Fail]); any other
// error, and a panic, is INTERNAL_ERROR.
//
// Calls that the handler makes on the service must be given its ctx, which
// carries how deep hooks have caused hooks. The ctx ends after 30 seconds, or
// when that of the caller says; in an after_* hook after five minutes. A handler
// that does not heed it is not stopped.
type Handler func(ctx context.Context, c *Context, input map[string]any) (any, error)

// Context is what a handler knows of the call beside its input.
type Context struct {
	User  *User  // nil for nobody
	Staff *Staff // nil for anyone but staff
	Auth  *Auth  // nil without a credential
	Env   any    // Options.Env
	Event *Event // set in a lifecycle hook

	service   *Service
	asService bool // the call has the rights of the service
}

// Service is the service that the handler runs in.
func (c *Context) Service() *Service { return c.service }

// Caller is who made the call, for calls that the handler makes on their
// behalf.
func (c *Context) Caller() Caller {
	return Caller{User: c.User, Staff: c.Staff, Auth: c.Auth, Service: c.asService}
}

// Handle makes a Handler from a function with types of its own. The input is
// decoded as encoding/json does; one that the Procedure's input admits and In
// cannot hold, such as an integer that is too large, is INPUT_VALIDATION_FAILED.
func Handle[In, Out any](fn func(ctx context.Context, c *Context, in In) (Out, error)) Handler {
	return func(ctx context.Context, c *Context, input map[string]any) (any, error) {
		var in In
		if err := app.DecodeInput(input, &in); err != nil {
			return nil, err
		}
		return fn(ctx, c, in)
	}
}

func (s *Service) handlers(registered Handlers, env any) map[string]content.Handler {
	adapted := make(map[string]content.Handler, len(registered))
	for key, handle := range registered {
		adapted[key] = func(ctx context.Context, call *content.Call, input map[string]any) (any, error) {
			caller := callerOf(call.Caller)
			return handle(ctx, &Context{
				User: caller.User, Staff: caller.Staff, Auth: caller.Auth,
				Env: env, Event: eventOf(call.Event), service: s, asService: caller.Service,
			}, input)
		}
	}
	return adapted
}
