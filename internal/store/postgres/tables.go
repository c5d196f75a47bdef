package postgres

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/quartet-dev/quartet/internal/plan"
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
	changed := map[*collection]bool{}
	for _, each := range t.collections {
		if !found.Take(each.Schema) {
			changed[each] = true
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, each := range t.collections {
		if changed[each] != t.changed[each] {
			t.logChange(each, changed[each])
		}
	}
	t.known, t.mark, t.changed = true, mark, changed
	return nil
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
