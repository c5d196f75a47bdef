package sqlite_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/logtest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// beside is a second Schema that no change of site touches.
const beside = `
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: letters }
spec: { title: Letters, schema: { type: object, properties: { text: { type: string } } } }
`

func logged(t *testing.T, path string, p *plan.Plan) (*sqlite.Store, *logtest.Log) {
	t.Helper()
	log := new(logtest.Log)
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p, Log: slog.New(slog.NewJSONHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closed(t, store) })
	return store, log
}

func insert(t *testing.T, store *sqlite.Store, p *plan.Plan, schema, id string) error {
	t.Helper()
	e := &content.Entry{ID: id, Status: content.Draft, Version: 1, Data: map[string]any{}}
	return store.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schema(schema), Entry: e})
}

// A command that knows nothing of a site's pages takes their indexes away, which keeps
// nobody from writing; the next start has them again.
func TestIndexesOfPagesKeepNobodyFromWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	with := plantest.Seal(t, posts, plan.Address{Schema: "posts", Slug: "slug"})
	without := plantest.Seal(t, posts)
	serving, log := logged(t, path, with)
	command, _ := logged(t, path, without)
	for i, each := range []*sqlite.Store{serving, command, serving} {
		p := with
		if each == command {
			p = without
		}
		if err := insert(t, each, p, "posts", fmt.Sprint(i)); err != nil {
			t.Errorf("write %d: %v", i, err)
		}
	}
	wantLines(t, log, 0, `"level":"ERROR"`)
	changes, found := sqlite.Database{Path: path}.Changes(t.Context(), with)
	if len(found) > 0 || len(changes) != 1 || changes[0].Action != store.CreateIndex {
		t.Errorf("the next start makes %+v, %v", changes, found)
	}
}

// A process with older manifests writes no more to a Schema that a newer one
// has changed, by what is recorded of its layout; it goes on to read it, and to
// write every other Schema.
func TestOlderManifestsWriteNoMoreToAChangedSchema(t *testing.T) {
	for _, test := range []struct{ name, newer string }{
		{"a property that is required now", site(`required: [stars], properties: { title: { type: string }, stars: { type: integer } }`, "")},
		{"a new property that is stamped", site(`properties: { title: { type: string }, stars: { type: integer }, extra: { type: string, x-service-bind: ctx.user } }`, "")},
		{"a new property that names media", site(`properties: { title: { type: string }, stars: { type: integer }, extra: { type: string, x-service-ref: media_assets } }`, "")},
		{"another type", site(`properties: { title: { type: string }, stars: { type: number } }`, "")},
		{"another spelling", site(`properties: { Title: { type: string }, stars: { type: integer } }`, "")},
		{"a narrower rule", site(`properties: { title: { type: string }, stars: { type: integer, maximum: 3 } }`, "")},
		{"a new unique index", site(plainNotes, "  uniqueIndexes: [[title]]")},
		{"another lifecycle", site(plainNotes, "  lifecycle: operational")},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "site.db")
			older, newer := plantest.Seal(t, site(plainNotes, "")+beside), plantest.Seal(t, test.newer+beside)
			fill(t, path, plantest.Seal(t, site(plainNotes, "")), `{"id":"a","data":{"title":"A","stars":1},"status":"published"}`)
			old, log := logged(t, path, older)
			if err := insert(t, old, older, "letters", "before"); err != nil {
				t.Fatal(err)
			}
			now, _ := logged(t, path, newer)
			if err := insert(t, old, older, "notes", "late"); !diag.HasCode(err, diag.ResourceUnavailable) {
				t.Errorf("the older process writes: %v", err)
			}
			wantLines(t, log, 1, `"level":"ERROR"`, `Restart this process with the new manifests`, `"schema":"notes"`)
			if e, err := old.Entry(t.Context(), older.Schema("notes"), "a"); err != nil || e.Data["title"] != "A" {
				t.Errorf("the older process reads %v, %v", e, err)
			}
			if err := insert(t, old, older, "letters", "after"); err != nil {
				t.Errorf("another Schema: %v", err)
			}
			if err := insert(t, now, newer, "notes", "new"); err != nil {
				t.Errorf("the newer process: %v", err)
			}
			if err := insert(t, old, older, "notes", "later"); !diag.HasCode(err, diag.ResourceUnavailable) {
				t.Errorf("the older process writes again: %v", err)
			}
			wantLines(t, log, 1, `Restart this process`)
		})
	}
}

