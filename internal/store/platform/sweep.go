package platform

import (
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/audit/history"
)

var (
	sweptTo    = declare(`SELECT seen FROM _quartet_sweep`)
	lastRecord = declare(`SELECT max(key) FROM _quartet_audit`)
	// Of the next records the entries that have something to be swept, and the key
	// of the last record.
	sweptNext = declare(`SELECT max(key), collection, subject, max(valued) FROM (
SELECT key, collection, subject, CASE WHEN kept = 0 AND action NOT IN ('create', 'restore') THEN 1 ELSE 0 END AS valued FROM _quartet_audit WHERE key > ?1 ORDER BY key LIMIT ?2
) AS next GROUP BY subject, collection`)
	sweepOn = declare(`UPDATE _quartet_sweep SET seen = ?2 WHERE seen = ?1`)
	// Of what lies behind the record ?1, what has no record: one may have come since.
	tornPacks = declare(`DELETE FROM _quartet_versions AS v WHERE last > ?1 AND NOT EXISTS (SELECT 1 FROM _quartet_audit a WHERE a.key = v.last)`)
	tornUndo  = declare(`DELETE FROM _quartet_undo AS u WHERE key > ?1 AND NOT EXISTS (SELECT 1 FROM _quartet_audit a WHERE a.key = u.key)`)

	selectTally  = declare(`SELECT versions, lines, told FROM _quartet_sweep`)
	addPruned    = declare(`UPDATE _quartet_sweep SET versions = versions + ?1, lines = lines + ?2`)
	recordPruned = declare(`UPDATE _quartet_sweep SET versions = versions - ?3, lines = lines - ?4, told = ?1 WHERE told = ?2`)
)

// Progress implements history.Reader.
func (j historyTx) Progress() (swept, last int64, err error) {
	if swept, err = j.c.number(sweptTo); err != nil {
		return 0, 0, err
	}
	last, err = j.c.number(lastRecord)
	return swept, last, err
}

// Unswept implements history.Reader.
func (j historyTx) Unswept(after int64, most int) (last int64, entries []history.Entry, err error) {
	last = after
	err = j.c.each(sweptNext, func(r row) error {
		last = max(last, r.Integer(0))
		if e := (history.Entry{Collection: r.string(1), ID: r.string(2)}); e.Collection != "" && r.Integer(3) > 0 {
			entries = append(entries, e)
		}
		return nil
	}, after, most)
	return last, entries, err
}

// Tally implements history.Reader.
func (j historyTx) Tally() (t history.Tally, err error) {
	err = j.c.each(selectTally, func(r row) error {
		t = history.Tally{Versions: r.Integer(0), Records: r.Integer(1), Told: r.Integer(2)}
		return nil
	})
	return t, err
}

// DeleteBehind implements history.Writer.
func (j historyTx) DeleteBehind(key int64) error {
	for _, q := range []*Query{tornPacks, tornUndo} {
		if err := j.c.run(q, key); err != nil {
			return err
		}
	}
	return nil
}

// Sweep implements history.Writer.
func (j historyTx) Sweep(from, to int64) error { return j.c.run(sweepOn, from, to) }

// AddPruned implements history.Writer.
func (j historyTx) AddPruned(versions, lines int) error { return j.c.run(addPruned, versions, lines) }

// RecordPruning implements history.Writer.
func (j historyTx) RecordPruning(t history.Tally, l *audit.Record) error {
	first, err := j.c.hits(recordPruned, l.Time, t.Told, t.Versions, t.Records)
	if err != nil || !first {
		return err
	}
	return j.c.record(l)
}
