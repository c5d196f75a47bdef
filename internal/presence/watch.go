package presence

import (
	"context"
	"time"
)

// readTime bounds a look at the entries, and maxReads how many a turn has: those that are
// left come with the next.
const (
	readTime = 5 * time.Second
	maxReads = 200
	slowTurn = 5 // turns between two looks where it is not known what was written
)

// run looks after the places while anybody listens.
func (h *Hub) run() {
	turns := watch{Hub: h, generations: map[string]uint64{}}
	for {
		select {
		case <-h.closing:
			return
		case <-h.stir:
		}
		turns.run()
	}
}

// wakeUp has run look after the places.
func (h *Hub) wakeUp() {
	select {
	case h.stir <- struct{}{}:
	default:
	}
}

// watch is what run remembers from turn to turn.
type watch struct {
	*Hub
	generations map[string]uint64 // by collection, as they were looked at last
	turn        int
}

// run goes on until nobody listens.
func (w *watch) run() {
	tick := time.NewTicker(turnTime)
	defer tick.Stop()
	for w.Count() > 0 {
		w.look()
		select {
		case <-w.closing:
			return
		case <-tick.C:
		case <-w.stir: // somebody has come
		}
		w.turn++
	}
	clear(w.generations)
}

// look ends what is silent, says again who is where, and reads what was written.
func (w *watch) look() {
	places := w.sweep()
	written := w.written(places)
	ctx, cancel := context.WithTimeout(context.Background(), readTime)
	defer cancel()
	reads := 0
	for _, p := range places {
		if !w.wants(p, written) {
			continue
		}
		if reads++; reads > maxReads || ctx.Err() != nil {
			return
		}
		w.read(ctx, p)
	}
}

// sweep ends the windows that are silent and forgets processes that are, and gives the
// places that are left.
func (w *watch) sweep() (places []*place) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.opts.Now()
	for _, l := range w.windows {
		if now.Sub(l.heard) > Silence {
			w.drop(l)
		}
	}
	again := w.turn%int(announceTime/turnTime) == 0
	for _, p := range w.places {
		for process, r := range p.remote {
			if !now.Before(r.until) {
				delete(p.remote, process)
			}
		}
		if again {
			w.announce(p, false)
		}
		places = append(places, p)
	}
	for person, b := range w.rates {
		if b.isFull(now) {
			delete(w.rates, person)
		}
	}
	return places
}

// written are the collections of the places that may have been written since the last
// look.
func (w *watch) written(places []*place) map[string]bool {
	found := map[string]bool{}
	for _, p := range places {
		name := p.at.Collection
		if _, asked := found[name]; asked {
			continue
		}
		number, known := w.opts.Entries.Generation(name)
		if !known {
			found[name] = w.turn%slowTurn == 0
			continue
		}
		before, looked := w.generations[name]
		found[name] = looked && before != number
		w.generations[name] = number
	}
	return found
}

// wants reports whether a place is to be read, and remembers it until it is.
func (w *watch) wants(p *place, written map[string]bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	p.stale = p.stale || written[p.at.Collection]
	return p.stale
}

// read looks what became of an entry, and tells it where it is another.
func (w *watch) read(ctx context.Context, p *place) {
	now, err := w.opts.Entries.State(ctx, p.at)
	if err != nil {
		w.opts.Log.Warn("an entry that is open could not be read", "error", err)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	p.stale = false
	if !p.seen || !p.state.sameAs(now) {
		p.change(now)
	}
}

// sameAs leaves out who did it, whom a look does not tell.
func (c Change) sameAs(other Change) bool {
	return c.Kind == other.Kind && c.Version == other.Version && c.Status == other.Status
}
