package script

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/script/worker"
)

const (
	// startLimit is how long a process may take to start and to evaluate the modules.
	startLimit = 30 * time.Second

	// steady is how long a process must last so that its end is no reason to wait with
	// the next one; others wait twice as long each time.
	steady     = 10 * time.Second
	firstPause = 100 * time.Millisecond
	longPause  = 5 * time.Second
)

// start is a process that is about to start. Whoever waits for it asks again when
// it is done.
type start struct {
	done chan struct{}
	err  error // once it is done
}

// crashes are processes in a row that ended on their own.
type crashes int

// pause is how long the next process waits: a handler that ends its process in every
// call must not keep the machine busy with starts.
func (c crashes) pause() time.Duration {
	if c < 2 {
		return 0
	}
	return min(longPause, firstPause<<min(c-2, 10))
}

// started is the start that is under way, which begins now if none was. p.mu is
// held.
func (p *pool) started() *start {
	if p.starting == nil {
		s := &start{done: make(chan struct{})}
		p.starting = s
		pause := p.crashes.pause()
		p.live.Go(func() { p.start(s, pause) })
	}
	return p.starting
}

func (p *pool) start(s *start, pause time.Duration) {
	defer close(s.done)
	began, err := p.begin(pause)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.starting, s.err = nil, err
	if err != nil {
		p.crashes++
		return
	}
	p.live.Go(func() { p.watch(began) })
	if !p.closed {
		p.current = began
	}
}

func (p *pool) begin(pause time.Duration) (*process, error) {
	select {
	case <-time.After(pause):
	case <-p.stopping.Done():
		return nil, context.Cause(p.stopping)
	}
	ctx, cancel := context.WithTimeout(p.stopping, startLimit)
	defer cancel()
	began, err := worker.Start(ctx, p.handlers, threads, slot)
	if err != nil {
		return nil, err
	}
	return &process{Process: began, began: time.Now()}, nil
}

// watch sees a process end.
func (p *pool) watch(of *process) {
	select {
	case <-of.Gone():
	case <-p.stopping.Done():
		of.Close()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose(of)
}

// lose forgets a process that has ended on its own. p.mu is held.
func (p *pool) lose(of *process) {
	if p.current != of {
		return // it was ended, or is forgotten already
	}
	p.current = nil
	if time.Since(of.began) > steady {
		p.crashes = 0
	}
	p.crashes++
	p.log.Error("the process that runs handlers failed", "error", of.Err())
}
