package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

var rounds = flag.Int("rounds", 2, "how often TestABackupBesideWriters takes a copy and restores it, on each database in turn")

const copiedSite = backupSite + `  indexes: [[n]]
---
apiVersion: quartet/v1
kind: View
metadata: { name: notes-by-number }
spec: { from: notes, surface: public, fields: [id, n, text], orderBy: [{ field: n }], limit: 500 }
`

// backedUp is a site that is served from a database of its own.
type backedUp struct {
	*quartet.Service
	options app.Options
}

func serveCopied(t *testing.T, database, dir string) *backedUp {
	t.Helper()
	files := folder(map[string]string{"manifests/notes.yaml": copiedSite})
	s, err := quartet.Open(t.Context(), quartet.Options{Dir: dir, FS: files, Database: database, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return &backedUp{s, copiedOptions(database, dir)}
}

// copiedOptions are those of the site for commands.
func copiedOptions(database, dir string) app.Options {
	return app.Options{
		Dir: dir, FS: folder(map[string]string{"manifests/notes.yaml": copiedSite}), Database: database, Logger: slog.New(slog.DiscardHandler),
		Environment: func(string) (string, bool) { return "", false },
	}
}

// read is what the site answers to every page of its View.
func (c *backedUp) read(t *testing.T) (pages []string) {
	t.Helper()
	for at := "/api/views/notes-by-number"; at != ""; {
		w := httptest.NewRecorder()
		c.ServeHTTP(w, httptest.NewRequest("GET", at, nil))
		var page struct {
			Data struct{ NextCursor string }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
			t.Fatalf("%s: %d %s", at, w.Code, w.Body)
		}
		pages = append(pages, w.Body.String())
		at = ""
		if page.Data.NextCursor != "" {
			at = "/api/views/notes-by-number?cursor=" + page.Data.NextCursor
		}
	}
	return pages
}

// write has sixteen writers write until they are stopped. answered is what was
// answered so far, by id.
func (c *backedUp) write(t *testing.T) (answered *sync.Map, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	answered = new(sync.Map)
	var all sync.WaitGroup
	var number atomic.Int64
	for range 16 {
		all.Go(func() {
			for ctx.Err() == nil {
				n := number.Add(1)
				e, err := c.Entries("notes").CreateDraft(context.Background(), map[string]any{"n": n, "text": fmt.Sprint("beside a backup ", n)})
				if err != nil {
					t.Error(err)
					return
				}
				answered.Store(e.ID, n)
			}
		})
	}
	return answered, func() { cancel(); all.Wait() }
}

func countOf(m *sync.Map) (n int) {
	m.Range(func(any, any) bool { n++; return true })
	return n
}

// While sixteen writers write, a copy holds every write that was answered before it
// began, and no half of one. Restored into an empty site it answers every read as the
// site did at that moment.
func TestABackupBesideWriters(t *testing.T) {
	for round := range *rounds {
		kind := [...]string{"SQLite", "PostgreSQL"}[round%2]
		t.Run(fmt.Sprint(round, " ", kind), func(t *testing.T) { testBackupBesideWriters(t, kind) })
	}
}

func databaseOf(t *testing.T, kind string) string {
	t.Helper()
	if kind == "PostgreSQL" {
		return postgrestest.URL(t)
	}
	return "sqlite:" + filepath.Join(t.TempDir(), "site.db")
}

func testBackupBesideWriters(t *testing.T, kind string) {
	site := serveCopied(t, databaseOf(t, kind), t.TempDir())
	file := filepath.Join(t.TempDir(), "site.zip")
	answered, stop := site.write(t)
	for countOf(answered) < 300 {
		time.Sleep(time.Millisecond)
	}
	before := map[any]any{}
	answered.Range(func(id, n any) bool { before[id] = n; return true })
	if _, err := app.BackUp(t.Context(), site.options, app.Copies{At: file}); err != nil {
		t.Error(errors.Join(err, errors.Unwrap(err)))
	}
	stop()
	if restored := restoreCopied(t, file, databaseOf(t, kind)); restored != nil {
		wantAnswered(t, restored, before, answered)
	}

	// Nobody writes: every read is alike.
	file = filepath.Join(t.TempDir(), "site.zip")
	if _, err := app.BackUp(t.Context(), site.options, app.Copies{At: file}); err != nil {
		t.Fatal(err)
	}
	restored := restoreCopied(t, file, databaseOf(t, kind))
	if want, got := site.read(t), restored.read(t); fmt.Sprint(withoutCursors(want)) != fmt.Sprint(withoutCursors(got)) {
		t.Errorf("the restored site answers otherwise: %d and %d pages", len(want), len(got))
	}
}

func restoreCopied(t *testing.T, file, database string) *backedUp {
	t.Helper()
	dir := t.TempDir()
	if _, err := app.Restore(t.Context(), copiedOptions(database, dir), app.Copies{At: file}); err != nil {
		t.Fatal(errors.Join(err, errors.Unwrap(err)))
	}
	return serveCopied(t, database, dir)
}

// wantAnswered wants all of before, and nothing that was not written.
func wantAnswered(t *testing.T, restored *backedUp, before map[any]any, answered *sync.Map) {
	t.Helper()
	rows := map[any]int64{}
	for _, page := range restored.read(t) {
		var read struct {
			Data struct {
				Rows []struct {
					ID string
					N  int64
				}
			}
		}
		if err := json.Unmarshal([]byte(page), &read); err != nil {
			t.Fatal(err)
		}
		for _, r := range read.Data.Rows {
			rows[r.ID] = r.N
		}
	}
	for id, n := range before {
		if rows[id] != n {
			t.Fatalf("the note %v, answered as %v before the copy began, is %d in it", id, n, rows[id])
		}
	}
	for id, n := range rows {
		if wrote, ok := answered.Load(id); !ok || wrote != n {
			t.Fatalf("the copy has a note %v that nobody wrote", id)
		}
	}
	t.Logf("%d notes were answered before, %d are in the copy, %d in the end", len(before), len(rows), countOf(answered))
}

func withoutCursors(pages []string) (plain []any) {
	for _, page := range pages {
		var read struct{ Data map[string]any }
		if json.Unmarshal([]byte(page), &read) == nil {
			delete(read.Data, "nextCursor") // sealed anew each time
			plain = append(plain, read.Data)
		}
	}
	return plain
}

// What is refused leaves nothing behind.
func TestARefusedRestoreLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "site.zip")
	if err := os.WriteFile(file, []byte("no backup"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := app.Restore(t.Context(), copiedOptions("", dir), app.Copies{At: file}); !diag.HasCode(err, diag.BackupInvalid) {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("%v, %v", left, err)
	}
}
