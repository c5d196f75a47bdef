package copies

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
)

// Record is what is known of a copy that was begun.
type Record struct {
	ID      string // rises with time
	BeganAt time.Time
	EndedAt time.Time // zero while it is taken
	Held    time.Time // until when whoever takes it is taken for alive; zero when it ended
	Cause   string    // Schedule, Command, or the id of the user who asked
	Place   string    // where it is, without what need not be shown
	Name    string    // "" while it is taken, and where it failed
	Media   bool      // it holds the bytes of the library
	Size    int64     // bytes
	Rows    int64
	Objects int64  // of the library
	Digest  string // that it ends in
	Problem string // why it failed; "" where it did not
}

// The causes that are no users.
const (
	Schedule = ""
	Command  = "command"
)

// IsDone reports whether the copy was taken and read back.
func (r *Record) IsDone() bool { return !r.EndedAt.IsZero() && r.Problem == "" }

// Failed reports whether the copy was not taken to its end.
func (r *Record) Failed() bool { return r.Problem != "" }

// IsRunning reports whether somebody takes the copy at a time.
func (r *Record) IsRunning(now time.Time) bool { return r.EndedAt.IsZero() && r.Held.After(now) }

// Store keeps the records. Its errors are diagnostics.
type Store interface {
	// Records are the newest, in the order in which they began, the newest first.
	Records(ctx context.Context, limit int) ([]*Record, error)

	// Update runs fn, whose changes are durable when it returns, or taken back with
	// its error. It may run fn again.
	Update(ctx context.Context, fn func(Tx) error) error
}

// Tx is a transaction over the records.
type Tx interface {
	Records(limit int) ([]*Record, error)
	Put(r *Record) error
	Delete(id string) error
	Prune(keep int) error // all but so many of the newest

	// Record writes down in the audit log who asked for a copy.
	Record(l *audit.Record) error
}
