package content_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

const imported = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  localized: true
  schema:
    type: object
    required: [slug, locale]
    properties:
      slug: { type: string, maxLength: 10 }
      locale: { type: string }
      by: { type: string, x-service-bind: ctx.user }
      at: { type: integer, x-service-bind: now }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: orders }
spec:
  title: Orders
  lifecycle: operational
  schema: { type: object, readOnly: true, required: [number], properties: { number: { type: number } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: hear }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: hear } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: hear }
spec:
  source: { kind: lifecycle, schema: notes, on: [before_create, before_update, before_publish, after_create, after_publish] }
  target: { procedure: hear }
`

// openImport is a service whose locales are en and de, and the hooks that it heard of.
func openImport(t *testing.T) (service, *[]string) {
	t.Helper()
	var heard []string
	s := open(t, imported, content.Options{
		Locales: func(context.Context) ([]string, error) { return []string{"en", "de"}, nil },
		Now:     func() time.Time { return time.UnixMilli(9000) },
		Handlers: map[string]content.Handler{"hear": func(_ context.Context, c *content.Call, _ map[string]any) (any, error) {
			heard = append(heard, string(c.Event.Hook))
			return map[string]any{}, nil
		}},
	})
	return s, &heard
}

func arrival(id string, status content.Status, data values) *content.Arrival {
	return &content.Arrival{Stamped: true, Entry: content.Entry{
		ID: id, Collection: "notes", Status: status, Version: 7, CreatedAt: 100, UpdatedAt: 200, AuthorID: "ada", Data: data,
	}}
}

func note(id string) *content.Arrival {
	return arrival(id, content.Published, values{"slug": id, "locale": "en", "by": "ada", "at": int64(5)})
}

// bring imports entries and gives what became of each: an outcome or a code and path.
func (s service) bring(o content.ImportOptions, arrivals ...*content.Arrival) (became []string) {
	s.t.Helper()
	for _, each := range s.Import(s.ctx, arrivals, o) {
		if each.Err != nil {
			d := diag.As(each.Err)
			became = append(became, string(d.Code)+" "+d.Path)
			continue
		}
		became = append(became, map[content.Outcome]string{content.Added: "added", content.Replaced: "replaced", content.Same: "same", content.Kept: "kept"}[each.Outcome])
	}
	return became
}

func (s service) wantsBrought(o content.ImportOptions, want []string, arrivals ...*content.Arrival) {
	s.t.Helper()
	if diff := cmp.Diff(want, s.bring(o, arrivals...)); diff != "" {
		s.t.Error(diff)
	}
}

// An entry that is imported is the one that was exported: id, state, version, times,
// author and stamps. No hook hears of it, and the audit log says what brought it.
func TestAnImportedEntryIsTheOneThatWasExported(t *testing.T) {
	s, heard := openImport(t)
	s.wantsBrought(content.ImportOptions{}, []string{"added"}, note("a"))
	e, err := s.Get(s.ctx, "notes", "a")
	want := note("a").Entry
	if diff := cmp.Diff(&want, e); diff != "" || err != nil || len(*heard) > 0 {
		t.Error(diff, err, *heard)
	}
	records, _, err := s.store.AuditRecords(s.ctx, audit.Query{Limit: 10})
	if err != nil || len(records) != 1 || records[0].Surface != audit.Import || records[0].Action != audit.Create || records[0].Version != 7 {
		t.Errorf("%+v %v", records, err)
	}
	s.wantsBrought(content.ImportOptions{}, []string{"same"}, note("a"))
}

// What holds for every write holds for an import.
func TestImportsAreHeldToTheRulesOfWrites(t *testing.T) {
	s, _ := openImport(t)
	order := arrival("o", "", values{"number": 1.5})
	order.Collection = "orders"
	draft := arrival("o2", content.Draft, values{"number": 1.5})
	draft.Collection = "orders"
	nowhere := note("a")
	nowhere.Collection = "none"
	s.wantsBrought(content.ImportOptions{}, []string{
		"added", "INPUT_VALIDATION_FAILED input#/status", "NOT_FOUND input#/collection", "INPUT_VALIDATION_FAILED input#/id", "INPUT_VALIDATION_FAILED data#/slug",
		"added", "INPUT_VALIDATION_FAILED data#/locale", "INPUT_VALIDATION_FAILED data#/locale", "INPUT_VALIDATION_FAILED data#/color", "INPUT_VALIDATION_FAILED data#/slug",
	},
		order, draft, nowhere, note(""), arrival("p", content.Published, values{"locale": "en"}),
		arrival("q", content.Draft, values{}), arrival("r", content.Draft, values{"locale": "fr"}), arrival("s", content.Published, values{"slug": "s"}),
		arrival("t", content.Draft, values{"color": "red"}), arrival("u", content.Draft, values{"slug": int64(7)}))
}

// Of entries that are in each other's way the first one of the file wins, however many
// are written together.
func TestTheFirstOfAnImportWins(t *testing.T) {
	s, _ := openImport(t)
	var all []*content.Arrival
	var want []string
	for i := range 100 {
		a := note(fmt.Sprint("n", i))
		a.Data["slug"] = fmt.Sprint("s", i/2)
		all = append(all, a)
		want = append(want, []string{"added", "CONFLICT data#/slug"}[i%2])
	}
	rehearsed := s.bring(content.ImportOptions{Rehearsal: content.NewRehearsal()}, all...)
	if found, err := s.List(s.ctx, "notes", content.EntryQuery{}); err != nil || len(found) > 0 {
		t.Errorf("a rehearsal has written %d entries: %v", len(found), err)
	}
	if diff := cmp.Diff(want, rehearsed); diff != "" {
		t.Error(diff)
	}
	s.wantsBrought(content.ImportOptions{}, want, all...)
}

// Two lines that make the same entry and name no time are the same one, whenever each is read.
func TestALineThatSaysTheSameAgainIsTheSame(t *testing.T) {
	now := time.UnixMilli(9000)
	s := open(t, imported, content.Options{Now: func() time.Time { now = now.Add(time.Millisecond); return now }})
	line := func() *content.Arrival {
		return &content.Arrival{Entry: content.Entry{ID: "a", Collection: "notes", Status: content.Draft, Data: values{"slug": "a"}}}
	}
	want := []string{"added", "same"}
	s.wantsBrought(content.ImportOptions{Rehearsal: content.NewRehearsal()}, want, line(), line())
	s.wantsBrought(content.ImportOptions{}, want, line(), line())
}

// A file that is imported twice at a time comes in once, and neither refuses what the
// other has brought.
func TestTwoImportsOfAFileAtATime(t *testing.T) {
	s, _ := openImport(t)
	other := s.reopen()
	var all []*content.Arrival
	for i := range 500 {
		all = append(all, arrival(fmt.Sprint("n", i), content.Draft, values{"slug": fmt.Sprint(i)}))
	}
	became := make([][]string, 2)
	var group sync.WaitGroup
	for i, each := range []service{s, other} {
		group.Go(func() {
			for chunk := range slices.Chunk(all, content.MaxArrivals) {
				became[i] = append(became[i], each.bring(content.ImportOptions{}, chunk...)...)
			}
		})
	}
	group.Wait()
	for i := range all {
		if pair := []string{became[0][i], became[1][i]}; !slices.Equal(pair, []string{"added", "same"}) && !slices.Equal(pair, []string{"same", "added"}) {
			t.Errorf("%s was %v", all[i].ID, pair)
		}
	}
}

func TestAStoredEntryThatDiffers(t *testing.T) {
	for resolution, test := range map[content.Resolution]struct{ became, slug string }{
		"":              {"CONFLICT input#/id", "a"},
		content.Refuse:  {"CONFLICT input#/id", "a"},
		content.Keep:    {"kept", "a"},
		content.Replace: {"replaced", "b"},
	} {
		t.Run(string(resolution), func(t *testing.T) {
			s, heard := openImport(t)
			s.bring(content.ImportOptions{}, note("a"))
			changed := note("a")
			changed.Data, changed.Status, changed.Version = values{"slug": "b", "locale": "de"}, content.Archived, 3
			s.wantsBrought(content.ImportOptions{OnConflict: resolution, Rehearsal: content.NewRehearsal()}, []string{test.became}, changed)
			s.wantsBrought(content.ImportOptions{OnConflict: resolution}, []string{test.became}, changed)
			e, err := s.Get(s.ctx, "notes", "a")
			if err != nil || e.Data["slug"] != test.slug || len(*heard) > 0 {
				t.Error(e, err, *heard)
			}
			if resolution != content.Replace {
				return
			}
			if e.Version != 8 || e.Status != content.Archived {
				t.Errorf("%+v", e)
			}
			before, err := s.store.EntryVersion(s.ctx, "notes", "a", 7)
			if err != nil || before.Status != "published" || string(before.Data["slug"]) != `"a"` {
				t.Errorf("the version before is %+v, %v", before, err)
			}
			s.wantsBrought(content.ImportOptions{OnConflict: resolution}, []string{"same"}, changed)
		})
	}
}

// Stamps that a file has not are made of its author and its time of creation, so that
// an import that is repeated finds what it made.
func TestStampsOfImportsAreMadeOnce(t *testing.T) {
	s, _ := openImport(t)
	a := arrival("a", "", values{"slug": "a", "locale": "en"})
	a.Stamped = false
	s.wantsBrought(content.ImportOptions{}, []string{"added"}, a)
	e, err := s.Get(s.ctx, "notes", "a")
	if err != nil || e.Data["by"] != "ada" || e.Data["at"] != int64(100) || e.Status != content.Draft {
		t.Error(e, err)
	}
	s.wantsBrought(content.ImportOptions{}, []string{"same"}, a)
	late := arrival("b", "", values{"slug": "b", "locale": "en"})
	late.Stamped, late.CreatedAt, late.UpdatedAt, late.AuthorID = false, 0, 0, ""
	s.wantsBrought(content.ImportOptions{}, []string{"added"}, late)
	s.wantsBrought(content.ImportOptions{}, []string{"same"}, late)
	if e, err = s.Get(s.ctx, "notes", "b"); err != nil || e.CreatedAt != 9000 || e.Data["at"] != int64(9000) {
		t.Error(e, err)
	}
}

// With hooks an entry comes by the moves that staff would make, and a run that was cut
// off between two of them goes on.
func TestImportsWithHooksMove(t *testing.T) {
	s, heard := openImport(t)
	s.wantsBrought(content.ImportOptions{Hooks: true}, []string{"added"}, note("a"))
	if want := []string{"before_create", "before_publish"}; !slices.Equal(want, *heard) {
		t.Errorf("heard %v, want %v", *heard, want)
	}
	if e, err := s.Get(s.ctx, "notes", "a"); err != nil || e.Status != content.Published || e.AuthorID != "ada" || e.CreatedAt != 100 {
		t.Error(e, err)
	}
	s.wantsBrought(content.ImportOptions{Hooks: true}, []string{"same"}, note("a"))

	*heard = nil
	for _, status := range []content.Status{content.Archived, content.Published, content.Draft, content.Archived, content.Draft, content.Published} {
		changed := note("a")
		changed.Status, changed.Data["slug"] = status, "a"+string(status)[:3]
		s.wantsBrought(content.ImportOptions{Hooks: true, OnConflict: content.Replace}, []string{"replaced"}, changed)
		e, err := s.Get(s.ctx, "notes", "a")
		if err != nil || e.Status != status || e.Data["slug"] != changed.Data["slug"] {
			t.Error(status, e, err)
		}
	}
	if !slices.Contains(*heard, "before_update") {
		t.Error(*heard)
	}
}

// An export gives each entry once, in the order of ids.
func TestExportGivesEachEntryOnce(t *testing.T) {
	s, _ := openImport(t)
	var all []*content.Arrival
	for i := range 1203 {
		status := []content.Status{content.Draft, content.Published, content.Archived}[i%3]
		all = append(all, arrival(fmt.Sprintf("n%04d", i), status, values{"slug": fmt.Sprint(i), "locale": "en"}))
	}
	for chunk := range slices.Chunk(all, content.MaxArrivals) {
		s.bring(content.ImportOptions{}, chunk...)
	}
	for _, statuses := range [][]content.Status{nil, {content.Draft}, {content.Draft, content.Archived}} {
		var ids, want []string
		for _, a := range all {
			if statuses == nil || slices.Contains(statuses, a.Status) {
				want = append(want, a.ID)
			}
		}
		err := s.Export(s.ctx, "notes", statuses, func(chunk []*content.Entry) error {
			for _, e := range chunk {
				ids = append(ids, e.ID)
			}
			return nil
		})
		if !slices.Equal(ids, want) || err != nil {
			t.Errorf("%v: %d entries, want %d: %v", statuses, len(ids), len(want), err)
		}
	}
	s.wants(s.Export(s.ctx, "none", nil, nil), diag.NotFound, "input#/collection")
}

// Entries that are there all the while come once, whoever writes beside an export.
func TestExportBesideWriters(t *testing.T) {
	s, _ := openImport(t)
	var all []*content.Arrival
	for i := range 2000 {
		all = append(all, arrival(fmt.Sprintf("n%04d", i), content.Draft, values{"slug": fmt.Sprint(i), "locale": "en"}))
	}
	for chunk := range slices.Chunk(all, content.MaxArrivals) {
		s.bring(content.ImportOptions{}, chunk...)
	}
	seen := map[string]int{}
	chunks := 0
	err := s.Export(s.ctx, "notes", nil, func(chunk []*content.Entry) error {
		for _, e := range chunk {
			seen[e.ID]++
		}
		chunks++
		for i := range 5 { // in front of the place of the export and behind it
			for _, at := range []int{i, 500*chunks + i} {
				if id := fmt.Sprintf("n%04d", at); at < 2000 {
					if _, err := s.Patch(s.ctx, editor, "notes", id, values{"slug": fmt.Sprintf("c%d-%d", chunks, at)}, 0); err != nil {
						return err
					}
				}
			}
			s.bring(content.ImportOptions{}, arrival(fmt.Sprintf("m%d-%d", chunks, i), content.Draft, values{"locale": "en"}))
		}
		return nil
	})
	if err != nil || chunks < 4 {
		t.Fatal(chunks, err)
	}
	for _, a := range all {
		if seen[a.ID] != 1 {
			t.Errorf("%s came %d times", a.ID, seen[a.ID])
		}
	}
}
