package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

func TestOpenMakesTheFileAndItsFolder(t *testing.T) {
	p := plantest.Seal(t, posts)
	for _, name := range []string{"site.db", "a b?c#d%20e&mode=memory.db", "file:site.db", "字.db"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "new", "folder", name)
			closed(t, open(t, path, p))
			if info, err := os.Stat(path); err != nil || info.Size() == 0 {
				t.Errorf("%v, %v", info, err)
			}
		})
	}
}

func TestWhatIsNoDatabaseIsRefused(t *testing.T) {
	dir := t.TempDir()
	text, folder, below := filepath.Join(dir, "text"), filepath.Join(dir, "folder"), filepath.Join(dir, "text", "site.db")
	if err := errors.Join(os.WriteFile(text, []byte(strings.Repeat("no database ", 1000)), 0o600), os.Mkdir(folder, 0o750)); err != nil {
		t.Fatal(err)
	}
	p := plantest.Seal(t, posts)
	for _, path := range []string{text, folder, below} {
		if _, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p}); !diag.HasCode(err, diag.ResourceUnavailable) {
			t.Errorf("%s: %v, want RESOURCE_UNAVAILABLE", path, err)
		}
	}
}

func TestACancelledOpenIsResourceUnavailable(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := sqlite.Open(ctx, sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: plantest.Seal(t, posts)})
	if !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("got %v", err)
	}
}

// Processes that start at once on a new file all come up, and write.
func TestManyOpenANewFileAtOnce(t *testing.T) {
	p := plantest.Seal(t, posts)
	for range 5 {
		path := filepath.Join(t.TempDir(), "site.db")
		const processes = 6
		stores, errs := make([]*sqlite.Store, processes), make([]error, processes)
		var all sync.WaitGroup
		for i := range processes {
			all.Go(func() {
				stores[i], errs[i] = sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p})
			})
		}
		all.Wait()
		for i, err := range errs {
			if err != nil {
				t.Fatalf("%v, because of %v", err, errors.Unwrap(err))
			}
			insertPosts(t, stores[i], p, i*10, 10)
		}
		for _, store := range stores {
			closed(t, store)
		}
	}
}

// Two processes on one file write at the same time; neither loses a write and
// each sees the other's.
func TestTwoStoresOnOneFile(t *testing.T) {
	p := plantest.Seal(t, posts)
	path := filepath.Join(t.TempDir(), "site.db")
	stores := []*sqlite.Store{open(t, path, p), open(t, path, p)}
	const each = 400
	var all sync.WaitGroup
	for i, store := range stores {
		all.Go(func() { insertPosts(t, store, p, i*each, each) })
	}
	all.Wait()
	for _, store := range stores {
		found, err := store.Entries(t.Context(), content.EntryQuery{Schema: p.Schema("posts"), Limit: 10_000})
		if err != nil || len(found) != 2*each {
			t.Errorf("%d entries, %v; want %d", len(found), err, 2*each)
		}
		err = store.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schema("posts"), Entry: post(each)})
		if !diag.HasCode(err, diag.Conflict) {
			t.Errorf("what the other wrote is no conflict: %v", err)
		}
	}
	secret := func(store *sqlite.Store) string {
		key, err := store.Secret(t.Context(), "key")
		if err != nil {
			t.Fatal(err)
		}
		return string(key)
	}
	if secret(stores[0]) != secret(stores[1]) {
		t.Error("the processes have different secrets")
	}
	closed(t, stores[0])
	insertPosts(t, stores[1], p, 2*each, 1)
	closed(t, stores[1])
}

// A start that changes nothing writes nothing.
func TestOpeningAgainWritesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	p := plantest.Seal(t, posts)
	closed(t, open(t, path, p))
	before := read(t, path)
	closed(t, open(t, path, p))
	if read(t, path) != before {
		t.Error("the file has changed")
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestADeclarativeViewIsInterrupted(t *testing.T) {
	var filter strings.Builder
	for i := range 400 {
		fmt.Fprintf(&filter, "{ eq: { field: body, value: x%d } }, ", i)
	}
	p := plantest.Seal(t, posts+`
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: slow }, spec: { from: posts, surface: staff, filter: { or: [`+filter.String()+`] } } }`)
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p, StatementTimeout: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, store)
	insertPosts(t, store, p, 0, 2000)
	if _, err := store.View(t.Context(), content.ViewQuery{View: p.View("slow"), Limit: 1}, nil); !diag.HasCode(err, diag.ResourceExhausted) {
		t.Errorf("got %v, want RESOURCE_EXHAUSTED", err)
	}
}
