package history

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
)

// expireBatch is how many records are looked at in one read.
const expireBatch = 1000

// expired are records that are too old, and packs of entries that are gone.
type expired struct {
	after   int64 // the last record that was looked at
	records []int64
	gone    map[Entry]int64 // entries, and the newest record of theirs among those
	more    bool
}

// expire deletes the records about entries that are older than they may be: those
// that tell no values (any more), and all of an entry that was deleted that long
// ago. What the versions of an entry are told by is bounded by their number.
func (w *Sweeper) expire(ctx context.Context, now time.Time) error {
	if w.retention.Records == 0 {
		return nil
	}
	found := &expired{more: true}
	for found.more {
		after := found.after
		err := w.store.Read(ctx, func(journal Reader) error {
			found = &expired{after: after, gone: make(map[Entry]int64)}
			return found.look(journal, now.Add(-w.retention.Records).UnixMilli())
		})
		if err != nil {
			return err
		}
		if len(found.records) > 0 {
			if err := w.store.Write(ctx, found.remove); err != nil {
				return err
			}
		}
	}
	return nil
}

// look reads records in their order, which is that of time but for a clock that
// was set, up to the first one that is young enough.
func (x *expired) look(journal Reader, before int64) error {
	lines, err := journal.Oldest(x.after, expireBatch)
	if err != nil {
		return err
	}
	x.more = len(lines) == expireBatch
	for i := range lines {
		l := &lines[i]
		if x.after = l.Key; l.Time >= before {
			x.more = false
			return nil
		}
		if l.Collection == "" {
			continue
		}
		if err := x.check(journal, l, before); err != nil {
			return err
		}
	}
	return nil
}

// check looks whether a record is deleted: it tells no values, or its entry is gone.
func (x *expired) check(journal Reader, l *StoredRecord, before int64) error {
	if named, err := journal.IsNamed(l.Key); named || err != nil {
		return err
	}
	if l.Kept == Nowhere || l.Kept == InRecord && l.Action.Makes() {
		x.records = append(x.records, l.Key)
		return nil
	}
	of := Entry{l.Collection, l.Subject}
	last, at, err := journal.Latest(of)
	if err == nil && last == audit.Delete && at < before {
		x.gone[of] = l.Key
		x.records = append(x.records, l.Key)
	}
	return err
}

func (x *expired) remove(journal Writer) error {
	deleted := 0 // by this process
	for _, key := range x.records {
		there, err := journal.DeleteRecord(key)
		if err != nil {
			return err
		}
		if there {
			deleted++
		}
	}
	for of, key := range x.gone {
		if err := journal.DeletePacks(of, key); err != nil {
			return err
		}
	}
	return journal.AddPruned(0, deleted)
}
