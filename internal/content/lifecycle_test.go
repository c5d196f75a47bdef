package content_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

const pages = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: pages }
spec:
  title: Pages
  schema:
    type: object
    required: [title]
    properties:
      title: { type: string, minLength: 1 }
      slug: { type: string }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: records }
spec:
  title: Records
  lifecycle: operational
  schema: { type: object, properties: { title: { type: string } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: archive-page }
spec:
  input: { type: object, required: [id], properties: { id: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: archive, schema: pages }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: delete-page }
spec:
  input: { type: object, required: [id], properties: { id: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: delete, schema: pages }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: edit-page }
spec:
  input:
    type: object
    required: [id, expectedVersion]
    properties: { id: { type: string }, expectedVersion: { type: number }, title: { type: string }, slug: { type: string } }
  output: { type: object }
  handler: { kind: builtin, op: update, schema: pages }
`

// reach makes a page in a status.
func (s service) reach(status content.Status) *content.Entry {
	s.t.Helper()
	e, err := s.Load(s.ctx, "pages", "", values{"title": "Tea"}, status)
	if err != nil {
		s.t.Fatal(describe(err))
	}
	if e.Status != status {
		s.t.Fatalf("made a page that is %s, want %s", e.Status, status)
	}
	return e
}

// moves are the ways to move a page, by name.
func (s service) move(name, collection, id string, expected int64) (*content.Entry, error) {
	switch name {
	case "edit":
		return s.Patch(s.ctx, nobody, collection, id, values{"title": "Coffee"}, expected)
	case "publish":
		return s.Publish(s.ctx, nobody, collection, id, expected)
	case "unpublish":
		return s.Unpublish(s.ctx, nobody, collection, id, expected)
	case "archive":
		return s.Archive(s.ctx, nobody, collection, id, expected)
	case "delete":
		return nil, s.Delete(s.ctx, nobody, collection, id, expected)
	}
	panic(name)
}

// transitions is the table of open-parts.md, Lifecycle; "" is CONFLICT, "gone"
// a deleted entry.
var transitions = map[content.Status]map[string]content.Status{
	content.Draft:     {"edit": content.Draft, "publish": content.Published, "unpublish": "", "archive": content.Archived, "delete": "gone"},
	content.Published: {"edit": content.Published, "publish": "", "unpublish": content.Draft, "archive": content.Archived, "delete": ""},
	content.Archived:  {"edit": content.Archived, "publish": "", "unpublish": content.Draft, "archive": "", "delete": "gone"},
}

func TestLifecycleOfPublishingSchemas(t *testing.T) {
	s := open(t, pages, content.Options{})
	for from, moves := range transitions {
		for name, to := range moves {
			t.Run(fmt.Sprintf("%s of %s", name, from), func(t *testing.T) {
				s := service{s.Service, t, s.ctx, s.path, s.store}
				e := s.reach(from)
				moved, err := s.move(name, "pages", e.ID, e.Version)
				switch to {
				case "":
					s.wants(err, diag.Conflict, "data#/status")
					if now := s.get("pages", e.ID); now.Status != from || now.Version != e.Version {
						t.Errorf("the refused move left %s, version %d", now.Status, now.Version)
					}
				case "gone":
					s.wants(err, "", "")
					_, err = s.Get(s.ctx, "pages", e.ID)
					s.wants(err, diag.NotFound, "input#/id")
				default:
					s.wants(err, "", "")
					if now := s.get("pages", e.ID); now.Status != to || now.Version != e.Version+1 || moved.Version != now.Version {
						t.Errorf("got %s, version %d, from version %d", now.Status, now.Version, e.Version)
					}
				}
			})
		}
	}
}

func TestBuiltinMoves(t *testing.T) {
	s := open(t, pages, content.Options{})
	for _, status := range []content.Status{content.Draft, content.Published} {
		row := s.call(nobody, "archive-page", values{"id": s.reach(status).ID})
		if row["status"] != "archived" {
			t.Errorf("archive of %s gave %v", status, row)
		}
	}
	s.refused(nobody, "archive-page", values{"id": s.reach(content.Archived).ID}, diag.Conflict, "data#/status")
	s.refused(nobody, "archive-page", values{"id": "nowhere"}, diag.NotFound, "input#/id")
	s.refused(nobody, "delete-page", values{"id": s.reach(content.Published).ID}, diag.Conflict, "data#/status")
	s.call(nobody, "delete-page", values{"id": s.reach(content.Archived).ID})
}

func TestOperationalSchemasRefuseEveryMove(t *testing.T) {
	s := open(t, pages, content.Options{})
	e := s.add("records", values{"title": "Tea"})
	if e.Status != content.Published {
		t.Errorf("a new record is %s", e.Status)
	}
	for _, name := range []string{"publish", "unpublish", "archive"} {
		_, err := s.move(name, "records", e.ID, 0)
		s.wants(err, diag.Conflict, "data#/status")
	}
	for _, name := range []string{"edit", "delete"} {
		_, err := s.move(name, "records", e.ID, 0)
		s.wants(err, "", "")
	}
}

func TestMovesArePinnedToTheExpectedVersion(t *testing.T) {
	s := open(t, pages, content.Options{})
	for _, name := range []string{"edit", "publish", "archive", "delete"} {
		e := s.reach(content.Draft)
		_, err := s.move(name, "pages", e.ID, e.Version+1)
		s.wants(err, diag.Conflict, "input#/expectedVersion")
		_, err = s.move(name, "pages", e.ID, 0)
		s.wants(err, "", "")
		_, err = s.move(name, "pages", "nowhere", 0)
		s.wants(err, diag.NotFound, "input#/id")
		_, err = s.move(name, "nothing", e.ID, 0)
		s.wants(err, diag.NotFound, "input#/collection")
	}
}

// Partial drafts: builtin Procedures are never partial, on a draft that is
// either.
func TestABuiltinUpdateOfAPartialDraftMakesItWhole(t *testing.T) {
	s := open(t, pages, content.Options{})
	e := s.add("pages", values{"slug": "tea"})
	s.refused(nobody, "edit-page", values{"id": e.ID, "expectedVersion": 1, "slug": "coffee"}, diag.InputValidationFailed, "data#/title")
	s.call(nobody, "edit-page", values{"id": e.ID, "expectedVersion": 1, "title": "Tea"})
	s.call(nobody, "archive-page", values{"id": s.add("pages", nil).ID})
	s.call(nobody, "delete-page", values{"id": s.add("pages", nil).ID})
}

func TestPublishChecksTheWholeEntry(t *testing.T) {
	s := open(t, pages, content.Options{})
	e := s.add("pages", values{"slug": "tea"})
	_, err := s.Publish(s.ctx, nobody, "pages", e.ID, 0)
	s.wants(err, diag.InputValidationFailed, "data#/title")
	if now := s.get("pages", e.ID); now.Status != content.Draft || now.Version != 1 {
		t.Errorf("the refused move left %s, version %d", now.Status, now.Version)
	}
}

func TestTwoUpdatesOfOneVersion(t *testing.T) {
	s := open(t, pages, content.Options{})
	for range 20 {
		e := s.reach(content.Draft)
		errs := race(8, func(i int) error {
			_, err := s.Invoke(s.ctx, nobody, "edit-page", values{"id": e.ID, "expectedVersion": 1, "title": fmt.Sprint("by ", i)})
			return err
		})
		s.wantOneWinner(errs)
		if now := s.get("pages", e.ID); now.Version != 2 {
			t.Fatalf("version is %d, want 2", now.Version)
		}
	}
}

func TestTwoCreatesOfOneUniqueTuple(t *testing.T) {
	s := open(t, pages, content.Options{})
	for round := range 20 {
		slug := fmt.Sprint("slug-", round)
		s.wantOneWinner(race(8, func(int) error {
			_, err := s.Create(s.ctx, nobody, "pages", values{"title": "Tea", "slug": slug})
			return err
		}))
	}
	if n := s.count("pages"); n != 20 {
		t.Errorf("%d pages are stored, want 20", n)
	}
}

func TestAPublishAndADeleteOfOneDraft(t *testing.T) {
	s := open(t, pages, content.Options{})
	for range 20 {
		e := s.reach(content.Draft)
		errs := race(2, func(i int) error {
			_, err := s.move([]string{"publish", "delete"}[i], "pages", e.ID, 0)
			return err
		})
		_, err := s.Get(s.ctx, "pages", e.ID)
		if published := err == nil; published != (errs[0] == nil) || published == (errs[1] == nil) {
			t.Fatalf("publish: %v, delete: %v, get: %v", errs[0], errs[1], err)
		}
	}
}

// race runs f at once in n goroutines.
func race(n int, f func(i int) error) []error {
	errs := make([]error, n)
	start, done := make(chan struct{}), make(chan struct{})
	for i := range n {
		go func() {
			<-start
			errs[i] = f(i)
			done <- struct{}{}
		}()
	}
	close(start)
	for range n {
		<-done
	}
	return errs
}

func (s service) wantOneWinner(errs []error) {
	s.t.Helper()
	winners := 0
	for _, err := range errs {
		if err == nil {
			winners++
		} else if !diag.HasCode(err, diag.Conflict) {
			s.t.Fatalf("a loser got %v, want CONFLICT", describe(err))
		}
	}
	if winners != 1 {
		s.t.Fatalf("%d of %d won: %v", winners, len(errs), errors.Join(errs...))
	}
}
