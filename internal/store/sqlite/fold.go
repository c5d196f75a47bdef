package sqlite

import (
	"context"
	"errors"
	"math"

	"github.com/quartet-dev/quartet/internal/audit"
)

const (
	packLines = 64      // that a pack holds at most
	packBytes = 1 << 18 // of packed text to which nothing more is added
	foldLines = 64      // that have their values in themselves, and no more
	foldBytes = 16 << 10
	foldTimes = 2        // as long as the entry that they are of
	mostPack  = 6 << 20  // so that a row with it fits
	growth    = 4        // as many older versions are packed anew as there are new ones
	mostHeap  = 16 << 20 // of changes that are packed at once
)

// folder moves what the lines of one entry have in themselves into packs. It
// reads and compresses beside the writes; what it has made is stored in short
// jobs. Nothing that it reads ever changes, but by the sweep of another process,
// which the job finds.
type folder struct {
	*sweeper
	ofEntry
	below int64 // where the last pack that it made begins
}

// heap is what one pack shall hold.
type heap struct {
	versions []audit.Version
	lines    int   // of them from lines
	replaced *pack // that the others are from
}

var sizesHere = &query{text: `SELECT kept, octet_length(coalesce(undo, before)), octet_length(after)
FROM _quartet_audit a LEFT JOIN _quartet_undo u ON u.key = a.key
WHERE subject = ?1 AND +collection = ?2 ORDER BY a.key DESC LIMIT 65`}

// due reports whether the lines of the entry are worth a pack by now.
func (f *folder) due(c *conn) (bool, error) {
	var lines, bytes int64
	err := c.each(sizesHere, func(s *stmt) error {
		if s.integer(0) != keptHere {
			return errEnough
		}
		lines++
		bytes += s.integer(1) + s.integer(2)
		return nil
	}, f.subject, f.collection)
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return false, err
	case lines >= foldLines, lines > int64(f.keep.Versions):
		return true, nil
	case bytes < foldBytes:
		return false, nil
	}
	size, err := c.sizeOf(f.ofEntry)
	return bytes >= foldTimes*size, err
}

// fold makes packs until no line of the entry has its values in itself, the
// newest first.
func (f *folder) fold(ctx context.Context) error {
	f.below = math.MaxInt64
	for {
		h, err := f.gather(ctx)
		if err != nil || h.lines == 0 {
			return err
		}
		if err := f.store(ctx, h); err != nil {
			return err
		}
	}
}

// gather reads what the next pack shall hold: the newest lines, and the pack
// behind them when that is so short that both are one.
func (f *folder) gather(ctx context.Context) (h *heap, err error) {
	h = &heap{}
	err = f.readers.read(ctx, func(c *conn) error {
		return c.atOneMoment(func() error {
			p := &past{conn: c, ofEntry: f.ofEntry}
			if f.below < math.MaxInt64 {
				if _, err := p.to(f.below); err != nil {
					return err
				}
			}
			return h.fill(p)
		})
	})
	return h, err
}

// fill takes changes from p until the heap is full or they are packed already.
func (h *heap) fill(p *past) error {
	for {
		at, err := p.peek()
		if at == nil || !at.known || err != nil || !h.takes(at, p.read) {
			return err
		}
		p.queue = p.queue[1:]
		h.versions = append(h.versions, at.Version)
		if at.pack == nil {
			h.lines++
		}
		h.replaced = at.pack
	}
}

func (h *heap) takes(at *step, read int) bool {
	switch {
	case at.pack == nil:
		return h.replaced == nil && len(h.versions) < packLines && (read < mostHeap || h.lines == 0)
	case h.replaced != nil:
		return at.pack.key == h.replaced.key
	}
	older := at.pack.lines + at.pack.published
	return h.lines > 0 && older <= growth*h.lines && older+h.lines <= packLines && len(at.pack.text) < packBytes
}

