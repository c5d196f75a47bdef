package script

import (
	"context"
	"encoding/json"
	"log/slog"
	"runtime"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/processor"
	"github.com/quartet-dev/quartet/internal/script/bundle"
	"github.com/quartet-dev/quartet/internal/script/worker"
)

// Options say which handlers a site has, and what they may reach.
type Options struct {
	Bundle *bundle.Bundle
	Site   any // what contexts know of the site, which JSON can hold: names and env

	// Operations carry out what handlers ask for, by name.
	Operations map[string]Operation

	// Steps is how often a turn is asked whether it must end, some 10,000 jumps and
	// calls each; 0 is 20,000, a few seconds of a loop.
	Steps int

	// ForCall makes the context of what one call asks for; nil leaves it as it is.
	ForCall func(context.Context) context.Context

	Log *slog.Logger
}

// Operation carries out what a handler waits for. payload is JSON, and so is value,
// as a json.RawMessage or a value that internal/jsonvalue can normalize;
// bytes go both ways beside them, nil for none. ctx ends with the call, or when the
// handler waits no longer. An error that is a diagnostic is one for the handler,
// too; any other one tells the handler its message.
type Operation func(ctx context.Context, call *content.Call, payload string, bytes []byte) (value any, result []byte, err error)

// Scripts are the handlers of a site, ready to be called. They are safe for
// concurrent use.
type Scripts struct {
	Options
	pool *pool
}

// Open starts the process for the handlers and evaluates their modules once. What
// is wrong with one is a diagnostic.
func Open(ctx context.Context, o Options) (*Scripts, error) {
	site, err := json.Marshal(o.Site)
	if err != nil {
		return nil, diag.Internal(err)
	}
	s := &Scripts{Options: o}
	s.pool = newPool(worker.Handlers{Code: o.Bundle.Code, Site: string(site), Steps: o.Steps}, o.Log)
	if err := s.pool.warm(ctx); err != nil {
		s.pool.close()
		return nil, s.refusal(err)
	}
	return s, nil
}

// threads is how many turns run at a time: as many as there are slots of the
// processor, and a short one beside them.
var threads = max(2, runtime.GOMAXPROCS(0))

// slot is what a turn that takes long waits for, beside all else that keeps a core
// busy.
func slot(ctx context.Context) (func(), error) { return processor.Shared.Acquire(ctx) }

// Functions are the handlers by ref key.
func (s *Scripts) Functions() map[string]content.Handler {
	handlers := make(map[string]content.Handler, len(s.Bundle.Keys))
	for _, key := range s.Bundle.Keys {
		handlers[key] = func(ctx context.Context, call *content.Call, input map[string]any) (any, error) {
			return s.invoke(ctx, key, call, input)
		}
	}
	return handlers
}

// Close ends the process. Calls that run fail.
func (s *Scripts) Close() { s.pool.close() }
