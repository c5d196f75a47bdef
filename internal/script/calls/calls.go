package calls

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/mail"
	"github.com/quartet-dev/quartet/internal/script"
	"github.com/quartet-dev/quartet/internal/script/fetch"
)

// Deps are what the calls go to. Content is asked for at each call: the service is
// made after its handlers.
type Deps struct {
	Content func() *content.Service
	Mail    func(ctx context.Context, m mail.Message) error // nil where there is none
	Fetch   *fetch.Client
	Env     map[string]string // ctx.env
	Locale  string            // of ctx.format where a handler names none; "" for en
	Log     *slog.Logger
}

// Calls carry out what handlers of one site ask for.
type Calls struct {
	Deps
	log logger
}

// New makes the Calls of a site.
func New(d Deps) *Calls { return &Calls{d, newLogger(d.Log, d.Env)} }

// Operations are the operations of script.Options.
func (c *Calls) Operations() map[string]script.Operation {
	return map[string]script.Operation{
		"view":                of(c.view),
		"procedure":           of(c.procedure),
		"entries.createDraft": of(c.createDraft),
		"entries.get":         of(c.get),
		"entries.list":        of(c.list),
		"entries.delete":      of(c.remove),
		"mail":                of(c.send),
		"sleep":               of(sleep),
		"log":                 of(c.write),
		"fetch":               c.fetch,
	}
}

// ForCall is script.Options.ForCall: the context of what one call asks for.
func (c *Calls) ForCall(ctx context.Context) context.Context { return fetch.ForCall(ctx) }

// of is an operation whose request is a type, and which needs no bytes.
func of[Request any](carryOut func(context.Context, *content.Call, Request) (any, error)) script.Operation {
	return func(ctx context.Context, call *content.Call, payload string, _ []byte) (any, []byte, error) {
		var request Request
		if err := json.Unmarshal([]byte(payload), &request); err != nil {
			return nil, nil, diag.At(diag.InputValidationFailed, "input#", "The call has an argument of a wrong type.").WithCause(err)
		}
		value, err := carryOut(ctx, call, request)
		return value, nil, err
	}
}

// rights say on whose behalf a call is made.
type rights struct{ AsService bool }

// of is who calls the service in a call of a handler.
func (r rights) of(call *content.Call) content.Caller {
	caller := call.Caller
	caller.Service = caller.Service || r.AsService
	return caller
}

// objectOf reads an object that a handler gave; none for nothing. root is what paths
// begin with.
func objectOf(root string, text json.RawMessage) (map[string]any, error) {
	if len(text) == 0 || string(text) == "null" {
		return map[string]any{}, nil
	}
	value, err := jsonvalue.Decode(text, jsonvalue.Limits{})
	if err != nil {
		return nil, diag.Refused(diag.InputValidationFailed, root, err)
	}
	object, is := value.(map[string]any)
	if !is {
		return nil, diag.At(diag.InputValidationFailed, root, "This must be an object.")
	}
	return object, nil
}

// sleep waits. The call of the handler ends it.
func sleep(ctx context.Context, _ *content.Call, request struct{ MS float64 }) (any, error) {
	timer := time.NewTimer(time.Duration(request.MS * float64(time.Millisecond)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
