package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	config "github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

var teaRows = []config.Row{
	{Key: "title", Value: "Tea", Once: true}, {Key: "origin", Value: "https://tea.example"}, {Key: "brand", Value: `字 "quoted" \`},
}

func writeConfig(t *testing.T, store *sqlite.Store, rows ...config.Row) {
	t.Helper()
	if err := store.WriteSiteConfig(t.Context(), rows, nil); err != nil {
		t.Fatal(err)
	}
}

func wantConfig(t *testing.T, store *sqlite.Store, want map[string]string) {
	t.Helper()
	got, err := store.SiteConfig(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// site_config: a row to be written once stays as it is, any other follows.
func TestSiteConfigRows(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "site.db"), plantest.Seal(t, posts))
	defer closed(t, store)
	wantConfig(t, store, map[string]string{})
	writeConfig(t, store, teaRows...)
	writeConfig(t, store, config.Row{Key: "title", Value: "Coffee", Once: true}, config.Row{Key: "origin", Value: ""}, config.Row{Key: "locales", Value: "en", Once: true})
	wantConfig(t, store, map[string]string{"title": "Tea", "origin": "", "brand": `字 "quoted" \`, "locales": "en"})
}

// site_config: what is stored already is not written again. Any commit that
// changes a page moves the data version that other connections see.
func TestRowsThatAreStoredAreNotWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	store := open(t, path, plantest.Seal(t, posts))
	defer closed(t, store)
	writeConfig(t, store, teaRows...)
	version := dataVersion(t, path)
	before := version()
	writeConfig(t, store, teaRows...)
	writeConfig(t, store, config.Row{Key: "title", Value: "Coffee", Once: true})
	if after := version(); after != before {
		t.Errorf("data version %d after %d", after, before)
	}
	writeConfig(t, store, config.Row{Key: "title", Value: "Coffee"})
	if version() == before {
		t.Error("the data version does not tell a write")
	}
}

// dataVersion looks at the file at path from a connection of its own.
func dataVersion(t *testing.T, path string) func() int {
	t.Helper()
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	statement, _, err := db.Prepare("PRAGMA data_version")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(statement.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	return func() int {
		defer func() { _ = statement.Reset() }()
		if !statement.Step() {
			t.Fatal(statement.Err())
		}
		return statement.ColumnInt(0)
	}
}

// quartet doctor reads and clears rows without a plan, beside a server.
func TestSiteConfigOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	store := open(t, path, plantest.Seal(t, posts))
	defer closed(t, store)
	writeConfig(t, store, config.Row{Key: "locales", Value: "en"}, config.Row{Key: "title", Value: "Tea"})
	rows, err := sqlite.SiteConfig(t.Context(), path)
	if diff := cmp.Diff(map[string]string{"locales": "en", "title": "Tea"}, rows); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for range 2 {
		if err := sqlite.DeleteSiteConfig(t.Context(), path, "locales"); err != nil {
			t.Error(err)
		}
	}
	wantConfig(t, store, map[string]string{"title": "Tea"})
}

func TestAFileWithoutSiteConfigHasNoRows(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing.db")
	for _, path := range []string{empty, missing} {
		rows, err := sqlite.SiteConfig(t.Context(), path)
		if len(rows) > 0 || err != nil {
			t.Errorf("%s: %v, %v", path, rows, err)
		}
		if err := sqlite.DeleteSiteConfig(t.Context(), path, "locales"); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("a missing file was made")
	}
}

func TestSiteConfigOfNoDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := sqlite.SiteConfig(t.Context(), path)
	for _, err := range []error{err, sqlite.DeleteSiteConfig(t.Context(), path, "locales")} {
		if !diag.HasCode(err, diag.ResourceUnavailable) {
			t.Errorf("%v, want RESOURCE_UNAVAILABLE", err)
		}
	}
}