// While a new version of a site takes the place of the last one, both write: what
// either writes is right by the manifests of the other one too, whichever of them
// started last.
func TestManifestsThatAgreeWriteBeside(t *testing.T) {
	const plain = `properties: { title: { type: string }, stars: { type: integer } }`
	for _, test := range []struct{ name, newer string }{
		{"a new property", site(`properties: { title: { type: string }, stars: { type: integer }, extra: { type: number } }`, "")},
		{"a new property with an index", site(`properties: { title: { type: string }, stars: { type: integer }, extra: { type: number } }`, "  indexes: [[extra], [stars, extra]]")},
		{"a new list", site(`properties: { title: { type: string }, stars: { type: integer }, extra: { type: array } }`, "")},
		{"a new object with definitions", site(`$defs: { size: { type: integer } }, properties: { title: { type: string }, stars: { type: integer }, extra: { type: object, properties: { width: { $ref: "#/$defs/size" } } } }`, "")},
		{"a removed property", site(`properties: { title: { type: string } }`, "")},
		{"another one instead", site(`properties: { title: { type: string }, extra: { type: boolean } }`, "")},
		{"a new index", site(plainNotes, "  indexes: [[title]]")},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "site.db")
			older, newer := plantest.Seal(t, site(plain, "  uniqueIndexes: [[title]]")), plantest.Seal(t, strings.Replace(test.newer, "spec:\n", "spec:\n  uniqueIndexes: [[title]]\n", 1))
			old, log := logged(t, path, older)
			now, _ := logged(t, path, newer)
			for i, each := range []*sqlite.Store{old, now, old} {
				p := older
				if each == now {
					p = newer
				}
				if err := insert(t, each, p, "notes", fmt.Sprint(i)); err != nil {
					t.Errorf("write %d: %v", i, err)
				}
			}
			restarted, _ := logged(t, path, older)
			if err := insert(t, restarted, older, "notes", "restarted"); err != nil {
				t.Error("the older process after a restart: ", err)
			}
			if err := insert(t, now, newer, "notes", "again"); err != nil {
				t.Error("the newer process, when an older one has started last: ", err)
			}
			wantLines(t, log, 0, `"level":"ERROR"`)
		})
	}
}

// A property that an older process removes from data, of which it knows no more, is
// gone from the column too, and what it leaves there stays.
func TestOlderManifestsEmptyColumnsThatTheyDoNotKnow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	older := plantest.Seal(t, site(plainNotes, ""))
	newer := plantest.Seal(t, site(`properties: { title: { type: string }, stars: { type: integer }, extra: { type: number }, more: { type: string }, list: { type: array } }`, "  indexes: [[extra]]"))
	old, _ := logged(t, path, older)
	now, _ := logged(t, path, newer)
	e := &content.Entry{ID: "a", Status: content.Draft, Version: 1, Data: map[string]any{"title": "A", "extra": 1.5, "more": "m", "list": []any{"x"}}}
	if err := now.Write(t.Context(), &content.Write{Op: content.Insert, Schema: newer.Schema("notes"), Entry: e}); err != nil {
		t.Fatal(err)
	}
	e = &content.Entry{ID: "a", Status: content.Draft, Version: 2, Data: map[string]any{"title": "B", "more": "m"}}
	err := old.Write(t.Context(), &content.Write{
		Op: content.Update, Schema: older.Schema("notes"), Entry: e, Expect: content.Expect{Version: 1, Status: content.Draft},
	})
	if err != nil {
		t.Fatal(err)
	}
	wantViewed(t, path, newer, []string{"title", "extra", "more", "list"}, `a "B" null "m" null`)
}

