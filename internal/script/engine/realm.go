package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
)

// Realm is one world of JavaScript: built-ins that nobody changes, and the
// modules of the handlers with their variables. It serves one call at a time, in
// turns, and is not safe for concurrent use, but for Stop.
type Realm struct {
	engine *quickjs
	funcs  map[string]Func
	bounds bounds
	turn   Turn
	values []jsValue // to be freed

	started int // bytes of the operations of the turn

	begin, settle, reject, abort, end, described, where jsValue
}

// Func is a function of Go that scripts call and that answers at once: its
// arguments and its result are nil, bool, float64, string or []byte.
type Func func(args []any) (any, error)

// Turn is what one turn left: a realm runs until nothing is left to run.
type Turn struct {
	Operations []Operation
	Cancelled  []int
	Outcome    *Outcome // nil while the handler waits
	Memory     int      // bytes in use
}

// Operation is what the handler asked for. ID is 0 where nobody waits for its result.
type Operation struct {
	ID      int
	Name    string
	Payload string // JSON
	Bytes   []byte
}

// Outcome is how a handler ended: with one of the three.
type Outcome struct {
	Value   string   // JSON; "" for none
	Refusal string   // a diagnostic as JSON
	Failure *Failure // anything else that was thrown, or a bound
}

// Failure is a handler that ended without a value and without a diagnostic.
type Failure struct {
	Message string   `json:"message"`
	Stack   string   `json:"stack,omitempty"`
	Causes  []string `json:"causes,omitempty"`
	Bound   Bound    `json:"bound,omitempty"` // "" where something was thrown
}

// Host is what the process gives its realms.
type Host struct {
	Funcs map[string]Func
	Slot  func() error // waits for a slot of the processor, for a turn that takes long; nil: there is always one
	Steps int          // how often a turn is asked whether it must end, some 10,000 jumps and calls each; 0 is 20,000
}

// Open makes a realm: it evaluates the program. An error is a *Failure when a
// module threw.
func (p *Program) Open(h Host) (_ *Realm, err error) {
	engine, err := newQuickJS(maxMemory)
	if err != nil {
		return nil, err
	}
	r := &Realm{engine: engine, funcs: h.Funcs, bounds: bounds{slot: h.Slot, maxPolls: cmp.Or(h.Steps, maxPolls)}}
	engine.host, engine.interrupt = r.host, r.poll
	defer func() {
		if err != nil {
			r.Close()
		}
	}()
	r.bounds.begin()
	defer r.bounds.over()
	if err := r.prepare(p); err != nil {
		return nil, r.failure(err)
	}
	r.bounds.lasting = engine.used()
	return r, nil
}

func (r *Realm) prepare(p *Program) error {
	host := r.keep(r.engine.hostFunction())
	core, err := r.evaluate(p.core, host)
	if err != nil {
		return err
	}
	members := map[string]*jsValue{
		"begin": &r.begin, "settle": &r.settle, "reject": &r.reject, "abort": &r.abort, "end": &r.end, "described": &r.described, "where": &r.where,
	}
	for _, name := range []string{"start", "refusal", "prepare", "register"} {
		members[name] = new(jsValue)
	}
	for name, into := range members {
		if *into, err = r.engine.get(core, name); err != nil {
			return err
		}
		r.keep(*into)
	}
	site, err := r.engine.parse(p.site)
	if err != nil {
		return err
	}
	extras, err := r.evaluate(p.web, host, *members["start"], r.keep(site))
	if err != nil {
		return err
	}
	context, err := r.evaluate(p.context, *members["start"], *members["refusal"], site, extras)
	if err != nil {
		return err
	}
	if _, err = r.engine.call(*members["prepare"], context); err != nil {
		return err
	}
	if _, err := r.evaluate(p.handlers, *members["register"]); err != nil {
		return err
	}
	return r.engine.drain()
}

// evaluate runs a script that gives a function, and calls the function.
func (r *Realm) evaluate(code []byte, args ...jsValue) (jsValue, error) {
	fn, err := r.engine.run(code)
	if err != nil {
		return jsUndefined, err
	}
	defer r.engine.free(fn)
	result, err := r.engine.call(fn, args...)
	return r.keep(result), err
}

func (r *Realm) keep(v jsValue) jsValue {
	r.values = append(r.values, v)
	return v
}

// Close gives the memory of the realm back.
func (r *Realm) Close() {
	r.engine.free(r.values...)
	r.values = nil
	r.engine.close()
	r.bounds.over()
	r.bounds.count(0)
}

// Begin begins a call of the handler behind a key. call is what its context knows,
// as JSON.
func (r *Realm) Begin(key, call string) Turn { return r.run(r.begin, key, call) }

// Settle gives an operation its result.
func (r *Realm) Settle(id int, value string, bytes []byte) Turn {
	if bytes == nil {
		return r.run(r.settle, float64(id), value)
	}
	return r.run(r.settle, float64(id), value, bytes)
}

// Reject ends an operation with an error.
func (r *Realm) Reject(id int, reason string) Turn { return r.run(r.reject, float64(id), reason) }

// Abort tells the handler that its call is about to end.
func (r *Realm) Abort() Turn { return r.run(r.abort) }

// End ends the call: nothing of it goes on. It reports whether the realm can serve
// another.
func (r *Realm) End() bool {
	if r.bounds.reason() != "" {
		return false // what was cut short may go on, and is not asked to
	}
	r.run(r.end)
	return r.bounds.reason() == "" && !r.bounds.stop.Load() && !r.grown()
}

