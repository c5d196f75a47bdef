package sqlite_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// doomed names the environment variable that makes this test binary a process
// to be killed: the file it writes to.
const doomed = "QUARTET_TEST_DOOMED"

// TestMain's process writes instead of testing when it was started to die.
func writeUntilKilled(path string) {
	set, problems := manifest.Parse([]manifest.File{{Name: "posts.yaml", Data: []byte(posts)}})
	must(problems.Err())
	p, problems := plan.Seal(set)
	must(problems.Err())
	store, err := sqlite.Open(context.Background(), sqlite.Options{Path: path, Plan: p, SearchFrom: 50, Retention: &audit.Retention{Versions: keptOfHot}})
	must(err)
	go editAndSweep(store, p.Schema("posts"))
	var out sync.Mutex
	for w := range 16 {
		go func() {
			for {
				rest()
				id := writeAndChange(store, p.Schema("posts"), rand.IntN(1<<40)<<4|w)
				out.Lock()
				fmt.Println(id)
				out.Unlock()
			}
		}()
	}
	select {}
}

// rest lets every second moment pass, in which the search table is brought
// further.
func rest() {
	const moment = 130 * time.Millisecond
	if now := time.Now().UnixNano() / int64(moment); now%2 == 1 {
		time.Sleep(time.Until(time.Unix(0, (now+1)*int64(moment))))
	}
}

// writeAndChange inserts an entry and changes it, and returns its id and
// version when both are answered.
func writeAndChange(store *sqlite.Store, schema *plan.Schema, n int) string {
	e := post(n)
	uses := &content.MediaChange{Added: []string{"first", "kept"}}
	must(store.Write(context.Background(), &content.Write{Op: content.Insert, Schema: schema, Entry: e, Media: uses}))
	expect := content.Expect{Version: e.Version, Status: e.Status}
	e.Version++
	e.Data["title"] = "Changed"
	uses = &content.MediaChange{Added: []string{"second"}, Removed: []string{"first"}}
	must(store.Write(context.Background(), &content.Write{Op: content.Update, Schema: schema, Entry: e, Expect: expect, Media: uses}))
	return e.ID
}

// editAndSweep edits one entry again and again, and packs and prunes its
// history meanwhile. Version n has a title that begins with n.
func editAndSweep(store *sqlite.Store, schema *plan.Schema) {
	e, err := store.Entry(context.Background(), schema, hotPost)
	op, action := content.Update, audit.Update
	if err != nil {
		e = post(0)
		e.ID, e.Version, e.Data, op, action = hotPost, 0, nil, content.Insert, audit.Create
	}
	for i := 0; ; i++ {
		rest()
		next := *e
		next.Version++
		next.Data = map[string]any{"title": fmt.Sprint(next.Version, " ", strings.Repeat(fmt.Sprint(rand.IntN(1<<40)), 40))}
		must(store.Write(context.Background(), &content.Write{
			Op: op, Schema: schema, Entry: &next, Expect: content.Expect{Version: e.Version, Status: e.Status},
			Record: &audit.Record{Action: action, Collection: schema.Name(), Subject: hotPost, Version: next.Version, Undo: audit.Undo("", e.Data, next.Data)},
		}))
		e, op, action = &next, content.Update, audit.Update
		if i%5 == 4 {
			must(store.Sweep(context.Background()))
		}
	}
}

const hotPost = "hot"

// wantHistory wants every version of the hot post that its lines say is kept.
func wantHistory(t *testing.T, path string, p *plan.Plan) {
	t.Helper()
	store := open(t, path, p)
	defer closed(t, store)
	versions := 0
	for q := (audit.Query{Subject: hotPost, Limit: 100}); ; {
		lines, more, err := store.AuditRecords(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			q.Before = l.Key
			if l.Pruned || l.Action == audit.Create {
				continue
			}
			versions++
			state, err := store.EntryVersion(t.Context(), "posts", hotPost, l.Version)
			if err != nil || !strings.HasPrefix(string(state.Data["title"]), fmt.Sprintf(`"%d `, l.Version)) {
				t.Fatalf("version %d: %v, %v", l.Version, state, err)
			}
		}
		if !more {
			break
		}
	}
	e, err := store.Entry(t.Context(), p.Schema("posts"), hotPost)
	if diag.HasCode(err, diag.NotFound) {
		return // it was killed before
	}
	if err != nil || versions < min(int(e.Version)-1, keptOfHot) {
		t.Fatalf("%d versions of %v are kept, %v", versions, e, err)
	}
}

const keptOfHot = 50

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// DESIGN, Safety: an answered write survives kill -9, a write that was cut off
// leaves nothing behind, and the next start repairs nothing.
func TestAnsweredWritesSurviveAKill(t *testing.T) {
	rounds := 20
	if testing.Short() {
		rounds = 3
	}
	path := filepath.Join(t.TempDir(), "site.db")
	p := plantest.Seal(t, posts)
	answered := map[string]bool{}
	for range rounds {
		for _, id := range writtenBeforeKill(t, path, time.Duration(20+rand.IntN(400))*time.Millisecond) {
			answered[id] = true
		}
		wantIntact(t, path)
		wantWritten(t, path, p, answered)
		wantHistory(t, path, p)
	}
	wantLookedUp(t, path, p, len(answered))
	if len(answered) < rounds {
		t.Errorf("%d writes were answered in %d rounds: nothing was tested", len(answered), rounds)
	}
}

