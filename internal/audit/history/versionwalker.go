package history

import (
	"math"

	"github.com/quartet-dev/quartet/internal/audit"
)

// versionWalker walks back through the versions of an entry, from the nearest one that
// is known whole: the entry itself, or the newest of a pack.
type versionWalker struct {
	journal Reader
	of      Entry

	begun bool
	key   int64        // the versions from here on were given
	state *audit.State // after the next older change
	known bool         // whether it is
	next  int64        // the version that it has; 0 for any
	queue []step       // read, and not yet given
	pack  *Pack        // the next older one
	ended bool
	read  int // bytes
}

// step is one change on the way back.
type step struct {
	audit.Version
	known bool   // State is what the change left
	after []byte // that a record of before this form has in itself
	pack  *Pack  // that it was in; nil for a record that has its values in itself
}

// sides are Before and After of the change.
func (s *step) sides() (was, is []byte) {
	if was, is = s.Undo.Sides(s.State); !s.known && len(s.after) > 0 {
		is = s.after
	}
	return was, is
}

// value fills the values of the entry's record l, of which a creation has none.
// Records come newest first.
func (p *versionWalker) value(l *StoredRecord) error {
	switch {
	case l.Action.Makes():
		return nil
	case l.Kept == Nowhere, l.Kept == StateOnly:
		l.Pruned = true
		return nil
	}
	at, err := p.to(l.Key)
	switch {
	case err != nil:
		return err
	case at == nil || at.Undo == nil:
		l.Pruned = true
	default:
		l.Before, l.After = at.sides()
	}
	return nil
}

// to is the change of the record with a key; nil when nothing is kept of it.
func (p *versionWalker) to(key int64) (*step, error) {
	if !p.begun {
		if err := p.begin(key); err != nil {
			return nil, err
		}
	}
	for {
		at, err := p.peek()
		if at == nil || at.Key < key || err != nil {
			return nil, err
		}
		p.queue = p.queue[1:]
		if at.Key == key {
			return at, nil
		}
	}
}

// peek is the next older change of which something is kept, from the newest one
// on unless to was asked for another; nil at the end.
func (p *versionWalker) peek() (*step, error) {
	if !p.begun {
		if err := p.begin(math.MaxInt64); err != nil {
			return nil, err
		}
	}
	for len(p.queue) == 0 {
		if p.ended {
			return nil, nil
		}
		if err := p.more(); err != nil {
			return nil, err
		}
	}
	return &p.queue[0], nil
}

// begin finds what the version of a record is rebuilt from.
func (p *versionWalker) begin(key int64) (err error) {
	p.begun, p.key = true, math.MaxInt64
	if p.pack, err = p.found(p.journal.PackFrom(p.of, key)); err != nil {
		return err
	}
	if p.pack != nil {
		p.key = p.pack.Last + 1
		return nil
	}
	if p.state, p.next, err = p.journal.State(p.of); err != nil {
		return err
	}
	p.known = true
	p.read += p.state.Size()
	p.pack, err = p.found(p.journal.PackBefore(p.of, p.key))
	return err
}

// found counts what is read of a pack.
func (p *versionWalker) found(pack *Pack, err error) (*Pack, error) {
	if pack != nil {
		p.read += len(pack.Text)
	}
	return pack, err
}

// more reads further: the records that have their values in themselves, down to
// the next pack, and then that.
func (p *versionWalker) more() error {
	here, below := 0, int64(0)
	if p.pack != nil {
		below = p.pack.Last
	}
	err := p.journal.Changes(p.of, p.key, below, func(c Change) error {
		here++
		return p.change(c)
	})
	switch {
	case err != nil:
		return err
	case here > 0:
		return nil
	case p.pack == nil:
		p.ended = true
		return nil
	}
	return p.open()
}

// change takes a record that has its values in itself.
func (p *versionWalker) change(c Change) error {
	undo, err := audit.ReadUndo(c.Action, c.Undo, c.After)
	if err != nil {
		return err
	}
	p.key = c.Key
	p.read += len(c.Undo)
	p.follow(c.Action, c.Version)
	p.queue = append(p.queue, step{
		Version: audit.Version{Key: p.key, Published: c.Action == audit.Publish, State: p.state, Undo: &undo},
		known:   p.known, after: c.After,
	})
	if p.known {
		p.state = undo.Apply(p.state)
	}
	return nil
}

// follow looks whether a record is the one that made the version at hand. A
// record that is missing makes what is older unknown: in such a file others than
// the service have written. A removal has all that it took.
func (p *versionWalker) follow(action audit.Action, version int64) {
	switch {
	case action == audit.Delete:
		p.state, p.known = nil, true
	case p.state == nil, p.next != 0 && version != p.next:
		p.state, p.known = nil, false
	}
	switch action {
	case audit.Create, audit.Restore:
		p.next = 0
	case audit.Delete:
		p.next = version // which it has not raised
	default:
		p.next = version - 1
	}
}

// open takes the versions of the pack.
func (p *versionWalker) open() error {
	versions, err := audit.Unpack(p.pack.Text)
	if err != nil {
		return err
	}
	for _, v := range versions {
		p.queue = append(p.queue, step{Version: v, known: true, pack: p.pack})
	}
	p.state, p.known = versions[len(versions)-1].Before()
	p.key, p.next = p.pack.First, 0
	p.pack, err = p.found(p.journal.PackBefore(p.of, p.key))
	return err
}