// What it was refused, a process may write again once the tables are as it
// wants them.
func TestManifestsThatFitAgainWriteAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	first := plantest.Seal(t, site(plainNotes, ""))
	other := plantest.Seal(t, site(plainNotes, "  uniqueIndexes: [[title]]"))
	store, log := logged(t, path, first)
	closed(t, open(t, path, other))
	if err := insert(t, store, first, "notes", "a"); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Fatal(err)
	}
	closed(t, open(t, path, first))
	if err := insert(t, store, first, "notes", "a"); err != nil {
		t.Fatal(err)
	}
	wantLines(t, log, 1, `"level":"INFO"`, `written again`)
}

// A table that was dropped is refused like one that was changed, not as an
// error of SQL.
func TestADroppedSchemaIsRefusedAsUnavailable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	older, newer := plantest.Seal(t, site(plainNotes, "")+beside), plantest.Seal(t, beside)
	store, _ := logged(t, path, older)
	if _, err := sqlite.Migrate(t.Context(), path, newer, true); err != nil {
		t.Fatal(err)
	}
	if err := insert(t, store, older, "notes", "a"); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Error(err)
	}
}

// A database that a newer program has migrated is refused by the name of both
// versions, and not written any more by a process that had it open.
func TestADatabaseOfANewerProgramIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	p := plantest.Seal(t, site(plainNotes, ""))
	store, log := logged(t, path, p)
	if err := insert(t, store, p, "notes", "a"); err != nil {
		t.Fatal(err)
	}
	migrateFurther(t, path)
	_, opened := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p})
	_, platform := sqlite.OpenPlatform(t.Context(), sqlite.Options{Path: path})
	_, migrated := sqlite.Migrate(t.Context(), path, p, true)
	_, planned := sqlite.Changes(t.Context(), path, p)
	for name, err := range map[string]error{"Open": opened, "OpenPlatform": platform, "Migrate": migrated, "Changes": planned[0]} {
		if !diag.HasCode(err, diag.DatabaseNewer) {
			t.Errorf("%s: %v, want DATABASE_NEWER", name, err)
			continue
		}
		for _, part := range []string{"v99.1.0", "to 9901", "this program (", path} {
			if !strings.Contains(fmt.Sprint(err), part) {
				t.Errorf("%s: %v does not name %s", name, err, part)
			}
		}
	}
	for _, id := range []string{"b", "c"} {
		if err := insert(t, store, p, "notes", id); !diag.HasCode(err, diag.ResourceUnavailable) {
			t.Errorf("a process that had it open writes: %v", err)
		}
	}
	if _, err := store.Entry(t.Context(), p.Schema("notes"), "a"); err != nil {
		t.Errorf("it reads no more: %v", err)
	}
	wantLines(t, log, 1, `"level":"ERROR"`, `run the newer program`, `v99.1.0`)
}

// migrateFurther does what the migrations of a newer program do.
func migrateFurther(t *testing.T, path string) {
	t.Helper()
	db, err := sqlite3.OpenContext(context.Background(), "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Exec(`BEGIN IMMEDIATE;
INSERT INTO _quartet_migrations (version_id, is_applied) VALUES (9901, 1);
INSERT INTO _quartet_program (migration, version) VALUES (9901, 'v99.1.0');
PRAGMA user_version = 4711;
COMMIT`)
	if err != nil {
		t.Fatal(err)
	}
}

// wantLines counts the lines of a log that hold every part.
func wantLines(t *testing.T, log *logtest.Log, want int, parts ...string) {
	t.Helper()
	got := 0
lines:
	for line := range strings.Lines(log.String()) {
		for _, part := range parts {
			if !strings.Contains(line, part) {
				continue lines
			}
		}
		got++
	}
	if got != want {
		t.Errorf("%d lines with %q, want %d:\n%s", got, parts, want, log)
	}
}
