package sqlite

import (
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/audit"
)

var (
	packsOf = &query{text: `SELECT key, last, first, lines, published, NULL FROM _quartet_versions
WHERE subject = ?1 AND +collection = ?2 ORDER BY last DESC`}
	packOfKey = &query{text: `SELECT key, last, first, lines, published, pack FROM _quartet_versions WHERE key = ?1`}
	countHere = &query{text: `SELECT count(*) FROM (SELECT 1 FROM _quartet_audit
WHERE subject = ?1 AND +collection = ?2 AND kept = 0 ORDER BY key DESC LIMIT ?3)`}
	beyondHere = &query{text: `SELECT key FROM _quartet_audit
WHERE subject = ?1 AND +collection = ?2 AND kept = 0 AND action <> 'create' ORDER BY key DESC LIMIT 500 OFFSET ?3`}
	addPruned = &query{text: `UPDATE _quartet_sweep SET versions = versions + ?1, lines = lines + ?2`}
)

// pruner takes away what an entry's history has beyond the bounds, from its
// packs: the values of its changes first, the versions that a publish made last.
type pruner struct {
	*sweeper
	ofEntry
	changes, published int // kept so far
}

// prune goes through the packs, the newest first. As many changes as lie in
// their lines are the newest.
func (p *pruner) prune(ctx context.Context) error {
	var packs []*pack
	err := p.readers.read(ctx, func(c *conn) (err error) {
		if packs, err = every(c, packsOf, packOf, p.subject, p.collection); err != nil || len(packs) == 0 {
			return err
		}
		here, err := first(c, countHere, func(s *stmt) *int { n := int(s.integer(0)); return &n }, p.subject, p.collection, foldLines)
		if here != nil {
			p.changes = *here
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, each := range packs {
		if p.fits(each) {
			p.changes += each.lines
			p.published += each.published
		} else if err := p.thin(ctx, each.key); err != nil {
			return err
		}
	}
	return nil
}

func (p *pruner) fits(each *pack) bool {
	return (each.lines == 0 || p.changes+each.lines <= p.keep.Versions) && p.published+each.published <= p.keep.Published
}

// thin leaves of a pack what is within the bounds.
func (p *pruner) thin(ctx context.Context, key int64) error {
	var old *pack
	err := p.readers.read(ctx, func(c *conn) (err error) {
		old, err = first(c, packOfKey, packOf, key)
		return err
	})
	if old == nil || err != nil {
		return err
	}
	versions, err := audit.Unpack(old.text)
	if err != nil {
		return err
	}
	kept, lines := p.sort(versions)
	var text []byte
	if len(kept) > 0 {
		text = audit.Pack(kept)
	}
	return p.writer.doPatiently(ctx, func(c *conn) error {
		return c.wholly(func() error {
			if err := c.replacePack(old, p.ofEntry, kept, text); err != nil {
				return err
			}
			for line, place := range lines {
				if err := c.emptied(line, place); err != nil {
					return err
				}
			}
			return c.run(addPruned, len(lines), 0)
		})
	})
}

// sort tells which versions stay, and which lines have less than before.
func (p *pruner) sort(versions []audit.Version) (kept []audit.Version, lines map[int64]int) {
	lines = make(map[int64]int)
	for _, v := range versions {
		switch {
		case v.Undo != nil && p.changes < p.keep.Versions:
			p.changes++
			kept = append(kept, v)
		case v.Published && p.published < p.keep.Published:
			p.published++
			if v.Undo != nil {
				lines[v.Key] = keptVersion
			}
			v.Undo = nil
			kept = append(kept, v)
		default:
			lines[v.Key] = keptNowhere
		}
	}
	return slices.Clip(kept), lines
}

// pruneHere throws away what lines still have in themselves after all that fits
// was packed, and is more than shall be kept: what others than the service have
// torn from its entry, and values that are too long for a pack.
func (w *sweeper) pruneHere(ctx context.Context, e ofEntry) error {
	var beyond []*int64
	err := w.readers.read(ctx, func(c *conn) (err error) {
		beyond, err = every(c, beyondHere, func(s *stmt) *int64 { key := s.integer(0); return &key }, e.subject, e.collection, w.keep.Versions)
		return err
	})
	if err != nil || len(beyond) == 0 {
		return err
	}
	return w.writer.doPatiently(ctx, func(c *conn) error {
		return c.wholly(func() error {
			for _, key := range beyond {
				if err := c.emptied(*key, keptNowhere); err != nil {
					return err
				}
			}
			return c.run(addPruned, len(beyond), 0)
		})
	})
}
