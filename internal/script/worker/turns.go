package worker

import (
	"runtime"
	"sync"
	"time"
)

// turns lets short turns run one after another: if all that are due ran at once on
// a thread or two, each would last longer than a turn may without a slot of the
// processor, and a crowd of calls that take a millisecond would ask for slots.
type turns struct{ running chan struct{} }

// longTurn is after what time a turn is none of the short ones: the others go on
// beside it. A turn that asks for a slot is none either.
const longTurn = 30 * time.Millisecond

// newTurns leaves a thread to the turns that have a slot.
func newTurns() turns {
	return turns{make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))}
}

// turn is one that runs.
type turn struct {
	of   turns
	once sync.Once
	late *time.Timer
}

// begin waits until a turn may run.
func (t turns) begin() *turn {
	t.running <- struct{}{}
	began := &turn{of: t}
	began.late = time.AfterFunc(longTurn, began.leave)
	return began
}

// over ends the turn, or what of it is short.
func (t *turn) over() {
	t.late.Stop()
	t.leave()
}

func (t *turn) leave() { t.once.Do(func() { <-t.of.running }) }
