package sqlite

import (
	"errors"
	"math"
	"slices"

	"github.com/quartet-dev/quartet/internal/audit"
)

// past walks back through the versions of an entry, from the nearest one that
// is known whole: the entry itself, or the newest of a pack.
type past struct {
	conn *conn
	ofEntry

	begun bool
	key   int64        // the versions from here on were given
	state *audit.State // after the next older change
	known bool         // whether it is
	next  int64        // the version that it has; 0 for any
	queue []step       // read, and not yet given
	pack  *pack        // the next older one
	ended bool
	read  int // bytes
}

// step is one change on the way back.
type step struct {
	audit.Version
	known bool   // State is what the change left
	after []byte // that a line of before this form has in itself
	pack  *pack  // that it was in; nil for a line that has its values in itself
}

// sides are Before and After of the change.
func (s *step) sides() (was, is []byte) {
	if was, is = s.Undo.Sides(s.State); !s.known && len(s.after) > 0 {
		is = s.after
	}
	return was, is
}

// pack is a row of _quartet_versions.
type pack struct {
	key, last, first int64
	lines, published int
	text             []byte
}

// value fills the values of the entry's line l, of which a creation has none.
// Lines come newest first.
func (p *past) value(l *keptLine) error {
	switch {
	case l.Action == audit.Create:
		return nil
	case l.kept == keptNowhere, l.kept == keptVersion:
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

// to is the change of the line with a key; nil when nothing is kept of it.
func (p *past) to(key int64) (*step, error) {
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
func (p *past) peek() (*step, error) {
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

var (
	packAbove = &query{text: `SELECT key, last, first, lines, published, pack FROM _quartet_versions
WHERE subject = ?1 AND last >= ?3 AND +collection = ?2 ORDER BY last LIMIT 1`}
	packBelow = &query{text: `SELECT key, last, first, lines, published, pack FROM _quartet_versions
WHERE subject = ?1 AND last < ?3 AND +collection = ?2 ORDER BY last DESC LIMIT 1`}
	linesBelow = &query{text: `SELECT a.key, action, version, coalesce(undo, before), after, kept
FROM _quartet_audit a LEFT JOIN _quartet_undo u ON u.key = a.key
WHERE subject = ?1 AND a.key < ?3 AND a.key > ?4 AND +collection = ?2 ORDER BY a.key DESC LIMIT 32`}
)

// begin finds what the version of a line is rebuilt from.
func (p *past) begin(key int64) (err error) {
	p.begun, p.key = true, math.MaxInt64
	if p.pack, err = p.find(packAbove, key); err != nil {
		return err
	}
	if p.pack != nil {
		p.key = p.pack.last + 1
		return nil
	}
	if p.state, p.next, err = p.conn.stateOf(p.ofEntry); err != nil {
		return err
	}
	p.known = true
	p.read += p.state.Size()
	p.pack, err = p.find(packBelow, p.key)
	return err
}

func (p *past) find(q *query, key int64) (found *pack, err error) {
	found, err = first(p.conn, q, packOf, p.subject, p.collection, key)
	if found != nil {
		p.read += len(found.text)
	}
	return found, err
}

func packOf(s *stmt) *pack {
	return &pack{
		key: s.integer(0), last: s.integer(1), first: s.integer(2), lines: int(s.integer(3)), published: int(s.integer(4)),
		text: append([]byte{}, s.blob(5)...),
	}
}

// more reads further: the lines that have their values in themselves, down to
// the next pack, and then that.
func (p *past) more() (err error) {
	here, below := 0, int64(0)
	if p.pack != nil {
		below = p.pack.last
	}
	err = p.conn.each(linesBelow, func(s *stmt) error {
		if s.integer(5) != keptHere {
			return errEnough
		}
		here++
		return p.line(s)
	}, p.subject, p.collection, p.key, below)
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return err
	case here > 0:
		return nil
	case p.pack == nil:
		p.ended = true
		return nil
	}
	return p.open()
}

// line takes a line that has its values in itself.
func (p *past) line(s *stmt) error {
	action, version := audit.Action(s.text(1)), s.integer(2)
	before, err := s.fitted(3)
	if err != nil {
		return err
	}
	undo, err := audit.ReadUndo(action, before, s.text(4))
	if err != nil {
		return err
	}
	p.key = s.integer(0)
	p.read += len(before)
	p.follow(action, version)
	p.queue = append(p.queue, step{
		Version: audit.Version{Key: p.key, Published: action == audit.Publish, State: p.state, Undo: &undo},
		known:   p.known, after: slices.Clone(s.text(4)),
	})
	if p.known {
		p.state = undo.Apply(p.state)
	}
	return nil
}

// follow looks whether a line is the one that made the version at hand. A
// line that is missing makes what is older unknown: in such a file others than
// the service have written. A removal has all that it took.
func (p *past) follow(action audit.Action, version int64) {
	switch {
	case action == audit.Delete:
		p.state, p.known = nil, true
	case p.state == nil, p.next != 0 && version != p.next:
		p.state, p.known = nil, false
	}
	switch action {
	case audit.Create:
		p.next = 0
	case audit.Delete:
		p.next = version // which it has not raised
	default:
		p.next = version - 1
	}
}

// open takes the versions of the pack.
func (p *past) open() error {
	versions, err := audit.Unpack(p.pack.text)
	if err != nil {
		return err
	}
	for _, v := range versions {
		p.queue = append(p.queue, step{Version: v, known: true, pack: p.pack})
	}
	p.state, p.known = versions[len(versions)-1].Before()
	p.key, p.next = p.pack.first, 0
	p.pack, err = p.find(packBelow, p.key)
	return err
}
