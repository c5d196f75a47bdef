package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"
)

// Handlers are what a Process runs.
type Handlers struct {
	Code string // the handlers as one script
	Site string // what their contexts know of the site, as JSON
}

// Slot takes a slot of the processor for a turn that takes long: release gives it
// back.
type Slot func(ctx context.Context) (release func(), err error)

// Process is a running worker. It is safe for concurrent use.
type Process struct {
	command *exec.Cmd
	in      io.WriteCloser
	writing sync.Mutex
	slot    Slot

	mu     sync.Mutex
	realms map[uint32]*Realm
	last   atomic.Uint32

	gone chan struct{} // closed when the process has ended
	err  error         // why, once it has
	tail tail
}

// ErrGone is in the chain of a turn that the end of its process cut short.
var ErrGone = errors.New("the process that runs handlers has ended")

// Start starts a process and lets it evaluate the handlers. The error is an
// *engine.Failure when a module threw.
func Start(ctx context.Context, h Handlers, threads int, slot Slot) (*Process, error) {
	self, err := executable()
	if err != nil {
		return nil, err
	}
	p := &Process{slot: slot, realms: make(map[uint32]*Realm), gone: make(chan struct{})}
	p.command = exec.Command(self)                                             //nolint:noctx,gosec // it outlives the call, and is this program
	p.command.Args = []string{processName}                                     // see init
	p.command.Env = append(environment(), "GOMAXPROCS="+strconv.Itoa(threads)) // and none of the service's secrets
	p.command.Stderr = &p.tail
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start the process for handlers: %w", err)
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start the process for handlers: %w", err)
	}
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("start the process for handlers: %w", err)
	}
	go p.read(bufio.NewReaderSize(out, 64<<10))
	if err := p.load(ctx, h); err != nil {
		p.Kill()
		return nil, err
	}
	return p, nil
}

// environment is what the process needs of it: handlers live in UTC, and collect
// garbage of their own.
func environment() []string {
	env := []string{"TZ=UTC", "GOGC=100"}
	for _, name := range []string{"SYSTEMROOT", "GOCOVERDIR", "GORACE"} { // what the system and the tests of Go need
		if value, is := os.LookupEnv(name); is {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func (p *Process) load(ctx context.Context, h Handlers) error {
	turn, err := p.realm(0).exchange(ctx, &message{kind: load, name: h.Site, text: h.Code})
	switch {
	case err != nil:
		return err
	case turn.Outcome != nil && turn.Outcome.Failure != nil:
		return turn.Outcome.Failure
	}
	return nil
}

// Gone is closed when the process has ended.
func (p *Process) Gone() <-chan struct{} { return p.gone }

// Kill ends the process at once, with all that runs in it.
func (p *Process) Kill() {
	_ = p.command.Process.Kill() // it may have ended
	<-p.gone
}

// Close ends the process when nothing runs in it.
func (p *Process) Close() {
	_ = p.in.Close()
	p.Kill()
}

func (p *Process) send(m *message) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	if _, err := p.in.Write(m.appendTo(nil)); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return nil
}

// read hands out what realms answer until the process ends.
func (p *Process) read(out io.Reader) {
	var err error
	for {
		var m *message
		if m, err = readMessage(out); err != nil {
			break
		}
		p.mu.Lock()
		realm := p.realms[m.realm]
		p.mu.Unlock()
		if realm != nil {
			realm.take(m)
		}
	}
	_ = p.command.Process.Kill() // what it says makes no sense, or it is about to end
	ended := p.command.Wait()
	p.err = fmt.Errorf("%w: %w", ErrGone, errors.Join(ended, p.tail.err()))
	close(p.gone)
}
