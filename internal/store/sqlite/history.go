package sqlite

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// mostRead is how long the values of a page of lines may be, with what has to
// be read for them.
const mostRead = 4 << 20

// ofEntry is whose history is read.
type ofEntry struct{ collection, subject string }

// valued gives lines the values of their entries, and leaves out those behind
// which it would be too much.
func (c *conn) valued(found []keptLine) (lines []audit.Record, err error) {
	pasts, size := make(map[ofEntry]*past), 0
	for i := range found {
		l := &found[i]
		if l.Collection != "" {
			entry := ofEntry{l.Collection, l.Subject}
			if pasts[entry] == nil {
				pasts[entry] = &past{conn: c, ofEntry: entry}
			}
			read := pasts[entry].read
			if err := pasts[entry].value(l); err != nil {
				return nil, err
			}
			size += pasts[entry].read - read
		}
		size += len(l.Before) + len(l.After)
		if size > mostRead && i > 0 {
			break
		}
		lines = append(lines, l.Record)
	}
	return lines, nil
}

var lineOfVersion = &query{text: `SELECT key FROM _quartet_audit
WHERE subject = ?1 AND +collection = ?2 AND version = ?3 AND action <> 'delete' ORDER BY key DESC LIMIT 1`}

// EntryVersion implements audit.Store.
func (s *Store) EntryVersion(ctx context.Context, collection, subject string, version int64) (state *audit.State, err error) {
	p := &past{ofEntry: ofEntry{collection, subject}}
	err = s.readers.read(ctx, func(c *conn) error {
		return c.atOneMoment(func() error {
			p.conn = c
			key, err := first(c, lineOfVersion, func(s *stmt) *int64 { key := s.integer(0); return &key }, subject, collection, version)
			if err != nil || key == nil {
				return err
			}
			at, err := p.to(*key)
			if at != nil {
				state = at.State
			}
			return err
		})
	})
	if err == nil && state == nil {
		err = notFound()
	}
	if err != nil {
		return nil, err
	}
	return state, nil
}

// stateOf is an entry as it is now, with its version; nil and 0 when it is not
// there, or its table is not.
func (c *conn) stateOf(e ofEntry) (state *audit.State, version int64, err error) {
	there, err := c.exists(hasTable, e.collection)
	if !there || err != nil {
		return nil, 0, err
	}
	q := &query{text: sqlgen.SelectState(sqlgen.SQLite, e.collection), brief: true}
	err = c.each(q, func(s *stmt) (err error) {
		version = s.integer(0)
		state, err = audit.StateOf(string(s.text(1)), s.text(2))
		return err
	}, e.subject)
	return state, version, err
}

// sizeOf is how long the data of an entry is; 0 when it is not there.
func (c *conn) sizeOf(e ofEntry) (size int64, err error) {
	there, err := c.exists(hasTable, e.collection)
	if !there || err != nil {
		return 0, err
	}
	q := &query{text: sqlgen.SelectSize(sqlgen.SQLite, e.collection), brief: true}
	err = c.each(q, func(s *stmt) error { size = s.integer(0); return nil }, e.subject)
	return size, err
}
