package media

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
)

// Store keeps what is said of assets, and which groups of objects there are.
//
// Every error is a *diag.Diagnostic, or what fn returned. A record that is not
// there is nil and no error.
type Store interface {
	// Read runs fn with a look at the records. Each of its calls sees a state of
	// its own. fn may be run again.
	Read(ctx context.Context, fn func(Reader) error) error

	// Update runs fn as one transaction, as if alone, and durable when Update
	// returns; an error of fn takes everything back. Where others were in its way
	// fn is run again, and sets what it gives each time (decision 210).
	Update(ctx context.Context, fn func(Tx) error) error
}

// Reader reads records.
type Reader interface {
	// Group is a group by its id. GroupOf is that of a version of an asset.
	Group(id string) (*Group, error)
	GroupOf(assetID string, version int) (*Group, error)

	// Open counts the groups of a creator that are neither committed nor due, and
	// tells when the first of them will be due.
	Open(creator string, now int64) (n int, due int64, err error)

	// Due lists groups that were committed and are due at now, and others that are
	// due at open.
	Due(now, open int64, limit int) ([]*Group, error)

	// Assets are those of the ids that there are, in one look and in no order.
	// Their UsedBy is 0.
	Assets(ids []string) ([]*Asset, error)

	// List lists assets, the newest first.
	List(q Query) ([]*Asset, error)

	// UseCounts counts the entries that use each of the assets; those that none
	// uses are left out.
	UseCounts(ids []string) (map[string]int, error)

	// Uses lists the entries that use an asset, by collection and id, behind a
	// place.
	Uses(assetID string, after Use, limit int) ([]Use, error)
}

// Tx reads and writes records.
type Tx interface {
	Reader

	// PutGroup and PutAsset write a record, in place of the one with its id.
	PutGroup(g *Group) error
	PutAsset(a *Asset) error

	DeleteGroup(id string) error

	// DeleteAsset removes what is said of an asset. Its groups become due.
	DeleteAsset(id string, due int64) error

	Record(l *audit.Record) error
}

// Query chooses assets.
type Query struct {
	Search  string // in filename, alt text and caption, in every language; "" for any
	Purpose string // "" for any
	Kind    Kind   // "" for any
	Unused  bool   // only what no entry uses
	Behind  Place  // of the last one seen; the zero Place from the newest
	Limit   int
}

// Place is where an asset stands in the library.
type Place struct {
	CreatedAt int64
	ID        string
}

// Use is an entry that uses an asset.
type Use struct{ Collection, EntryID string }
