package content

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Invoke runs the five steps of the contract's pipeline on a Procedure and
// returns the handler's own result as a JSON value: authorize, validate input
// (INPUT_VALIDATION_FAILED at the first failing property), guard, dispatch,
// validate output. The last failure, OUTPUT_VALIDATION_FAILED, undoes nothing.
// input may hold any Go values that internal/jsonvalue can normalize; nil is
// the empty object. An unknown name is PROCEDURE_NOT_FOUND.
func (s *Service) Invoke(ctx context.Context, caller Caller, procedure string, input map[string]any) (any, error) {
	p := s.plan.Procedure(procedure)
	if p == nil {
		return nil, diag.At(diag.ProcedureNotFound, "input#", "There is no such Procedure.")
	}
	return s.invoke(ctx, &Call{Caller: caller}, p, input)
}

// InvokeDecoded is Invoke for a surface that has decoded input itself: it holds
// JSON values alone and is given away, which saves a copy of it (decision 48).
func (s *Service) InvokeDecoded(ctx context.Context, caller Caller, p *plan.Procedure, input map[string]any) (any, error) {
	if err := s.Authorize(caller, p.Requires()); err != nil {
		return nil, err
	}
	return s.run(ctx, &Call{Caller: caller}, p, input)
}

func (s *Service) invoke(ctx context.Context, call *Call, p *plan.Procedure, input map[string]any) (any, error) {
	if err := s.Authorize(call.Caller, p.Requires()); err != nil {
		return nil, err
	}
	input, err := normalized("input#", input)
	if err != nil {
		return nil, err
	}
	return s.run(ctx, call, p, input)
}

// run does what follows the authorization, with an input that is its own.
func (s *Service) run(ctx context.Context, call *Call, p *plan.Procedure, input map[string]any) (any, error) {
	if v := p.ValidateInput(input); v != nil {
		return nil, violated(diag.InputValidationFailed, "input#", v)
	}
	if err := s.guard(ctx, call, p.Requires().Guard(), input); err != nil {
		return nil, err
	}
	result, err := s.dispatch(ctx, call, p, input)
	if err != nil {
		return nil, err
	}
	if v := p.ValidateOutput(result); v != nil {
		return nil, violated(diag.OutputValidationFailed, "output#", v)
	}
	return result, nil
}

// guard runs a guard Procedure through the same pipeline, with the validated
// input and the same call. Returning allows, whatever it returned; any failure
// denies and is answered as it is.
func (s *Service) guard(ctx context.Context, call *Call, guard *plan.Procedure, input map[string]any) error {
	if guard == nil {
		return nil
	}
	_, err := s.invoke(ctx, call, guard, input)
	return err
}

func (s *Service) dispatch(ctx context.Context, call *Call, p *plan.Procedure, input map[string]any) (any, error) {
	if p.Builtin() == nil {
		return s.callHandler(ctx, call, p.Ref(), input)
	}
	if s.opts.NoBuiltins {
		return nil, diag.At(diag.HandlerBuiltinNotInV010, "input#", "This service runs without builtin handlers.")
	}
	return s.runBuiltin(ctx, call, p.Builtin(), input)
}

// callHandler gives the handler input itself: it belongs to this invocation,
// and nothing reads it afterwards.
func (s *Service) callHandler(ctx context.Context, call *Call, key string, input map[string]any) (any, error) {
	handler := s.opts.Handlers[key]
	if handler == nil {
		return nil, diag.At(diag.HandlerNotRegistered, "input#", "No handler is registered for this Procedure.")
	}
	ctx, cancel := limited(ctx)
	defer cancel()
	own := *call
	result, err := handler.run(ctx, &own, key, input)
	if err != nil {
		return nil, err
	}
	value, err := jsonvalue.Normalize(result, jsonvalue.Limits{})
	if err != nil {
		return nil, diag.Refused(diag.OutputValidationFailed, "output#", err)
	}
	return value, nil
}

// handlerTimeout is how long a handler may take when its caller has set no limit.
// A body that took its 30 seconds to come leaves as much of a minute, the time
// in which a request must be answered (decision 41).
const handlerTimeout = 30 * time.Second

func limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, is := ctx.Deadline(); is {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, handlerTimeout)
}

// normalized copies what a caller sent into JSON values. root is what paths
// begin with: input# or data#.
func normalized(root string, values map[string]any) (map[string]any, error) {
	if values == nil {
		return map[string]any{}, nil
	}
	v, err := jsonvalue.Normalize(values, jsonvalue.Limits{})
	if err != nil {
		return nil, diag.Refused(diag.InputValidationFailed, root, err)
	}
	return v.(map[string]any), nil
}

func violated(code diag.Code, root string, v *jsonschema.Violation) *diag.Diagnostic {
	d := diag.At(code, root+v.Pointer, v.Message)
	d.Expected = v.Expected
	return d
}