// writtenBeforeKill starts a process, kills it some time after its first
// answer, and returns what it had answered.
func writtenBeforeKill(t *testing.T, path string, after time.Duration) (ids []string) {
	t.Helper()
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), doomed+"="+path)
	process.Stderr = os.Stderr
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if len(ids) == 0 {
			time.AfterFunc(after, func() { _ = process.Process.Kill() })
		}
		ids = append(ids, lines.Text())
	}
	if err := process.Wait(); err == nil || len(ids) == 0 {
		t.Fatalf("the process ended by itself with %d answers: %v", len(ids), err)
	}
	return ids
}

// wantIntact asks SQLite itself, before a store touches the file.
func wantIntact(t *testing.T, path string) {
	t.Helper()
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := fts5.Register(db); err != nil {
		t.Fatal(err)
	}
	check, _, err := db.Prepare("PRAGMA integrity_check")
	if err != nil {
		t.Fatal(err)
	}
	defer check.Close()
	if !check.Step() || check.ColumnText(0) != "ok" {
		t.Fatalf("integrity_check: %s", check.ColumnText(0))
	}
}

// usedMedia is what each entry that writeAndChange has made uses of media.
func usedMedia(t *testing.T, store *sqlite.Store) map[string]string {
	t.Helper()
	used := map[string]string{}
	for _, asset := range []string{"first", "kept", "second"} {
		for _, use := range usersOf(t, store, asset) {
			used[use.EntryID] += asset + " "
		}
	}
	return used
}

// wantWritten compares every row's columns with its data and the media that it uses
// with its version, and looks for every answered write.
func wantWritten(t *testing.T, path string, p *plan.Plan, answered map[string]bool) {
	t.Helper()
	store := open(t, path, p)
	defer closed(t, store)
	missing, used := len(answered), usedMedia(t, store)
	for after := ""; ; {
		entries, err := store.Entries(t.Context(), content.EntryQuery{Schema: p.Schema("posts"), After: after, Limit: 500})
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) == 0 {
			break
		}
		for _, e := range entries {
			if want := []string{1: "first kept ", 2: "kept second "}; e.ID != hotPost && used[e.ID] != want[e.Version] {
				t.Errorf("version %d of %s uses %q", e.Version, e.ID, used[e.ID])
			}
			delete(used, e.ID)
			if answered[e.ID] {
				missing--
				if e.Version != 2 || e.Data["title"] != "Changed" {
					t.Errorf("the answered change of %s is lost", e.ID)
				}
			}
			after = e.ID
		}
	}
	if len(used) > 0 {
		t.Errorf("what was not written uses media: %v", used)
	}
	if missing > 0 {
		t.Fatalf("%d of %d answered writes are lost", missing, len(answered))
	}
	wantColumnsLikeData(t, store, p)
}

// wantLookedUp looks every entry up by its change: the search table, which was
// being made, has it or knows that it does not.
func wantLookedUp(t *testing.T, path string, p *plan.Plan, atLeast int) {
	t.Helper()
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := fts5.Register(db); err != nil {
		t.Fatal(err)
	}
	schema := p.Schema("posts")
	list := sqlgen.EntryList{
		Schema: schema, Search: sqlgen.SearchOf(schema), Order: []plan.Order{{Column: schema.Column("id")}},
		Criteria: plan.Criteria{Terms: []string{"hANGEd"}, Searched: []string{"title"}},
	}
	found := count(t, db, list.Statements(sqlgen.SQLite)[0])
	reach := count(t, db, sqlgen.Statement{Text: "SELECT 1 FROM _quartet_search WHERE reach > 0"})
	if found < atLeast || reach != 1 && !testing.Short() {
		t.Errorf("%d of %d changed entries are found, in %d search tables", found, atLeast, reach)
	}
}

// count runs a statement without a limit and counts its rows.
func count(t *testing.T, db *sqlite3.Conn, statement sqlgen.Statement) (rows int) {
	t.Helper()
	s, _, err := db.Prepare(statement.Text)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, arg := range statement.Args {
		if text, isText := arg.Value.(string); isText {
			err = s.BindText(i+1, text)
		} else {
			err = s.BindInt(i+1, 1<<40)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for s.Step() {
		rows++
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func wantColumnsLikeData(t *testing.T, store *sqlite.Store, p *plan.Plan) {
	t.Helper()
	page, err := store.View(t.Context(), content.ViewQuery{View: p.View("halves"), Limit: 500}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var halves []any
	if err := json.Unmarshal(page.Rows, &halves); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]any{}, halves); diff != "" {
		t.Errorf("rows whose columns are not their data: %s", diff)
	}
}
