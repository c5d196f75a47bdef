package sqlite

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/moves"
)

// A time that was set before moves had batches is that of one entry, and is kept.
func TestMovesOfAnOlderDatabaseAreMadeAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	db := migratedTo(t, path, 20)
	if _, err := db.ExecContext(t.Context(), `INSERT INTO _quartet_moves (id, collection, entry, direction, due, zone, actor, role, set_at, event, failed_at, problem, told) VALUES
('1', 'posts', 'one', 'publish', 1000, 'UTC', 'eve', 'editor', 0, NULL, NULL, NULL, 0), ('2', 'posts', 'two', 'publish', 1000, 'UTC', 'eve', 'editor', 0, NULL, 500, '{"code":"CONFLICT"}', 1)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	store, err := OpenPlatform(t.Context(), Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	all, err := store.Moves().List(t.Context(), moves.Query{Limit: 5})
	if err != nil || len(all) != 2 || all[0].Key() != "1" || all[1].Key() != "2" || !all[1].Failed() {
		t.Fatalf("%+v, %v", all, err)
	}
	if n, err := store.Moves().Enqueue(t.Context(), time.UnixMilli(2000), 5); n != 1 || err != nil {
		t.Errorf("%d were handed over, %v", n, err)
	}
	if batch, err := store.Moves().Batch(t.Context(), "1"); len(batch) != 1 || err != nil {
		t.Errorf("%+v, %v", batch, err)
	}
}
