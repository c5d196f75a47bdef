package sqlite

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/entries"
)

const library = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: books }
spec:
  title: Books
  schema: { type: object, properties: { title: { type: string }, body: { type: string }, rank: { type: integer } } }
  indexes: [[rank]]
  searchableFields: [%s]`

// untitled has nothing that lists call its entries by.
var untitled = strings.Replace(library, "title: {", "words: {", 1)

// alphabet is what the texts of these tests are made of: letters with more
// forms than two, scripts without spaces, what patterns and expressions are
// made of.
var alphabet = []rune(`abkKsſßÄäİıσςΣ茶館台北한글かな%_*?[]"'\ ` + "\u212A\ue000\U0001F375")

func someText(r *rand.Rand, most int) string {
	text := make([]rune, r.IntN(most+1))
	for i := range text {
		text[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(text)
}

// shelves is a store with what it should hold.
type shelves struct {
	*testing.T
	fields []string // that are searched; nil for those of library
	*Store
	books   *plan.Schema
	random  *rand.Rand
	entries map[string]*content.Entry
	made    int // entries
	served  int // searches while the search table had entries
}

// Search is a case-insensitive substring (admin-api.md), whatever the search
// table knows by now: what is looked up is what a naive reading finds, in the
// same order, while entries come, change and go.
func TestWhatIsLookedUpIsWhatHoldsTheTerm(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := shelve(t, seed)
			for range 60 {
				s.change()
				if s.random.IntN(3) == 0 {
					s.bring()
				}
				s.wantFound(someTerm(s.random))
			}
			if s.served < 20 {
				t.Errorf("the search table had entries in %d searches alone", s.served)
			}
		})
	}
}

