package postgres

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/layout"
)

// tables says, inside the transaction of a write, whether the tables are still
// those that this process was started for: whoever changes one raises the mark in
// the same transaction (decision 126).
type tables struct {
	collections map[*plan.Schema]*collection
	log         *slog.Logger

	mu      sync.Mutex
	known   bool
	mark    int64
	changed map[*collection]bool // whose table is no longer as this process wants it
	beside  map[*collection][]beside
}

// beside is a column that other manifests than those of this process have.
type beside struct {
	name  string
	clear string // the statement that empties it
}

// isKnown reports whether the tables were compared at this mark.
func (t *tables) isKnown(mark int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.known && t.mark == mark
}

// compare looks at all tables, in a transaction that shares the layout.
func (t *tables) compare(c *conn, mark int64) error {
	found, err := layout.Read(schemaTables{conn: c})
	if err != nil {
		return err
	}
	changed, more := map[*collection]bool{}, map[*collection][]beside{}
	for _, each := range t.collections {
		if !found.Take(each.Schema) {
			changed[each] = true
		}
		for _, name := range found.Beside(each.Schema) {
			more[each] = append(more[each], beside{name, sqlgen.ClearColumn(sqlgen.Postgres, each.Schema, name)})
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, each := range t.collections {
		if changed[each] != t.changed[each] {
			t.logChange(each, changed[each])
		}
	}
	t.known, t.mark, t.changed, t.beside = true, mark, changed, more
	return nil
}

// besideOf are the columns of a table that this process does not know.
func (t *tables) besideOf(c *collection) []beside {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.beside[c]
}

var errChanged = errors.New("another process has changed the table by other manifests; restart this process with the new ones")

// writable is why the table of a collection must not be written.
func (t *tables) writable(c *collection) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.changed[c] {
		return store.Unavailable(fmt.Errorf("schema %s: %w", c.Schema.Name(), errChanged))
	}
	return nil
}

func (t *tables) logChange(c *collection, changed bool) {
	if changed {
		t.log.Error("Another process has changed the table of a Schema by other manifests; writes to it are refused here. Restart this process with the new manifests.", "schema", c.Schema.Name())
	} else {
		t.log.Info("The table of a Schema fits the manifests of this process again; it is written again.", "schema", c.Schema.Name())
	}
}
