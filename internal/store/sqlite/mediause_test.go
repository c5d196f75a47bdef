package sqlite_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const (
	withCover = `properties: { title: { type: string }, cover: { type: string, x-mcp-hint: media }, body: { type: string } }`
	withBody  = `properties: { title: { type: string }, cover: { type: string, x-mcp-hint: media }, body: { type: string, x-mcp-hint: markdown } }`
	noMedia   = `properties: { title: { type: string }, cover: { type: string }, body: { type: string } }`

	illustrated = `{"id":"a","data":{"title":"A","cover":"1","body":"![x](media:2)"}}
{"id":"b","data":{"cover":"1","body":"media:3"},"status":"published"}
{"id":"c","data":{"title":"media:9"},"status":"archived"}`
)

// usesOf lists what the entries of a file use, as the process reads it.
func usesOf(t *testing.T, store *sqlite.Store) (list []string) {
	t.Helper()
	for _, id := range []string{"1", "2", "3", "9"} {
		for _, use := range usersOf(t, store, id) {
			list = append(list, fmt.Sprintf("%s:%s/%s", id, use.Collection, use.EntryID))
		}
	}
	return list
}

// usersOf lists the entries that use an asset.
func usersOf(t *testing.T, store *sqlite.Store, assetID string) (uses []media.Use) {
	t.Helper()
	err := store.Media().Read(t.Context(), func(r media.Reader) (err error) {
		uses, err = r.Uses(assetID, media.Use{}, 1<<30)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return uses
}

func wantUses(t *testing.T, path string, p *plan.Plan, want string) {
	t.Helper()
	store := open(t, path, p)
	defer closed(t, store)
	if got := strings.Join(usesOf(t, store), " "); got != want {
		t.Errorf("uses %q, want %q", got, want)
	}
}

// Rows that were written before their uses were, and rows whose uses are found in
// another way since, are looked through at the next start.
func TestUsesOfMediaAreFoundAnewWhenTheManifestsChange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	fill(t, path, plantest.Seal(t, site(noMedia, "")), illustrated)
	for _, step := range []struct{ name, properties, want string }{
		{"a property that names media", withCover, "1:notes/a 1:notes/b"},
		{"a second one", withBody, "1:notes/a 1:notes/b 2:notes/a 3:notes/b"},
		{"nothing", withBody, "1:notes/a 1:notes/b 2:notes/a 3:notes/b"},
		{"the second is removed", `properties: { cover: { type: string, x-mcp-hint: media-image } }`, "1:notes/a 1:notes/b"},
		{"none", noMedia, ""},
		{"through a definition", `$defs: { c: { x-service-ref: media_assets } }, properties: { cover: { $ref: '#/$defs/c' } }`, "1:notes/a 1:notes/b"},
	} {
		p := plantest.Seal(t, site(step.properties, ""))
		if _, blocked := sqlite.Changes(t.Context(), path, p); len(blocked) > 0 {
			t.Fatal(blocked)
		}
		t.Run(step.name, func(t *testing.T) { wantUses(t, path, p, step.want) })
	}
}

// beforeMedia is the last migration before uses of media were stored.
const beforeMedia = 12

// An older file has neither the table nor anything in it.
func TestUsesOfMediaAreFoundInAnOlderFile(t *testing.T) {
	path, p := filepath.Join(t.TempDir(), "site.db"), plantest.Seal(t, site(withBody, ""))
	fill(t, path, p, illustrated)
	c, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	older := append(sqlite.TakenBackTo(t, beforeMedia), `DELETE FROM _quartet_program`, `UPDATE _quartet_layout SET layout = json_remove(layout, '$.media')`)
	for _, statement := range older {
		if err := c.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if changes, blocked := sqlite.Changes(t.Context(), path, p); len(blocked) > 0 || len(changes) > 0 {
		t.Errorf("it says %v, %v", changes, blocked)
	}
	wantUses(t, path, p, "1:notes/a 1:notes/b 2:notes/a 3:notes/b")
}

// More entries than are read at once.
func TestUsesOfMediaAreFoundInEveryBatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	var rows []string
	for i := range 2345 {
		rows = append(rows, fmt.Sprintf(`{"id":"n%04d","data":{"cover":"1","body":"%d"}}`, i, i))
	}
	fill(t, path, plantest.Seal(t, site(noMedia, "")), strings.Join(rows, "\n"))
	store := open(t, path, plantest.Seal(t, site(withBody, "")))
	defer closed(t, store)
	if first, second := usersOf(t, store, "1"), usersOf(t, store, "2"); len(first) != len(rows) || len(second) != 0 {
		t.Errorf("%d and %d entries", len(first), len(second))
	}
}

// A start that is refused leaves the uses as they were.
func TestARefusedChangeLeavesTheUsesOfMedia(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	before := plantest.Seal(t, site(withCover, ""))
	fill(t, path, before, "")
	store := open(t, path, before)
	e := &content.Entry{ID: "a", Status: content.Published, Version: 1, Data: map[string]any{"cover": "1"}}
	w := &content.Write{Op: content.Insert, Schema: before.Schema("notes"), Entry: e, Media: &content.MediaChange{Added: []string{"1"}}}
	if err := store.Write(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	closed(t, store)
	var refused diag.List
	_, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: plantest.Seal(t, site(`required: [title], `+noMedia, ""))})
	if !errors.As(err, &refused) {
		t.Fatalf("opened with %v", err)
	}
	wantUses(t, path, before, "1:notes/a")
}

// What is no longer declared keeps its uses with its entries, and loses both.
func TestARemovedSchemaKeepsItsUsesOfMediaUntilItIsDropped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	fill(t, path, plantest.Seal(t, site(noMedia, "")), illustrated)
	notes, other := plantest.Seal(t, site(withCover, "")), plantest.Seal(t, strings.ReplaceAll(site(withCover, ""), "notes", "others"))
	capital := plantest.Seal(t, strings.ReplaceAll(site(withCover, ""), "notes", "Notes"))
	wantUses(t, path, notes, "1:notes/a 1:notes/b")
	wantUses(t, path, other, "1:notes/a 1:notes/b")
	wantUses(t, path, capital, "1:Notes/a 1:Notes/b")
	wantUses(t, path, notes, "1:notes/a 1:notes/b")
	if _, err := sqlite.Migrate(t.Context(), path, other, true); err != nil {
		t.Fatal(err)
	}
	wantUses(t, path, other, "")
}

// A process that finds media in another way than the newest one writes no more: it
// would store uses that nobody finds again.
func TestOlderManifestsWriteNoMoreWhereMediaIsFoundInAnotherWay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	older, newer := plantest.Seal(t, site(noMedia, "")+beside), plantest.Seal(t, site(withCover, "")+beside)
	old, log := logged(t, path, older)
	now, _ := logged(t, path, newer)
	if err := insert(t, old, older, "notes", "late"); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("the older process writes: %v", err)
	}
	wantLines(t, log, 1, `"level":"ERROR"`, `"schema":"notes"`)
	for _, err := range []error{insert(t, old, older, "letters", "a"), insert(t, now, newer, "notes", "b")} {
		if err != nil {
			t.Error(err)
		}
	}
}
