package releases

import (
	"context"
	"time"
)

// Query chooses releases that are published, the last one first.
type Query struct {
	Before time.Time // the time of the last one seen; zero from the start
	ID     string    // and its id
	Limit  int
}

// Store keeps releases. Its errors are diagnostics.
type Store interface {
	// Release is one with its entries; nil for none.
	Release(ctx context.Context, id string) (*Release, error)

	// Waiting are those that are not published, the newest first, and Published those
	// that are; both without their entries.
	Waiting(ctx context.Context, limit int) ([]*Release, error)
	Published(ctx context.Context, q Query) ([]*Release, error)

	// OfEntry are those that hold an entry and are not published.
	OfEntry(ctx context.Context, collection, entry string) ([]*Release, error)

	// Update runs fn in a write transaction; an error of fn takes back what it did.
	Update(ctx context.Context, fn func(Tx) error) error
}

// Tx is a write transaction over releases.
type Tx interface {
	// Release is that of Store.
	Release(id string) (*Release, error)

	// CountWaiting tells how many are not published.
	CountWaiting() (int, error)

	// Create adds a release without entries; Rename gives it another name.
	Create(*Release) error
	Rename(id, name string) error

	// Delete forgets a release with its entries, and the move that would publish it.
	Delete(id string) error

	// Add puts an entry into a release, and Remove takes it out; they report whether that
	// changed anything. Changed raises the version of the release.
	Add(id string, i Item) (bool, error)
	Remove(id, collection, entry string) (bool, error)
	Changed(id string) error
}
