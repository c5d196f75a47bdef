package sqlite_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const letters = `{"id":"a","data":{"title":"A","stars":1}}
{"id":"b","data":{"stars":2}}
{"id":"c","data":{"stars":null}}`

// A Schema that is gone with its entries is named at every start, with how many
// they are; where a new one looks like it, with its name.
func TestARemovedSchemaIsNamedAtEachStart(t *testing.T) {
	for _, test := range []struct {
		name, after string
		change      store.Change
	}{
		{"removed", beside, store.Change{Schema: "notes", Action: store.KeepTable, Rows: 3}},
		{
			"renamed", strings.ReplaceAll(site(plainNotes, ""), "notes", "leaves"),
			store.Change{Schema: "notes", Action: store.KeepTable, Rows: 3, Renamed: "leaves"},
		},
		{
			"renamed and changed", strings.ReplaceAll(site(`properties: { title: { type: string }, stars: { type: integer }, extra: { type: number } }`, ""), "notes", "leaves") + beside,
			store.Change{Schema: "notes", Action: store.KeepTable, Rows: 3, Renamed: "leaves"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "site.db")
			fill(t, path, plantest.Seal(t, site(plainNotes, "")), letters)
			after := plantest.Seal(t, test.after)
			planned, _ := sqlite.Changes(t.Context(), path, after)
			if diff := cmp.Diff([]store.Change{test.change}, kept(planned)); diff != "" {
				t.Errorf("Changes: %s", diff)
			}
			for range 2 {
				_, log := logged(t, path, after)
				parts := []string{`"level":"WARN"`, `no longer declared`, `"schema":"notes","rows":3`, "quartet migrate --drop"}
				if test.change.Renamed != "" {
					parts = append(parts, `"renamed":"`+test.change.Renamed+`"`)
				}
				wantLines(t, log, 1, parts...)
			}
		})
	}
}

// What was removed without an entry is no news.
func TestARemovedSchemaWithoutEntriesIsNotNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	closed(t, open(t, path, plantest.Seal(t, site(plainNotes, ""))))
	_, log := logged(t, path, plantest.Seal(t, beside))
	wantLines(t, log, 0, "WARN")
}

// A property that is gone with its values is named when it goes.
func TestARemovedPropertyIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	fill(t, path, plantest.Seal(t, site(plainNotes, "")), letters)
	without := plantest.Seal(t, site(`properties: { title: { type: string } }`, ""))
	_, log := logged(t, path, without)
	wantLines(t, log, 1, `"level":"WARN"`, `"schema":"notes","rows":2,"property":"stars"`)
	dropped, err := sqlite.Migrate(t.Context(), path, without, true)
	want := []store.Change{{Schema: "notes", Action: store.DropColumn, Name: "stars", Rows: 2}}
	if diff := cmp.Diff(want, dropped); diff != "" || err != nil {
		t.Errorf("%s, %v", diff, err)
	}
}

func kept(changes []store.Change) (found []store.Change) {
	for _, c := range changes {
		if c.Keeps() {
			found = append(found, c)
		}
	}
	return found
}

// A database that must exist is not made: no file and an empty one
// are none.
func TestADatabaseThatMustExistIsNotMade(t *testing.T) {
	dir, p := t.TempDir(), plantest.Seal(t, posts)
	for name, make := range map[string]func(string) error{
		"none":  func(string) error { return nil },
		"empty": func(path string) error { return os.WriteFile(path, nil, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name, "site.db")
			if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
				t.Fatal(err)
			}
			if err := make(path); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadDir(filepath.Dir(path))
			_, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p, MustExist: true})
			if !diag.HasCode(err, diag.DatabaseMissing) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v", err)
			}
			if after, _ := os.ReadDir(filepath.Dir(path)); len(after) != len(before) {
				t.Errorf("the folder holds %v", after)
			}
		})
	}
	path := filepath.Join(dir, "made", "site.db")
	first := open(t, path, p)
	closed(t, first)
	second, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p, MustExist: true})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, second)
	if !first.IsNew() || second.IsNew() {
		t.Errorf("new is %t, then %t", first.IsNew(), second.IsNew())
	}
}
