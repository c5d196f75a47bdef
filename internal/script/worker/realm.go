package worker

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/script/engine"
)

// Realm is a realm of a process. It serves one call at a time.
type Realm struct {
	process *Process
	id      uint32
	turns   chan *Turn // the one that is answered

	mu      sync.Mutex
	turn    *Turn           // whose answers come; nil for none
	size    int             // bytes of its operations
	ctx     context.Context //nolint:containedctx // of the turn that runs, for the slot that it may ask for
	asked   bool            // for a slot
	release func()          // the slot that it has
	watch   *time.Timer     // ends a turn that does not end

	// Of the call that has the realm:
	stopped bool // told to stop, so that it serves no other call
	memory  int  // after its last turn
}

// Turn is what a turn left, and whether the realm can serve another call.
type Turn struct {
	engine.Turn
	Spent bool
}

const (
	// maxTurn is how long a turn may run, waiting for a slot not counted. The engine
	// ends it before, but in the middle of one built-in.
	maxTurn = 20 * time.Second
	// maxTurnSize bounds what a turn may answer, in bytes: more than its operations
	// and its outcome have together.
	maxTurnSize = 128 << 20
	// grace is how long a turn that was told to stop may take to do so.
	grace = 2 * time.Second
)

// ErrStuck is a turn that does not stop: only the end of the process ends it.
var ErrStuck = errors.New("the handler cannot be stopped")

// Open gives a realm.
func (p *Process) Open() *Realm { return p.realm(p.last.Add(1)) }

func (p *Process) realm(id uint32) *Realm {
	r := &Realm{process: p, id: id, turns: make(chan *Turn, 1)}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.realms[id] = r
	return r
}

// Memory is what the realm has allocated, in bytes. It is for whoever has the realm.
func (r *Realm) Memory() int { return r.memory }

// Drop lets go of the realm.
func (r *Realm) Drop() {
	r.process.mu.Lock()
	delete(r.process.realms, r.id)
	r.process.mu.Unlock()
	_ = r.process.send(&message{kind: drop, realm: r.id}) // the process may be gone, and the realm with it
}

// Begin begins a call of the handler behind a key, with what its context knows as
// JSON.
func (r *Realm) Begin(ctx context.Context, key, call string) (*Turn, error) {
	return r.exchange(ctx, &message{kind: begin, name: key, text: call})
}

// Settle gives an operation its result.
func (r *Realm) Settle(ctx context.Context, id int, value string, bytes []byte) (*Turn, error) {
	return r.exchange(ctx, &message{kind: settle, id: number(id), text: value, bytes: bytes})
}

// Reject ends an operation with an error.
func (r *Realm) Reject(ctx context.Context, id int, reason string) (*Turn, error) {
	return r.exchange(ctx, &message{kind: reject, id: number(id), text: reason})
}

// Abort tells the handler that its call is about to end.
func (r *Realm) Abort(ctx context.Context) (*Turn, error) {
	return r.exchange(ctx, &message{kind: abort})
}

// End ends the call: nothing of it goes on.
func (r *Realm) End(ctx context.Context) (*Turn, error) {
	return r.exchange(ctx, &message{kind: end})
}

// exchange sends a message and waits for the end of the turn. When ctx ends
// before, the turn is told to stop; one that does not is ErrStuck.
func (r *Realm) exchange(ctx context.Context, m *message) (*Turn, error) {
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	r.begin(limited, cancel)
	defer r.over()
	m.realm = r.id
	if err := r.process.send(m); err != nil {
		return nil, err
	}
	turn, err := await(r, limited.Done())
	if !errors.Is(err, errLate) {
		return turn, err
	}
	r.stopped = true // it may hear of it when the turn is over, and would end the next
	if err := r.process.send(&message{kind: stop, realm: r.id}); err != nil {
		return nil, err
	}
	patience := time.NewTimer(grace)
	defer patience.Stop()
	if turn, err = await(r, patience.C); errors.Is(err, errLate) {
		return nil, ErrStuck
	}
	return turn, err
}

var errLate = errors.New("the turn lasts")

// await waits for the end of the turn. What ended before anything else did counts.
func await[T any](r *Realm, late <-chan T) (*Turn, error) {
	select {
	case turn := <-r.turns:
		turn.Spent, r.memory = turn.Spent || r.stopped, turn.Memory
		return turn, nil
	case <-r.process.gone:
		return nil, r.process.err
	case <-late:
		return nil, errLate
	}
}

func (r *Realm) begin(ctx context.Context, cancel context.CancelFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn, r.size, r.ctx, r.asked, r.watch = &Turn{}, 0, ctx, false, time.AfterFunc(maxTurn, cancel)
}

// over gives back what the turn had.
func (r *Realm) over() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watch.Stop()
	r.ctx = nil
	if r.release != nil {
		r.release()
		r.release = nil
	}
}

// errNonsense is an answer that no realm gives. The process is ended: something has
// gone wrong in it.
var errNonsense = errors.New("the process that runs handlers answered what was not asked")

// take takes an answer. It never waits: all realms have one pipe.
func (r *Realm) take(m *message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.size += m.size()
	if r.turn == nil || r.size > maxTurnSize {
		return errNonsense
	}
	switch m.kind {
	case started:
		r.turn.Operations = append(r.turn.Operations, engine.Operation{ID: int(m.id), Name: m.name, Payload: m.text, Bytes: m.bytes})
	case cancelled:
		r.turn.Cancelled = append(r.turn.Cancelled, int(m.id))
	case done:
		r.turn.Outcome = &engine.Outcome{Value: m.text}
	case refused:
		r.turn.Outcome = &engine.Outcome{Refusal: m.text}
	case failed:
		r.turn.Outcome = &engine.Outcome{Failure: failureOf(m.text)}
	case slot:
		if r.ctx != nil && !r.asked {
			r.asked = true
			r.watch.Stop()
			go r.takeSlot(r.ctx)
		}
	case quiet:
		r.turn.Memory, r.turn.Spent = int(m.id), m.name == spent
		r.turns <- r.turn // there is room for the one turn that was begun
		r.turn = nil
	default:
		return errNonsense
	}
	return nil
}

// takeSlot waits for a slot of the processor and tells the turn.
func (r *Realm) takeSlot(ctx context.Context) {
	answer := &message{kind: grant, realm: r.id}
	release, err := r.process.slot(ctx)
	if err != nil {
		answer.text, release = err.Error(), func() {}
	}
	r.keep(ctx, release)
	_ = r.process.send(answer) // a process that is gone needs no slot
}

// keep keeps a slot for as long as the turn of ctx runs, whose time goes on.
func (r *Realm) keep(ctx context.Context, release func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx != ctx {
		release()
		return
	}
	r.release = release
	r.watch.Reset(maxTurn)
}

func failureOf(text string) *engine.Failure {
	f := &engine.Failure{}
	if err := json.Unmarshal([]byte(text), f); err != nil {
		f.Message = text
	}
	return f
}