func shelve(t *testing.T, seed uint64) *shelves {
	t.Helper()
	p := plantest.Seal(t, fmt.Sprintf(library, "title, body"))
	store, err := Open(t.Context(), Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p, SearchFrom: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return &shelves{T: t, Store: store, books: p.Schema("books"), random: rand.New(rand.NewPCG(seed, 1)), entries: map[string]*content.Entry{}}
}

func someTerm(r *rand.Rand) string {
	for {
		if term := someText(r, 4); term != "" {
			return term
		}
	}
}

// change writes some entries: most are new, and now and then the last ones go,
// whose rows the next ones get.
func (s *shelves) change() {
	s.Helper()
	for range 1 + s.random.IntN(6) {
		ids := make([]string, 0, len(s.entries))
		for id := range s.entries {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		switch kind := s.random.IntN(10); {
		case kind < 5 || len(ids) == 0:
			s.made++
			s.write(content.Insert, &content.Entry{ID: fmt.Sprintf("b-%04d", s.made), Status: content.Draft, Version: 1})
		case kind < 8:
			s.write(content.Update, s.entries[ids[s.random.IntN(len(ids))]])
		case kind < 9:
			s.write(content.Delete, s.entries[ids[s.random.IntN(len(ids))]])
		default:
			for _, id := range ids[len(ids)/2:] {
				s.write(content.Delete, s.entries[id])
			}
		}
	}
}

func (s *shelves) write(op content.WriteOp, e *content.Entry) {
	s.Helper()
	w := &content.Write{Op: op, Schema: s.books, Entry: e, Expect: content.Expect{Version: e.Version, Status: e.Status}}
	if op != content.Delete {
		changed := *e
		changed.Version += int64(op)
		changed.UpdatedAt = s.random.Int64N(5)
		changed.Data = map[string]any{"title": someText(s.random, 4), "body": someText(s.random, 12), "rank": s.random.Int64N(3)}
		w.Entry, s.entries[e.ID] = &changed, &changed
	} else {
		delete(s.entries, e.ID)
	}
	if err := s.Write(s.Context(), w); err != nil {
		s.Fatal(err)
	}
}

// bring is a batch of the indexer's, without waiting for it.
func (s *shelves) bring() {
	s.Helper()
	if _, err := s.indexer.batch(s.collections[s.books]); err != nil {
		s.Fatal(err)
	}
}

func (s *shelves) wantFound(term string) {
	s.Helper()
	now := stands(s.T, s.Store)
	if !now.made {
		return // before the first batch
	}
	if now.reach > 0 {
		s.served++
	}
	for _, by := range []string{"updatedAt", "rank"} {
		if diff := cmp.Diff(s.naively(term, by), s.lookedUp(term, by)); diff != "" {
			s.Fatalf("%q by %s: -want +got\n%s", term, by, diff)
		}
	}
}

// naively reads every entry.
func (s *shelves) naively(term, by string) (ids []string) {
	var found []*content.Entry
	for _, e := range s.entries {
		for _, text := range []any{e.Data["title"], e.Data["body"], e.ID} {
			if holds(text.(string), term) {
				found = append(found, e)
				break
			}
		}
	}
	value := func(e *content.Entry) int64 {
		if by == "rank" {
			return e.Data["rank"].(int64)
		}
		return e.UpdatedAt
	}
	slices.SortFunc(found, func(a, b *content.Entry) int {
		if d := value(b) - value(a); d != 0 {
			return int(d)
		}
		return strings.Compare(b.ID, a.ID)
	})
	for _, e := range found {
		ids = append(ids, e.ID)
	}
	return ids
}

// holds knows the letters that differ by case alone; for a term in ASCII those
// of ASCII, as LIKE does.
func holds(text, term string) bool {
	ascii := !strings.ContainsFunc(term, func(r rune) bool { return r > unicode.MaxASCII })
	t, sought := []rune(text), []rune(term)
	for i := range len(t) - len(sought) + 1 {
		if slices.EqualFunc(t[i:i+len(sought)], sought, func(a, b rune) bool {
			return (!ascii || a <= unicode.MaxASCII) && strings.EqualFold(string(a), string(b))
		}) {
			return true
		}
	}
	return false
}

// sought are the fields that are searched.
func (s *shelves) sought() []string {
	if s.fields != nil {
		return s.fields
	}
	return []string{"title", "body", "id"}
}

// lookedUp reads page by page.
func (s *shelves) lookedUp(term, by string) (ids []string) {
	s.Helper()
	q := content.EntrySearch{
		Schema: s.books, Limit: 1 + s.random.IntN(5), Criteria: plan.Criteria{Terms: []string{term}, Searched: s.sought()},
		Order: []plan.Order{{Column: s.books.Column(by), Desc: true}, {Column: s.books.Column("id"), Desc: true}},
	}
	for more := true; more; {
		list := sqlgen.EntryList{Schema: q.Schema, Criteria: q.Criteria, Order: q.Order, Nulls: entries.Nulls(q.After)}
		books := s.collections[s.books]
		f := s.finding(s.Context(), books, &q)
		if err := s.readers.read(s.Context(), func(c *conn) error { return f.lookUp(c, list) }); err != nil {
			s.Fatal(err)
		}
		for _, e := range f.Found.Entries {
			ids = append(ids, e.ID)
		}
		q.After, more = f.Found.Last, f.Found.More
	}
	return ids
}

// A database of before, or whose rows were numbered anew, or whose searchable
// fields are others, gets its search table while it serves.
func TestASearchTableIsMadeBehindTheScenes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	at := func(fields string, from int) *Store {
		s, err := Open(t.Context(), Options{Path: path, Plan: plantest.Seal(t, fmt.Sprintf(library, fields)), SearchFrom: from})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before := at("title", 1000)
	for i := range 300 {
		e := &content.Entry{ID: fmt.Sprintf("b-%04d", i), Status: content.Draft, Version: 1, Data: map[string]any{"title": fmt.Sprint("title-", i), "body": fmt.Sprint("body-", i)}}
		w := &content.Write{Op: content.Insert, Schema: before.opts.Plan.Schema("books"), Entry: e}
		if err := before.Write(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	without(t, before, `DELETE FROM _quartet_search`, `DELETE FROM _quartet_unsearched`) // as their migration leaves them
	for _, then := range []struct {
		fields, term string
		change       string // before the file is opened again
	}{
		{"title", "LE-123", ``},
		{"title, body", "DY-123", ``},
		{"title, body", "le-123", `UPDATE _quartet_search SET entry = 'another'`},
		{"title, body", "le-123", `DELETE FROM _quartet_search`},
		{"title, body", "le-123", `VACUUM`},
	} {
		s := at(then.fields, 1)
		wantMade(t, s)
		x := &shelves{T: t, Store: s, books: s.opts.Plan.Schema("books"), random: rand.New(rand.NewPCG(1, 1))}
		if diff := cmp.Diff([]string{"b-0123"}, x.lookedUp(then.term, "updatedAt")); diff != "" {
			t.Errorf("%+v: %s", then, diff)
		}
		without(t, s, then.change)
	}
	if _, err := Migrate(t.Context(), path, plantest.Seal(t, strings.Replace(fmt.Sprintf(library, "title"), "name: books", "name: notes", 1)), true); err != nil {
		t.Fatal(err)
	}
	wantNoSearchTable(t, path)
}

// wantNoSearchTable looks for what a collection that was dropped left behind.
func wantNoSearchTable(t *testing.T, path string) {
	t.Helper()
	c, err := openConn(path, access{cache: 1 << 20, busy: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.close() }()
	for _, left := range []string{
		`SELECT name FROM sqlite_schema WHERE name LIKE '%:search%'`, `SELECT collection FROM _quartet_search`, `SELECT collection FROM _quartet_unsearched`,
	} {
		if found, err := c.look(&query{Text: left, Brief: true}); found != nil || err != nil {
			t.Errorf("%s: %s, %v", left, found, err)
		}
	}
}

// without changes the file behind a store's back, and closes it.
func without(t *testing.T, s *Store, statements ...string) {
	t.Helper()
	path := s.opts.Path
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := openConn(path, access{cache: 1 << 20, busy: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if err := c.exec(statement); err != nil {
			t.Fatal(statement, err)
		}
	}
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
}

// wantMade waits until a search table has every entry.
func wantMade(t *testing.T, s *Store) {
	t.Helper()
	ready := &s.collections[s.opts.Plan.Schema("books")].search.ready
	for now := stands(t, s); !now.made || now.reach < now.top || !ready.Load(); now = stands(t, s) {
		time.Sleep(time.Millisecond)
	}
}

func stands(t *testing.T, s *Store) (now standing) {
	t.Helper()
	err := s.readers.read(t.Context(), func(c *conn) (err error) {
		now, err = s.collections[s.opts.Plan.Schema("books")].search.look(c)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return now
}

// A Schema without searchable fields, and without what lists call its entries by, gets no search table. One of before, when
// it had some, serves again when it has the same once more, with what was written
// in between.
func TestASchemaWithoutSearchableFields(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	at := func(fields string) *Store {
		s, err := Open(t.Context(), Options{Path: path, Plan: plantest.Seal(t, fmt.Sprintf(untitled, fields)), SearchFrom: 1})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	write := func(s *Store, op content.WriteOp, words string) {
		e := &content.Entry{ID: "b", Status: content.Draft, Version: 1, Data: map[string]any{"words": words}}
		w := &content.Write{Op: op, Schema: s.opts.Plan.Schema("books"), Entry: e}
		if op == content.Update {
			w.Expect = content.Expect{Version: 1, Status: content.Draft}
		}
		if err := s.Write(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	plain := at("")
	write(plain, content.Insert, "oolong")
	if err := plain.indexer.catchUp(plain.collections[plain.opts.Plan.Schema("books")]); err != nil || stands(t, plain).made {
		t.Fatalf("%+v, %v", stands(t, plain), err)
	}
	without(t, plain)

	searched := at("words")
	wantMade(t, searched)
	without(t, searched)

	plain = at("")
	write(plain, content.Update, "sencha")
	without(t, plain)

	searched = at("words")
	defer without(t, searched)
	wantMade(t, searched)
	x := &shelves{T: t, Store: searched, books: searched.opts.Plan.Schema("books"), random: rand.New(rand.NewPCG(1, 1)), fields: []string{"words"}}
	if found := x.lookedUp("sencha", "updatedAt"); len(found) != 1 {
		t.Errorf("what was written in between is not found: %v", found)
	}
}