var (
	lineHere   = &query{text: `SELECT octet_length(before) + coalesce(octet_length(after), 0) FROM _quartet_audit WHERE key = ?1 AND kept = 0`}
	lineIsKept = &query{text: `UPDATE _quartet_audit SET kept = ?2, before = NULL, after = NULL WHERE key = ?1`}
	wholeLine  = &query{text: `SELECT key, time, actor, credential, client, surface, action, collection, subject, version FROM _quartet_audit WHERE key = ?1`}
	leanLine   = &query{text: `INSERT INTO _quartet_audit (key, time, actor, credential, client, surface, action, collection, subject, version, kept)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`}
	insertPack = &query{text: `INSERT INTO _quartet_versions (collection, subject, last, first, lines, published, pack) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`}
	deletePack = &query{text: `DELETE FROM _quartet_versions WHERE key = ?1 AND last = ?2 AND first = ?3 AND lines = ?4 AND published = ?5`}
)

// store packs the heap, or what of it fits.
func (f *folder) store(ctx context.Context, h *heap) error {
	text := audit.Pack(h.versions)
	for len(text) > mostPack {
		if h.lines == 1 {
			return errTooLong
		}
		h.lines /= 2
		h.versions, h.replaced = h.versions[:h.lines], nil
		text = audit.Pack(h.versions)
	}
	f.below = h.versions[len(h.versions)-1].Key
	return f.writer.doPatiently(ctx, func(c *conn) error {
		return c.wholly(func() error {
			for i := range h.versions[:h.lines] {
				if err := c.packed(h.versions[i].Key); err != nil {
					return err
				}
			}
			return c.replacePack(h.replaced, f.ofEntry, h.versions, text)
		})
	})
}

// packed takes the values of a line that has them out of it.
func (c *conn) packed(line int64) error {
	if here, err := c.exists(lineHere, line); err != nil || !here {
		return errors.Join(err, errMoved)
	}
	return c.emptied(line, keptPacked)
}

// emptied takes the values of a line away, if it has them still, and notes
// where they are. A line that has long ones in itself, of before there was
// _quartet_undo, is stored anew, which frees its page.
func (c *conn) emptied(line int64, kept int) error {
	if err := c.run(forgetUndo, line); err != nil {
		return err
	}
	long := false
	err := c.each(lineHere, func(s *stmt) error { long = s.integer(0) > shortUndo; return nil }, line)
	if err != nil || !long {
		return errors.Join(err, c.run(lineIsKept, line, kept))
	}
	var values []any
	err = c.each(wholeLine, func(s *stmt) error {
		for i := range s.columns() {
			values = append(values, s.value(i))
		}
		return nil
	}, line)
	if err == nil {
		err = c.run(forgetLine, line)
	}
	if err == nil {
		err = c.run(leanLine, append(values, kept)...)
	}
	return err
}

// replacePack stores a pack of versions in the place of another, or of nil.
func (c *conn) replacePack(old *pack, e ofEntry, versions []audit.Version, text []byte) error {
	if old != nil {
		if err := c.mustHit(deletePack, old.key, old.last, old.first, old.lines, old.published); err != nil {
			return err
		}
	}
	if len(versions) == 0 {
		return nil
	}
	lines, last, first := 0, versions[0].Key, versions[len(versions)-1].Key
	for i := range versions {
		if versions[i].Undo != nil {
			lines++
		}
	}
	return c.run(insertPack, e.collection, e.subject, last, first, lines, len(versions)-lines, text)
}

// errMoved tells that another process has been at an entry's history meanwhile,
// and errTooLong that it has a version which does not fit into a pack.
var (
	errMoved   = errors.New("the history has changed meanwhile")
	errTooLong = errors.New("the version is too long for a pack")
)

// mustHit runs a statement that has to change a row.
func (c *conn) mustHit(q *query, arguments ...any) error {
	hit, err := c.hits(q, arguments...)
	if err == nil && !hit {
		err = errMoved
	}
	return err
}
