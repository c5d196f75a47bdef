package backup_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/backup"
	"github.com/quartet-dev/quartet/internal/backup/archive"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
)

// forge writes a copy anew, sealed, with what change makes of its tables and of each row.
func forge(t *testing.T, folder, from, to string, change func(tables []*store.Table) []*store.Table, row func(table string, line []byte) []byte) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, from))
	if err != nil {
		t.Fatal(err)
	}
	r, err := archive.Open(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := archive.NewWriter(&out)
	var tables []*store.Table
	if err = join(err, json.Unmarshal(r.Header.Layout, &tables)); err != nil {
		t.Fatal(err)
	}
	files := r.Header.Tables
	h := archive.Header{Program: r.Header.Program, Database: r.Header.Database, Version: r.Header.Version, TakenAt: r.Header.TakenAt}
	if change != nil {
		tables = change(tables)
	}
	if h.Layout, err = json.Marshal(tables); err != nil {
		t.Fatal(err)
	}
	for i, each := range tables {
		if err = join(err, w.Table(each.Name)); i < len(files) {
			err = join(err, r.Rows(t.Context(), files[i], func(line []byte) error {
				if row != nil {
					line = row(each.Name, line)
				}
				return w.Row(line)
			}))
		}
	}
	_, closed := w.Close(&h)
	if err = join(err, closed, os.WriteFile(filepath.Join(folder, to), out.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func join(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// A sealed copy whose tables make no sense is refused when it is read, before anything
// is made.
func TestACopyWhoseTablesMakeNoSenseIsRefused(t *testing.T) {
	s, folder := newSite(t), t.TempDir()
	s.write(1)
	honest := s.take(copies.Folder(folder)).Name
	layout := func(old, by string) func([]*store.Table) []*store.Table {
		return func(tables []*store.Table) []*store.Table {
			last := tables[len(tables)-1]
			text := strings.Replace(string(last.Layout), old, by, 1)
			if text == string(last.Layout) {
				t.Fatalf("%s has no %s", text, old)
			}
			last.Layout = json.RawMessage(text)
			return tables
		}
	}
	last := func(change func(*store.Table)) func([]*store.Table) []*store.Table {
		return func(tables []*store.Table) []*store.Table { change(tables[len(tables)-1]); return tables }
	}
	for name, change := range map[string]func([]*store.Table) []*store.Table{
		"a kind of column":            layout(`"kind": "integer"`, `"kind": "nonsense"`),
		"no object":                   last(func(t *store.Table) { t.Layout = json.RawMessage(`[1]`) }),
		"a column twice":              layout(`"name": "text"`, `"name": "N"`),
		"a column of every entry":     layout(`"name": "text"`, `"name": "version"`),
		"another name":                layout(`"name": "notes"`, `"name": "other"`),
		"columns that no entry has":   last(func(t *store.Table) { t.Columns[2] = "colour" }),
		"a key of two columns":        last(func(t *store.Table) { t.Key = 2 }),
		"a Schema's without a layout": last(func(t *store.Table) { t.Layout = nil }),
		"a name of the platform": last(func(t *store.Table) {
			t.Name = "_quartet_layout"
			t.Layout = json.RawMessage(`{"name":"_quartet_layout"}`)
		}),
		"a platform's column":           func(tables []*store.Table) []*store.Table { tables[1].Columns[0] = "colour"; return tables },
		"a platform's key":              func(tables []*store.Table) []*store.Table { tables[1].Key = len(tables[1].Columns); return tables },
		"a platform's table is missing": func(tables []*store.Table) []*store.Table { return tables[1:] },
		"names that differ in case": func(tables []*store.Table) []*store.Table {
			more := *tables[len(tables)-1]
			more.Name, more.Layout = "Notes", json.RawMessage(strings.Replace(string(more.Layout), `"name": "notes"`, `"name": "Notes"`, 1))
			return append(tables, &more)
		},
	} {
		t.Run(name, func(t *testing.T) {
			forge(t, folder, honest, "forged.zip", change, nil)
			if _, err := backup.Open(t.Context(), copies.Folder(folder), "forged.zip", platform(t, migrations.Newest()), nil); !diag.HasCode(err, diag.BackupInvalid) {
				t.Errorf("%v", err)
			}
		})
	}
}

// Rows that their tables do not take end the restore with the same code, on both
// databases. What was loaded is not served, and an honest copy goes in after it.
func TestACopyWhoseRowsFitNoTableIsRefused(t *testing.T) {
	s, folder := newSite(t), t.TempDir()
	for n := range 3 {
		s.write(n)
	}
	place := copies.Folder(folder)
	honest := s.take(place).Name
	for name, row := range map[string]string{
		"null":             `["id-1",null,5,"{}","published",6,1]`,
		"no JSON":          `["id-1",null,5,"no JSON","published",6,1]`,
		"no number":        `["id-1",null,"five","{}","published",6,"one"]`,
		"the same id":      `["id-000000",null,5,"{}","published",6,1]`,
		"bytes":            `["id-1",null,5,{"bytes":"/w=="},"published",6,1]`,
		"a text not UTF-8": `["id-1",null,5,{"text":"Iv8i"},"published",6,1]`,
	} {
		if name == "null" {
			row = strings.Replace(row, `"published"`, "null", 1)
		}
		forge(t, folder, honest, "forged.zip", nil, func(table string, line []byte) []byte {
			if table == "notes" && bytes.Contains(line, []byte("id-000001")) {
				return []byte(row)
			}
			return line
		})
		for database, into := range map[string]*site{"sqlite": emptySite(t), "postgres": inPostgres(t, emptySite(t))} {
			t.Run(name+" on "+database, func(t *testing.T) {
				err := backup.Restore(t.Context(), opened(t, place, "forged.zip"), into.database, nil, nil)
				if !diag.HasCode(err, diag.BackupInvalid) {
					t.Errorf("%v", err)
				}
				if _, err := into.database.Source(t.Context()); !diag.HasCode(err, diag.DatabaseUnfinished) {
					t.Errorf("it is served: %v", err)
				}
				if err := backup.Restore(t.Context(), opened(t, place, honest), into.database, nil, nil); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