// Stop ends the turn that runs, if one does, soon. It may be called by any
// goroutine.
func (r *Realm) Stop() { r.bounds.stop.Store(true) }

// run calls a function of the core, and then what waits.
func (r *Realm) run(fn jsValue, args ...any) Turn {
	r.turn, r.started = Turn{}, 0
	r.bounds.begin()
	r.engine.askAfter(firstPace)
	defer r.bounds.over()
	err := r.called(fn, args)
	if err == nil {
		err = r.engine.drain()
	}
	r.turn.Memory = r.engine.used()
	r.bounds.settle(r.turn.Memory + r.started)
	if r.bounds.reason() != "" {
		err = errInterrupted // what a promise may have taken
	}
	switch {
	case err != nil:
		r.turn.Outcome = &Outcome{Failure: r.failure(err)}
	case len(r.engine.rejected) > 0:
		r.unawaited()
	}
	r.engine.forgetRejections()
	return r.turn
}

func (r *Realm) called(fn jsValue, args []any) error {
	values := make([]jsValue, 0, len(args))
	defer func() { r.engine.free(values...) }()
	for _, arg := range args {
		v, err := r.engine.value(arg)
		if err != nil {
			return err
		}
		values = append(values, v)
	}
	result, err := r.engine.call(fn, values...)
	if err == nil {
		r.engine.free(result)
	}
	return err
}

// unawaited ends the call with the reason of a promise that nobody awaits.
func (r *Realm) unawaited() {
	failure := &Failure{Message: "A promise was rejected, and nothing awaits it."}
	if described, err := r.engine.call(r.described, r.engine.rejected[0].reason); err == nil {
		var reason Failure
		if text, ok := r.engine.json(described); ok && json.Unmarshal([]byte(text), &reason) == nil {
			short := reason.shortened()
			failure.Message += " " + short.Message
			failure.Stack, failure.Causes = short.Stack, short.Causes
		}
		r.engine.free(described)
	}
	r.turn.Outcome = &Outcome{Failure: failure}
}

// failure is the end of a turn that no handler chose.
func (r *Realm) failure(err error) *Failure {
	if reason := r.bounds.reason(); reason != "" {
		return (&Failure{Message: reason.message(), Stack: r.bounds.place, Bound: reason}).shortened()
	}
	var thrown *Exception
	if errors.As(err, &thrown) {
		return (&Failure{Message: thrown.Message, Stack: thrown.Stack}).shortened()
	}
	return (&Failure{Message: err.Error()}).shortened()
}

// Error implements error.
func (f *Failure) Error() string { return f.Message }

// host is what scripts call.
func (r *Realm) host(op string, args []any) (any, error) {
	switch op {
	case "start":
		return nil, r.start(operationOf(args))
	case "cancel":
		r.turn.Cancelled = append(r.turn.Cancelled, int(argument[float64](args, 0)))
	case "done":
		r.turn.Outcome = valued(argument[string](args, 0))
	case "refused":
		r.turn.Outcome = refused(argument[string](args, 0))
	case "failed":
		r.turn.Outcome = &Outcome{Failure: thrown(argument[string](args, 0))}
	default:
		f := r.funcs[op]
		if f == nil {
			return nil, fmt.Errorf("there is no function %s", op)
		}
		return f(args)
	}
	return nil, nil //nolint:nilnil // undefined
}

// start takes an operation that the handler begins.
func (r *Realm) start(o Operation) error {
	size := len(o.Name) + len(o.Payload) + len(o.Bytes)
	switch {
	case len(o.Payload) > MaxPayload || len(o.Bytes) > MaxPayload:
		return errors.New("an operation takes 16 MiB at most")
	case len(r.turn.Operations) == maxOperations || r.started+size > maxOperationBytes:
		return errors.New("too many operations begin at once; wait for some of them")
	}
	r.started += size
	r.turn.Operations = append(r.turn.Operations, o)
	return nil
}

// valued is the outcome of a handler that gave a value.
func valued(json string) *Outcome {
	if len(json) > MaxPayload {
		return &Outcome{Failure: &Failure{Message: "The value of the handler has more than 16 MiB as JSON."}}
	}
	return &Outcome{Value: json}
}

// refused is the outcome of a handler that gave a diagnostic.
func refused(json string) *Outcome {
	if len(json) > maxWords {
		return &Outcome{Failure: &Failure{Message: "The diagnostic of the handler has more than 64 KiB as JSON."}}
	}
	return &Outcome{Refusal: json}
}

func operationOf(args []any) Operation {
	return Operation{
		ID: int(argument[float64](args, 0)), Name: argument[string](args, 1),
		Payload: argument[string](args, 2), Bytes: argument[[]byte](args, 3),
	}
}

// argument is one argument of host, and the zero value where there is none of the type.
func argument[T any](args []any, i int) (value T) {
	if i < len(args) {
		value, _ = args[i].(T)
	}
	return value
}

func thrown(text string) *Failure {
	var f Failure
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		f.Message = text
	}
	return f.shortened()
}

// shortened cuts what a handler made as long as it liked.
func (f *Failure) shortened() *Failure {
	f.Message, f.Stack = first(f.Message), first(f.Stack)
	f.Causes = f.Causes[:min(len(f.Causes), maxCauses)]
	for i, cause := range f.Causes {
		f.Causes[i] = first(cause)
	}
	return f
}

// first is the beginning of a text, in whole characters.
func first(text string) string {
	if len(text) <= maxWords {
		return text
	}
	return strings.ToValidUTF8(text[:maxWords], "") + " …"
}

// inUse is what the realms of the process have allocated together, in bytes.
var inUse atomic.Int64
