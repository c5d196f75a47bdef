package history

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
)

// Entry is whose history is read.
type Entry struct{ Collection, ID string }

// Kept is where the values of a record about an entry are.
type Kept int64

// The numbers are stored.
const (
	InRecord  Kept = iota // with the record
	InPack                // in a pack
	Nowhere               // pruned
	StateOnly             // in a pack: the version, and not what the change changed
)

// StoredRecord is an audit record without the values of an entry, and where those
// are.
type StoredRecord struct {
	audit.Record
	Kept Kept
}

// Change is a record about an entry with the values that it has in itself, as
// audit.ReadUndo takes them.
type Change struct {
	Key         int64
	Action      audit.Action
	Version     int64
	Undo, After []byte
}

// Pack is some versions of an entry together, see audit.Pack: from the one of
// the record Last down to that of the record First.
type Pack struct {
	Key, Last, First int64
	Records          int // versions with what takes their change back
	Published        int // versions alone
	Text             []byte
}

// Tally is what was pruned since an audit record last said so.
type Tally struct {
	Versions, Records int64
	Told              int64 // when that was, Unix epoch milliseconds; 0 for never
}

// Store is the port of the history to a database. Reads and writes of it yield
// to those of callers.
type Store interface {
	// Read gives what the store holds at one moment. fn may be run again.
	Read(ctx context.Context, fn func(Reader) error) error

	// Write keeps all that fn changes, or nothing when it fails. fn may be run
	// again. What others have changed meanwhile is seen by the next look.
	Write(ctx context.Context, fn func(Writer) error) error
}

// Reader reads the audit log and the entries that it is about. Everything is the
// newest first where nothing else is said.
type Reader interface {
	// State is an entry as it is now, and its version; nil and 0 when it is not
	// there.
	State(e Entry) (*audit.State, int64, error)

	// Size is how long the data of an entry is; 0 when it is not there.
	Size(e Entry) (int64, error)

	// KeyOf is the key of the record that made a version of an entry, nil when there
	// is none. A removal makes none.
	KeyOf(e Entry, version int64) (*int64, error)

	// Latest is what the newest record about an entry says was done, and when; "" when
	// there is none.
	Latest(e Entry) (action audit.Action, time int64, err error)

	// Changes gives fn the records about an entry between two keys, without these,
	// down to the first one whose values are elsewhere. It may stop before, but not
	// before the first.
	Changes(e Entry, before, after int64, fn func(Change) error) error

	// Waiting is how many of the newest records about an entry have their values in
	// themselves, without another one between, and how long those are. It looks at
	// most records.
	Waiting(e Entry, most int) (lines int, bytes int64, err error)

	// CountInRecords is how many records about an entry have their values in themselves,
	// counted up to most.
	CountInRecords(e Entry, most int) (int, error)

	// InRecordsBeyond are some records that have their values in themselves, behind as
	// many of them as are left out.
	InRecordsBeyond(e Entry, leftOut int) ([]int64, error)

	// PackFrom is the pack that has the change of a record, or else the next newer
	// one; nil when there is none.
	PackFrom(e Entry, key int64) (*Pack, error)

	// PackBefore is the next pack that is older than a record; nil when there is none.
	PackBefore(e Entry, key int64) (*Pack, error)

	// Packs are all packs of an entry, without their texts.
	Packs(e Entry) ([]*Pack, error)

	// Pack is the one with a key; nil when it is gone.
	Pack(key int64) (*Pack, error)

	// Oldest are the first records behind a key, the oldest first, without values.
	Oldest(after int64, most int) ([]StoredRecord, error)

	// IsNamed reports whether the version of a record has a name, which keeps both.
	IsNamed(key int64) (bool, error)

	// Progress is up to which record the audit log was swept, and the last record there
	// is.
	Progress() (swept, last int64, err error)

	// Unswept are the entries that the next records behind one have values of, and
	// the last of these records; after when there are none.
	Unswept(after int64, most int) (last int64, entries []Entry, err error)

	// Tally is what was pruned.
	Tally() (Tally, error)
}

// Writer changes the history.
type Writer interface {
	Reader

	// Empty takes the values of a record away, if it has them still, and notes where
	// they are.
	Empty(key int64, now Kept) error

	// IsInRecord reports whether a record has its values in itself, and keeps others
	// from changing that until the transaction is over.
	IsInRecord(key int64) (bool, error)

	// DeleteRecord deletes a record with its values, and reports whether it was there.
	DeleteRecord(key int64) (bool, error)

	// AddPack stores a pack of an entry. Its key is given by the store.
	AddPack(e Entry, p *Pack) error

	// DeletePack deletes a pack, and reports whether it was there as it is given.
	DeletePack(p *Pack) (bool, error)

	// DeletePacks deletes the packs of an entry that begin at a record or before.
	DeletePacks(e Entry, last int64) error

	// DeleteBehind deletes packs and values of records behind a key that are gone.
	DeleteBehind(key int64) error

	// Sweep notes that the audit log was swept up to a record, unless another process
	// has noted something since it was swept up to from.
	Sweep(from, to int64) error

	// AddPruned adds to the Tally.
	AddPruned(versions, lines int) error

	// RecordPruning writes a record about a Tally, and takes it off, unless another
	// process has done so.
	RecordPruning(t Tally, l *audit.Record) error
}
