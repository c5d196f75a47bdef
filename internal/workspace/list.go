package workspace

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// The bounds of saved lists.
const (
	maxName   = 80   // characters
	maxKeys   = 60   // of a search
	maxText   = 1000 // characters of a key or a value of it
	maxSearch = 16 << 10
	maxLists  = 100 // of one collection that one person has, and that are shared
)

// List is a saved list. Search is what the address of the list says, by key. Times are
// Unix epoch milliseconds.
type List struct {
	ID, Collection, Owner, Name string
	Shared                      bool
	Search                      map[string]string
	CreatedAt, UpdatedAt        int64
}

// Store keeps saved lists. Its errors are diagnostics.
type Store interface {
	// Lists are those of a collection, of all for "", that an owner has or that are
	// shared, in the order in which they were made.
	Lists(ctx context.Context, collection, owner string) ([]*List, error)

	// Update runs fn in a write transaction; an error of fn takes back what it did.
	Update(ctx context.Context, fn func(Tx) error) error
}

// Tx is a write transaction over saved lists.
type Tx interface {
	// List is nil where there is none.
	List(id string) (*List, error)

	// Lists is that of Store.
	Lists(collection, owner string) ([]*List, error)

	// Put adds a list, or has the one of its id be so.
	Put(*List) error

	Delete(id string) error
}

// check refuses what no list may be: INPUT_VALIDATION_FAILED at input#/<member>.
func (l *List) check() error {
	l.Name = strings.TrimSpace(l.Name)
	switch {
	case l.Name == "" || utf8.RuneCountInString(l.Name) > maxName || !jsonvalue.ValidString(l.Name):
		d := refused("name", "Must have 1 to 80 characters.")
		d.Expected = maxName
		return d
	case len(l.Search) > maxKeys:
		return refused("search", "Must have at most 60 keys.")
	}
	bytes := 0
	for key, value := range l.Search {
		bytes += len(key) + len(value)
		if !isText(key) || !isText(value) {
			return refused("search", "Must be texts of at most 1,000 characters, in UTF-8 without NUL.")
		}
	}
	if bytes > maxSearch {
		return refused("search", "Must have at most 16 KiB.")
	}
	return nil
}

func isText(s string) bool {
	return utf8.RuneCountInString(s) <= maxText && jsonvalue.ValidString(s)
}

func refused(member, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, "input#"+jsonvalue.Pointer(member), message)
}
