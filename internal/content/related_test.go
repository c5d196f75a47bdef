package content_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

const museum = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: objects }
spec:
  title: Objects
  schema: { type: object, properties: { slug: { type: string }, accession: { type: string }, number: { type: integer } } }
  uniqueIndexes: [[slug], [accession], [number]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: loans }
spec:
  title: Loans
  schema: { type: object, properties: { object: { type: string, x-service-ref: objects } } }
`

// related are the values by which others refer to an entry, in the order of the keys.
func (s service) related(e *content.Entry) (by []string) {
	s.t.Helper()
	found, err := s.Related(s.ctx, e, 10, func(*plan.Schema) []string { return nil })
	if err != nil {
		s.t.Fatal(err)
	}
	for _, each := range found {
		for range each.Page.Entries {
			by = append(by, each.Field.Name()+" "+each.Value.(string))
		}
	}
	return by
}

// A reference is found by every key of what it names, and a value that two entries have
// as different keys names the one of the first key.
func TestWhatRefersIsFoundByEveryKey(t *testing.T) {
	s := open(t, museum, content.Options{})
	cup := s.add("objects", values{"slug": "cup", "accession": "A.1", "number": 7})
	pot := s.add("objects", values{"slug": "A.1", "accession": "A.2", "number": 8})
	jar := s.add("objects", values{"slug": "jar", "accession": "pot-7", "number": 9})
	bowl := s.add("objects", values{"slug": "pot-7", "accession": "A.4", "number": 10})
	for _, value := range []string{cup.ID, "cup", "cup", "A.1", "A.2", "pot-7", "nothing"} {
		s.add("loans", values{"object": value})
	}
	for _, test := range []struct {
		name string
		of   *content.Entry
		want []string
	}{
		{"the id and a key", cup, []string{"id " + cup.ID, "slug cup", "slug cup"}},
		{"a key that is another key elsewhere", pot, []string{"slug A.1", "accession A.2"}},
		{"a value that names another one first", jar, nil},
		{"and that one", bowl, []string{"slug pot-7"}},
	} {
		if diff := cmp.Diff(test.want, s.related(test.of)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

// Where nobody refers to an entry, one empty relation says so, whatever keys there are.
func TestOneRelationSaysThatNobodyRefers(t *testing.T) {
	s := open(t, museum, content.Options{})
	cup := s.add("objects", values{"slug": "cup", "accession": "A.1", "number": 7})
	found, err := s.Related(s.ctx, cup, 10, func(*plan.Schema) []string { return nil })
	if err != nil || len(found) != 1 || len(found[0].Page.Entries) != 0 || found[0].Field.Name() != "id" {
		t.Errorf("%+v, %v", found, err)
	}
}

// Who publishes another value of a key is told what refers to the entry by the former one; what
// names it by its id, or by a value that it keeps as another key, still leads there.
func TestAPublishForeseesWhatItLeavesBehind(t *testing.T) {
	s := open(t, strings.Replace(museum, "title: Objects", "title: Objects\n  lifecycle: publishing", 1), content.Options{})
	desk := s.StaffEntries(editor)
	cup, pot := s.add("objects", values{"slug": "cup", "accession": "A.1"}), s.add("objects", values{"slug": "pot", "accession": "A.2"})
	for _, value := range []string{cup.ID, "cup", "cup", "A.1", "pot", "nothing"} {
		s.add("loans", values{"object": value})
	}
	for _, test := range []struct {
		name    string
		cup     values
		behind  int
		publish []*content.Entry
	}{
		{"another property", values{"number": 3}, 0, []*content.Entry{cup}},
		{"a key", values{"slug": "beaker"}, 2, []*content.Entry{cup}},
		{"a key that becomes another key", values{"slug": "beaker", "accession": "cup"}, 1, []*content.Entry{cup}},
		{"two entries", values{"slug": "beaker", "accession": "A.1"}, 3, []*content.Entry{cup, pot}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := content.Bulk{Collection: "objects", Action: content.BulkPublish}
			for _, e := range test.publish {
				patch := values{"slug": "kettle"}
				if e == cup {
					patch = test.cup
				}
				d, err := s.PendingDraft(s.ctx, e)
				if err != nil {
					t.Fatal(err)
				}
				save := content.DraftSave{Collection: "objects", ID: e.ID, Patch: patch, Version: e.Version}
				if d != nil {
					save.Draft = d.Counter
				}
				if _, _, err := desk.SaveDraft(s.ctx, save); err != nil {
					t.Fatal(err)
				}
				b.Only = append(b.Only, content.Pinned{ID: e.ID, Version: e.Version})
			}
			f, err := desk.Foresee(s.ctx, b)
			if err != nil {
				t.Fatal(err)
			}
			got := 0
			for _, each := range f.Behind {
				got += each.Count
			}
			if got != test.behind || len(f.Behind) > 1 {
				t.Errorf("left behind are %+v, want %d", f.Behind, test.behind)
			}
		})
	}
}
