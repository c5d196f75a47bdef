package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Store is the database as content needs it. An adapter is opened for one
// sealed plan, whose tables it has reconciled and whose Views it has compiled.
//
// Every error is a *diag.Diagnostic: NOT_FOUND and CONFLICT as the methods
// say; RESOURCE_UNAVAILABLE when the database cannot answer now;
// RESOURCE_EXHAUSTED when a limit on time or answer size was reached;
// INTERNAL_ERROR with its cause otherwise. A cancelled ctx interrupts reads;
// a write that was handed over is finished or refused whatever ctx does.
type Store interface {
	StaffStore
	DraftStore
	BinStore

	// View runs a View and appends its rows to dst as a JSON array. Values of
	// JSON columns are embedded as JSON, booleans are booleans, absent values
	// null. It stops with RESOURCE_EXHAUSTED past the byte cap.
	View(ctx context.Context, q ViewQuery, dst []byte) (ViewRows, error)

	// Generation is a number that never falls and that a write to the Schema's
	// entries raises: one of this process before Write returns, one of another
	// process at most a moment after it is durable, which is 1 ms for SQLite.
	// What was read after the number was taken is current for as long as the
	// number stays, but for that moment. It is not known while the adapter cannot
	// tell (decision 35).
	Generation(schema *plan.Schema) (number uint64, known bool)

	// Entry reads one entry, or NOT_FOUND.
	Entry(ctx context.Context, schema *plan.Schema, id string) (*Entry, error)

	// Match reads the entry whose columns hold exactly these values (none of
	// them nil), or NOT_FOUND. columns are those of a unique index.
	Match(ctx context.Context, schema *plan.Schema, columns []*plan.Column, values []any) (*Entry, error)

	// Entries lists a collection, ordered by id, after the given id.
	Entries(ctx context.Context, q EntryQuery) ([]*Entry, error)

	// Write makes one prepared change durable before it returns. Update and
	// Delete are pinned to Expect: CONFLICT when the stored row has moved on
	// since it was read, NOT_FOUND when it is gone. A unique index that refuses
	// the row is CONFLICT with path data#/<first field>. The event, the record, the
	// purge, the addresses and the uses of the Write are stored with the row or not at all;
	// for a purge it is enough that one is stored which no worker can have begun
	// before the write is durable.
	Write(ctx context.Context, w *Write) error

	// WriteTogether is Write of several changes, all of which are made or none; failed is
	// which of them is refused, where the error is of one.
	WriteTogether(ctx context.Context, all []*Write) (failed int, err error)

	// EndRelease ends a release for which there is nothing to write; ReleaseChanged as
	// with a Write.
	EndRelease(ctx context.Context, end ReleaseEnd) error

	// FormerAddress is the id of the entry that last left an address; "" for none.
	// Without a locale it is that of any.
	FormerAddress(ctx context.Context, a Address) (entryID string, err error)

	// FormerAddresses are the next addresses that entries have left, of the Schema and the
	// property of after, by value and locale: so many, or fewer at the end.
	FormerAddresses(ctx context.Context, after Address, limit int) ([]Address, error)

	// Secret is a random 32 byte key kept in the database under name, made on
	// first use, the same for every process.
	Secret(ctx context.Context, name string) ([]byte, error)

	// Seeded reports whether a seed document of that hash was loaded; MarkSeeded
	// records it.
	Seeded(ctx context.Context, hash string) (bool, error)
	MarkSeeded(ctx context.Context, hash string) error

	// Ping answers nil when the database can be read and is the one that was
	// opened, and nothing but a full disk has kept the last write from it.
	Ping(ctx context.Context) error

	// Close ends the store after the writes handed over are done.
	Close() error
}

// ViewQuery is a View with bound values.
type ViewQuery struct {
	View     *plan.View
	Params   []any  // by slot: nil, bool, int64, float64 or string
	CallerID string // for { $ctx.user: id }
	Limit    int    // rows, 1 to 500
	Offset   int64  // page paging
	After    []any  // keyset paging: the values of View.Order() and then id of the last row seen; nil without
	Keys     bool   // fill Last
	Criteria plan.Criteria

	// Each, when it is there, is given every row instead, Limit at a time, as JSON
	// arrays that are valid during the call alone, the last of which may be empty;
	// the answer is empty then. Offset and After are zero. All rows are of one
	// moment. A read is under way while it runs, so it must wait for nobody; the
	// limits of time and bytes hold from one call to the next. An error of Each
	// ends the read.
	Each func(rows []byte) error
}

// ViewRows is what View appended. Rows is dst with the array at its end, the
// way append returns it.
type ViewRows struct {
	Rows  []byte
	Count int
	Last  []any // with Keys, when Count is Limit: the values of View.Order() and then id of the last row
}

// EntryQuery lists entries of a collection.
type EntryQuery struct {
	Schema *plan.Schema
	Status Status // "" for any
	After  string // id; "" from the start
	Limit  int
}

// WriteOp is what a Write does.
type WriteOp uint8

// The kinds of writes.
const (
	Insert WriteOp = iota
	Update
	Delete
)

// Write is one prepared change of one entry.
type Write struct {
	Op     WriteOp
	Schema *plan.Schema
	Entry  *Entry        // the row as it shall be (Insert, Update) or as it was (Delete)
	Expect Expect        // Update, Delete
	Event  *Deferred     // for after-hooks; nil for none
	Record *audit.Record // for the audit log; nil for none
	Purge  bool          // the copies that a CDN keeps are to be purged

	// Left are the addresses that the published entry leaves, those of one entry. The
	// store forgets what the entry left before its last MaxFormerAddresses.
	Left []Address

	Media *MediaChange // of the assets that the entry uses; nil for none

	// Draft is the pending draft that ends with the change: CONFLICT where it is another one.
	// nil where none ends.
	Draft *DraftEnd

	// Bin keeps what a Delete removes, and Unbin takes what an Insert brings back out of
	// the bin.
	Bin   *Binned
	Unbin bool

	// Rejoined are translations in the bin that get another value with the write, where
	// they join the entry.
	Rejoined []Rejoined

	// Moves are the scheduled moves that the write makes, with those that are made together
	// with it: they are over with it. MovesChanged where one of them is not there any more.
	Moves []string

	// Release is the one that is over with the write, and with those that are made
	// together with it; nil for none. ReleaseChanged where it is another one by now.
	Release *ReleaseEnd
}

// Rejoined says that the translations of a Schema that join an entry by the value Was join it
// by Is from now on. Both are canonical JSON. Those that were deleted before Since are not
// of this entry: another one had the value.
type Rejoined struct {
	Collection, Property string
	Was, Is              string
	Since                int64 // epoch milliseconds
}

// Expect pins a change to the row that was read.
type Expect struct {
	Version int64
	Status  Status
}
