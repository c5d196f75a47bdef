package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/childprocess"
)

// Handlers are what a Process runs.
type Handlers struct {
	Code  string // the handlers as one script
	Site  string // what their contexts know of the site, as JSON
	Steps int    // as in engine.Host; 0 for the engine's own
}

// Slot takes a slot of the processor for a turn that takes long: release gives it
// back.
type Slot func(ctx context.Context) (release func(), err error)

// Process is a running worker. It is safe for concurrent use.
type Process struct {
	command *exec.Cmd
	in      io.WriteCloser
	writing sync.Mutex
	buffer  []byte // that messages are written from
	slot    Slot

	mu     sync.Mutex
	realms map[uint32]*Realm
	last   atomic.Uint32

	gone  chan struct{} // closed when the process has ended
	err   error         // why, once it has
	words childprocess.Words
}

// ErrGone is in the chain of a turn that the end of its process cut short.
var ErrGone = errors.New("the process that runs handlers has ended")

// Start starts a process and lets it evaluate the handlers. The error is an
// *engine.Failure when a module threw.
func Start(ctx context.Context, h Handlers, threads int, slot Slot) (*Process, error) {
	return startAs(ctx, processName, h, threads, slot)
}

func startAs(ctx context.Context, name string, h Handlers, threads int, slot Slot) (*Process, error) {
	p := &Process{slot: slot, realms: make(map[uint32]*Realm), gone: make(chan struct{})}
	var err error
	if p.command, err = childprocess.Command(context.Background(), name, threads); err != nil { // it outlives the call
		return nil, err
	}
	p.command.Stderr = &p.words
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, childprocess.Failed(name, err)
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, childprocess.Failed(name, err)
	}
	if err := p.command.Start(); err != nil {
		return nil, childprocess.Failed(name, err)
	}
	go p.read(bufio.NewReaderSize(out, 64<<10))
	if err := p.load(ctx, h); err != nil {
		p.Kill()
		return nil, err
	}
	return p, nil
}

func (p *Process) load(ctx context.Context, h Handlers) error {
	turn, err := p.realm(0).exchange(ctx, &message{kind: load, id: number(h.Steps), name: h.Site, text: h.Code})
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

// Err is why the process has ended, once it is gone.
func (p *Process) Err() error { return p.err }

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

// maxWrite is how long the process may leave a message in the pipe. It reads all
// the time, whatever its realms do.
const maxWrite = 10 * time.Second

// keptBuffer is how large a buffer is kept for the next message.
const keptBuffer = 64 << 10

// send sends a message. A process that does not read is ended.
func (p *Process) send(m *message) error {
	if m.size() > maxToRealm {
		return errTooLong
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	if pipe, is := p.in.(*os.File); is {
		_ = pipe.SetWriteDeadline(time.Now().Add(maxWrite)) // where pipes have none, the write waits
	}
	p.buffer = m.appendTo(slices.Grow(p.buffer[:0], m.size()))
	if cap(p.buffer) > keptBuffer {
		defer func() { p.buffer = nil }()
	}
	if _, err := p.in.Write(p.buffer); err != nil {
		_ = p.command.Process.Kill() // half of a message is none
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return nil
}

// read hands out what realms answer until the process ends.
func (p *Process) read(out *bufio.Reader) {
	var err error
	for {
		var m *message
		if m, err = readMessage(out, maxFromRealm); err != nil {
			break
		}
		p.mu.Lock()
		realm := p.realms[m.realm]
		p.mu.Unlock()
		if realm == nil {
			continue // it was dropped
		}
		if err = realm.take(m); err != nil {
			break
		}
	}
	_ = p.command.Process.Kill() // what it says makes no sense, or it is about to end
	ended := p.command.Wait()
	if errors.Is(err, io.EOF) {
		err = nil // as every process ends
	}
	p.err = fmt.Errorf("%w: %w", ErrGone, errors.Join(err, ended, p.words.Err()))
	close(p.gone)
}
