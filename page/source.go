package page

import (
	"context"

	"github.com/quartet-dev/quartet/asset"
)

// Source reads what a page shows, as an anonymous caller and for one render. It is
// what the functions of a template ask. What is not there is nil and no error. It
// keeps account of what was read, so that the answer of a template can be kept until
// that changes. One goroutine uses it at a time.
type Source interface {
	// View gives rows of a public View. An unknown View is an error, as are params
	// that do not fit.
	View(ctx context.Context, name string, params map[string]any) ([]map[string]any, error)

	// Entry finds a published entry of a collection with pages by its slug in the
	// locale of the page.
	Entry(ctx context.Context, collection, slug string) (*Entry, error)

	// Entries are the newest published entries of a collection with pages, in the
	// locale of the page, limit of them at most.
	Entries(ctx context.Context, collection string, limit int) ([]*Entry, error)

	// Beside is the next newer and the next older entry of the same collection and
	// locale.
	Beside(ctx context.Context, e *Entry) (newer, older *Entry, err error)

	// Asset is the path of a file of public/ under a name with its hash.
	Asset(ctx context.Context, name string) (string, error)

	// Assets are files of the media library by their ids, with their texts in the
	// locale of the page; what is not there is left out. All that the entries and rows
	// name which this Source gave are looked up together, at the first call.
	Assets(ctx context.Context, ids ...string) (map[string]*asset.Asset, error)

	// Absolute is a path with the site's origin before it, where there is one.
	Absolute(path string) string
}
