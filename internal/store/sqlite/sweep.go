package sqlite

import (
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/audit/history"
)

var (
	sweptTo  = &query{text: `SELECT seen FROM _quartet_sweep`}
	lastLine = &query{text: `SELECT max(key) FROM _quartet_audit`}
	// Of the next lines the entries that have something to be swept, and the key
	// of the last line.
	sweptNext = &query{text: `SELECT max(key), collection, subject, max(valued) FROM (
SELECT key, collection, subject, kept = 0 AND action <> 'create' AS valued FROM _quartet_audit WHERE key > ?1 ORDER BY key LIMIT ?2
) GROUP BY subject, collection`}
	sweepOn   = &query{text: `UPDATE _quartet_sweep SET seen = ?2 WHERE seen = ?1`}
	tornPacks = &query{text: `DELETE FROM _quartet_versions WHERE last > ?1`}
	tornUndo  = &query{text: `DELETE FROM _quartet_undo WHERE key > ?1`}

	selectTally = &query{text: `SELECT versions, lines, told FROM _quartet_sweep`}
	addPruned   = &query{text: `UPDATE _quartet_sweep SET versions = versions + ?1, lines = lines + ?2`}
	tellPruned  = &query{text: `UPDATE _quartet_sweep SET versions = 0, lines = 0, told = ?1`}
)

// Progress implements history.Reader.
func (j journal) Progress() (swept, last int64, err error) {
	if swept, err = j.number(sweptTo); err != nil {
		return 0, 0, err
	}
	last, err = j.number(lastLine)
	return swept, last, err
}

// Unswept implements history.Reader.
func (j journal) Unswept(after int64, most int) (last int64, entries []history.Entry, err error) {
	last = after
	err = j.each(sweptNext, func(s *stmt) error {
		last = max(last, s.integer(0))
		if e := (history.Entry{Collection: string(s.text(1)), ID: string(s.text(2))}); e.Collection != "" && s.integer(3) > 0 {
			entries = append(entries, e)
		}
		return nil
	}, after, most)
	return last, entries, err
}

// Tally implements history.Reader.
func (j journal) Tally() (t history.Tally, err error) {
	err = j.each(selectTally, func(s *stmt) error {
		t = history.Tally{Versions: s.integer(0), Lines: s.integer(1), Told: s.integer(2)}
		return nil
	})
	return t, err
}

// DeleteBehind implements history.Writer.
func (j journal) DeleteBehind(key int64) error {
	for _, q := range []*query{tornPacks, tornUndo} {
		if err := j.run(q, key); err != nil {
			return err
		}
	}
	return nil
}

// Sweep implements history.Writer.
func (j journal) Sweep(from, to int64) error { return j.run(sweepOn, from, to) }

// AddPruned implements history.Writer.
func (j journal) AddPruned(versions, lines int) error { return j.run(addPruned, versions, lines) }

// Tell implements history.Writer.
func (j journal) Tell(l *audit.Line) error {
	if err := j.run(insertLine, journaled(l)...); err != nil {
		return err
	}
	return j.run(tellPruned, l.Time)
}
