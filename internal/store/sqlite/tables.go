package sqlite

import (
	"errors"
	"fmt"
	"github.com/quartet-dev/quartet/internal/store"
	"log/slog"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/layout"
)

// tables says, inside the writer's transactions, whether the tables are still
// those that this process was started for. Another process with other
// manifests, or a newer program, may have changed them since; what it wrote by
// rules that hold no longer would be there for good. It belongs to the writer
// (decision 126).
type tables struct {
	path        string
	collections map[*plan.Schema]*collection
	log         *slog.Logger

	known      bool
	generation int64 // that collections were last compared at
	newer      error // why nothing at all may be written
}

// check costs a look at the file's header when nothing has changed: whoever
// changes a layout or the platform tables raises its mark in the same
// transaction. A new round of the log and a copy of the file raise it too, so
// that it says when to look, never what is there. An error is why nothing may be
// written.
func (t *tables) check(c *conn) error {
	generation, err := c.number(readMark)
	if err != nil {
		return err
	}
	switch {
	case !t.known || generation != t.generation:
		return t.compare(c, generation)
	case t.newer != nil:
		return store.Unavailable(t.newer)
	}
	return nil
}

func (t *tables) compare(c *conn, generation int64) error {
	t.newer = nil
	if err := refuseNewer(c, t.path); err != nil {
		return t.refuseWrites(generation, err)
	}
	found, err := layout.Read(tablesOf(c))
	if err != nil {
		return err
	}
	for _, each := range t.collections {
		each.changed, each.beside = !found.Take(each.Schema), nil
		for _, name := range found.Beside(each.Schema) {
			each.beside = append(each.beside, beside{name, &query{Text: sqlgen.ClearColumn(sqlgen.SQLite, each.Schema, name)}})
		}
	}
	t.known, t.generation = true, generation
	return nil
}

// refuseWrites takes an error of refuseNewer: from now on nothing is written.
func (t *tables) refuseWrites(generation int64, err error) error {
	if !diag.HasCode(err, diag.DatabaseNewer) {
		return err
	}
	t.known, t.generation, t.newer = true, generation, err
	t.log.Error("A newer program has migrated the database; nothing is written here any more. Stop this process and run the newer program.", "error", err)
	return store.Unavailable(err)
}

// beside is a column that other manifests than those of this process have.
type beside struct {
	name  string
	clear *query
}

// errChanged refuses a write by rules that hold no longer.
var errChanged = errors.New("another process has changed the table by other manifests; restart this process with the new ones")

// writable is why the table of a collection must not be written, inside the
// writer's transaction. The log says so once, when a write is refused: a site
// that is reloaded changes tables under the service that it replaces.
func (t *tables) writable(c *collection) error {
	if c.changed != c.refused {
		t.logChange(c)
	}
	if c.changed {
		return store.Unavailable(fmt.Errorf("schema %s: %w", c.Schema.Name(), errChanged))
	}
	return nil
}

func (t *tables) logChange(c *collection) {
	if c.refused = c.changed; c.refused {
		t.log.Error("Another process has changed the table of a Schema by other manifests; writes to it are refused here. Restart this process with the new manifests.", "schema", c.Schema.Name())
	} else {
		t.log.Info("The table of a Schema fits the manifests of this process again; it is written again.", "schema", c.Schema.Name())
	}
}
