package worker

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/quartet-dev/quartet/internal/childprocess"
	"github.com/quartet-dev/quartet/internal/script/engine"
	"github.com/quartet-dev/quartet/internal/script/web"
)

// processName is the name under which the program is started as a worker.
const processName = "quartet-handlers"

func init() {
	childprocess.Serve(processName, func(in io.Reader, out io.Writer) int {
		newChild(in, out).serve() // until the parent is gone, or wants it
		return 0
	})
}

// child is the inside of a worker.
type child struct {
	in  *bufio.Reader
	mu  sync.Mutex // of out
	out io.Writer

	buffer []byte // that messages are written from

	memory  memory
	funcs   map[string]engine.Func
	turns   turns
	program *engine.Program
	steps   int
	first   *runner // what load has opened to see whether it can be
	realms  map[uint32]*runner
}

// runner is a realm with the goroutine that runs it.
type runner struct {
	id       uint32 // 0 before its first call
	messages chan *message
	granted  chan error
	turn     *turn // for the message that is answered
	hasSlot  bool  // likewise

	givesWay bool // its thread does, and is none for another call
	mu       sync.Mutex
	realm    *engine.Realm // nil until it is open
	stopped  bool
}

func newChild(in io.Reader, out io.Writer) *child {
	c := &child{in: bufio.NewReaderSize(in, 64<<10), out: out, turns: newTurns(), funcs: make(map[string]engine.Func), realms: make(map[uint32]*runner)}
	for name, f := range web.Funcs() {
		c.funcs[name] = f
	}
	return c
}

// serve reads messages until the parent ends them. Whatever runs then ends with
// the process.
func (c *child) serve() {
	for {
		m, err := readMessage(c.in, maxToRealm)
		if err != nil {
			return
		}
		c.take(m)
	}
}

func (c *child) take(m *message) {
	switch m.kind {
	case load:
		c.load(m)
	case stop:
		if r := c.realms[m.realm]; r != nil {
			r.stop()
		}
	case grant:
		if r := c.realms[m.realm]; r != nil {
			r.granted <- granted(m.text)
		}
	case drop:
		if r := c.realms[m.realm]; r != nil {
			close(r.messages)
			delete(c.realms, m.realm)
		}
	default:
		c.runner(m.realm).messages <- m
	}
}

// load compiles the handlers, and opens a realm to see whether their modules can
// be evaluated.
func (c *child) load(m *message) {
	program, err := engine.Compile(engine.Sources{Web: web.Source(), Handlers: m.text, Site: m.name})
	if err == nil {
		c.program, c.steps, c.first = program, int(m.id), newRunner()
		err = c.first.open(c)
	}
	if err != nil {
		c.send(&message{kind: failed, text: failureText(err)}, &message{kind: quiet})
		return
	}
	c.send(&message{kind: done}, &message{kind: quiet})
}

func (c *child) runner(id uint32) *runner {
	r := c.realms[id]
	if r != nil {
		return r
	}
	if r = c.first; r == nil {
		r = newRunner()
	}
	c.first, r.id, c.realms[id] = nil, id, r
	go r.run(c)
	return r
}

func newRunner() *runner {
	return &runner{messages: make(chan *message, 4), granted: make(chan error, 1)}
}

func (r *runner) run(c *child) {
	for m := range r.messages {
		r.turn, r.hasSlot = c.turns.begin(), false
		answer := r.answer(c, m)
		r.turn.over()
		c.send(answer...)
		c.memory.tidy()
	}
	if r.realm != nil {
		r.realm.Close()
	}
}

// open makes the realm, once.
func (r *runner) open(c *child) error {
	if r.realm != nil {
		return nil
	}
	realm, err := c.program.Open(engine.Host{Funcs: c.funcs, Slot: func() error { return r.askForSlot(c) }, Steps: c.steps})
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.realm = realm; r.stopped {
		realm.Stop()
	}
	return nil
}

// spent is the name of a quiet message whose realm serves no other call.
const spent = "spent"

// answer does what a message says, and gives what the realm answers.
func (r *runner) answer(c *child, m *message) []*message {
	if err := r.open(c); err != nil {
		return []*message{{kind: failed, realm: r.id, text: failureText(err)}, {kind: quiet, realm: r.id, name: spent}}
	}
	if m.kind == end {
		last := &message{kind: quiet, realm: r.id}
		if !r.realm.End() || r.givesWay {
			last.name = spent
		}
		return []*message{last}
	}
	turn := r.take(m)
	isSpent := turn.Outcome != nil && !r.realm.End() // the handler is done, and nothing of its call goes on
	return r.answers(turn, isSpent)
}

// answers are the messages that say what a turn left.
func (r *runner) answers(turn engine.Turn, isSpent bool) []*message {
	messages := make([]*message, 0, len(turn.Operations)+len(turn.Cancelled)+2)
	for _, o := range turn.Operations {
		messages = append(messages, &message{kind: started, realm: r.id, id: number(o.ID), name: o.Name, text: o.Payload, bytes: o.Bytes})
	}
	for _, operation := range turn.Cancelled {
		messages = append(messages, &message{kind: cancelled, realm: r.id, id: number(operation)})
	}
	last := &message{kind: quiet, realm: r.id, id: number(turn.Memory)}
	if o := turn.Outcome; o != nil {
		messages = append(messages, outcome(r.id, o))
	}
	if isSpent || r.givesWay {
		last.name = spent
	}
	return append(messages, last)
}

func (r *runner) take(m *message) engine.Turn {
	switch m.kind {
	case begin:
		return r.realm.Begin(m.name, m.text)
	case settle:
		return r.realm.Settle(int(m.id), m.text, m.bytes)
	case reject:
		return r.realm.Reject(int(m.id), m.text)
	default:
		return r.realm.Abort()
	}
}

func outcome(realm uint32, o *engine.Outcome) *message {
	switch {
	case o.Failure != nil:
		return &message{kind: failed, realm: realm, text: failureText(o.Failure)}
	case o.Refusal != "":
		return &message{kind: refused, realm: realm, text: o.Refusal}
	default:
		return &message{kind: done, realm: realm, text: o.Value}
	}
}

func (r *runner) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped = true
	if r.realm != nil {
		r.realm.Stop()
	}
}

// askForSlot waits until the parent has a slot of the processor, once for all that
// a message causes: after a turn the call is ended, too. Opening a realm takes
// none: it is short, and a crowd of calls that each open one is not to be refused.
func (r *runner) askForSlot(c *child) error {
	if r.realm == nil || r.hasSlot {
		return nil
	}
	c.send(&message{kind: slot, realm: r.id})
	r.turn.over()
	err := <-r.granted
	if err == nil {
		r.hasSlot, r.givesWay = true, true
		childprocess.GiveWay()
	}
	return err
}

func granted(why string) error {
	if why == "" {
		return nil
	}
	return errors.New(why)
}

// send writes messages at once. Without a parent there is nothing left to do.
func (c *child) send(messages ...*message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.buffer[:0]
	for _, m := range messages {
		b = m.appendTo(b)
	}
	if c.buffer = b; cap(b) > keptBuffer {
		c.buffer = nil
	}
	if _, err := c.out.Write(b); err != nil {
		os.Exit(0)
	}
}

func failureText(err error) string {
	failure := &engine.Failure{Message: err.Error()}
	var thrown *engine.Exception
	if errors.As(err, &thrown) {
		failure.Stack = thrown.Stack
	}
	errors.As(err, &failure)
	text, err := json.Marshal(failure)
	if err != nil {
		return `{"message": "a failure without a text"}`
	}
	return string(text)
}
