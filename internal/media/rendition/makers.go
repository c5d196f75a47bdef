package rendition

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"time"
)

const (
	// keepFor is how long a process waits for its next picture: its start costs the
	// requests beside it more than the picture does (decision 351).
	keepFor = 5 * time.Second
	// keptMemory bounds what a picture may take whose process is kept: the memory of
	// larger ones goes back to the system at once.
	keptMemory = 64 << 20
)

// makers are the processes that wait for their next picture. They are safe for
// concurrent use.
type makers struct {
	mu   sync.Mutex
	idle []*maker
}

var kept makers

// run has a process make renditions of one picture. One that was kept may have ended
// meanwhile, for reasons of the system: then another one does.
func (k *makers) run(ctx context.Context, told []byte, source io.ReadSeeker, size, memory int64, renditions int) ([][]byte, error) {
	for {
		m, err := k.take()
		if err != nil {
			return nil, err
		}
		if _, err := source.Seek(0, io.SeekStart); err != nil {
			return nil, errors.Join(err, m.end())
		}
		again := m.used
		made, err := m.make(ctx, told, &watched{ctx: ctx, r: source}, size, renditions)
		switch {
		case err == nil && memory <= keptMemory:
			k.keep(m)
		case err == nil:
			_ = m.end() // it was killed
		case again && errors.Is(err, errGone):
			continue
		}
		return made, err
	}
}

func (k *makers) take() (*maker, error) {
	if m := k.last(); m != nil {
		return m, nil
	}
	return startMaker()
}

// last is the one that was used last, nil for none.
func (k *makers) last() *maker {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.idle) == 0 {
		return nil
	}
	m := k.idle[len(k.idle)-1]
	k.idle = k.idle[:len(k.idle)-1]
	m.ending.Stop()
	return m
}

func (k *makers) keep(m *maker) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.idle = append(k.idle, m)
	m.ending = time.AfterFunc(keepFor, func() { k.end(m) })
}

// end ends a process if it still waits.
func (k *makers) end(m *maker) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if i := slices.Index(k.idle, m); i >= 0 {
		k.idle = slices.Delete(k.idle, i, i+1)
		go func() { _ = m.end() }() // it was killed
	}
}
