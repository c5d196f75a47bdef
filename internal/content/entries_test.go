package content_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

const posts = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  schema:
    type: object
    required: [title, subtitle]
    properties:
      title: { type: string, minLength: 1 }
      subtitle: { type: string, nullable: true }
      body: { type: string }
      author: { type: string, x-service-bind: ctx.user }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: counters }
spec:
  title: Counters
  lifecycle: operational
  schema:
    type: object
    required: [name]
    properties: { name: { type: string }, total: { type: integer } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: ledger }
spec:
  title: Ledger
  schema:
    type: object
    readOnly: true
    required: [sum]
    properties: { sum: { type: integer } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: book }
spec:
  input: { type: object, required: [sum], properties: { sum: { type: integer } } }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: ledger }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: counted }
spec:
  title: Counted
  lifecycle: operational
  schema: { type: object, readOnly: true, properties: { sum: { type: integer } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: count }
spec:
  input: { type: object, properties: { sum: { type: integer } } }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: counted }
`

func TestGenericCreate(t *testing.T) {
	for _, test := range []struct {
		name       string
		collection string
		data       values
		code       diag.Code
		path       string
	}{
		{"a draft may be partial", "posts", values{"body": "x"}, "", ""},
		{"a draft may be empty", "posts", nil, "", ""},
		{"what is present is checked", "posts", values{"title": ""}, diag.InputValidationFailed, "data#/title"},
		{"an operational entry is whole", "counters", values{"total": 1}, diag.InputValidationFailed, "data#/name"},
		{"a property that is not declared", "posts", values{"titel": "x"}, diag.InputValidationFailed, "data#/titel"},
		{"a value that is no JSON value", "posts", values{"title": func() {}}, diag.InputValidationFailed, "data#/title"},
		{"an unknown collection", "nothing", nil, diag.NotFound, "input#/collection"},
		{"a read-only collection", "ledger", values{"sum": 1}, diag.Conflict, "input#/collection"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, posts, content.Options{})
			_, err := s.Create(s.ctx, nobody, test.collection, test.data)
			s.wants(err, test.code, test.path)
		})
	}
}

func TestPatch(t *testing.T) {
	whole := values{"title": "Tea", "subtitle": "Green", "body": "x"}
	for _, test := range []struct {
		name   string
		status content.Status
		data   values
		patch  values
		want   values
		code   diag.Code
		path   string
	}{
		{"merges", content.Published, whole, values{"body": "y"}, values{"title": "Tea", "subtitle": "Green", "body": "y"}, "", ""},
		{"null removes", content.Published, whole, values{"body": nil}, values{"title": "Tea", "subtitle": "Green"}, "", ""},
		{"null stays where it is required and taken", content.Published, whole, values{"subtitle": nil}, values{"title": "Tea", "subtitle": nil, "body": "x"}, "", ""},
		{"null is refused where it is required and not taken", content.Published, whole, values{"title": nil}, nil, diag.InputValidationFailed, "data#/title"},
		{"null removes what is required from a draft", content.Draft, whole, values{"title": nil}, values{"subtitle": "Green", "body": "x"}, "", ""},
		{"a draft may stay partial", content.Draft, values{"body": "x"}, values{"title": "Tea"}, values{"title": "Tea", "body": "x"}, "", ""},
		{"what is present in a draft is checked", content.Draft, values{}, values{"title": ""}, nil, diag.InputValidationFailed, "data#/title"},
		{"an archived entry must be whole", content.Archived, values{"body": "x"}, values{"title": "Tea"}, nil, diag.InputValidationFailed, "data#/subtitle"},
		{"a property that is not declared", content.Draft, whole, values{"id": "x"}, nil, diag.InputValidationFailed, "data#/id"},
		{"null for one that is not declared", content.Draft, whole, values{"old": nil}, nil, diag.InputValidationFailed, "data#/old"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, posts, content.Options{})
			e, err := s.Load(s.ctx, "posts", "", test.data, test.status)
			s.wants(err, "", "")
			patched, err := s.Patch(s.ctx, nobody, "posts", e.ID, test.patch, e.Version)
			s.wants(err, test.code, test.path)
			if test.code != "" {
				return
			}
			if diff := cmp.Diff(test.want, patched.Data); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(patched, s.get("posts", e.ID)); diff != "" {
				t.Errorf("what is stored differs: %s", diff)
			}
		})
	}
}

// A run of seeds that was cut off between two moves is taken up again.
func TestLoadWithAnIDCanBeRepeated(t *testing.T) {
	const id = "6e2d0f3c-5b1a-8c4d-8e2f-0123456789ab"
	s := open(t, posts, content.Options{})
	whole := values{"title": "Tea", "subtitle": "Green"}
	for _, step := range []struct {
		to, status content.Status
		version    int64
	}{
		{content.Draft, content.Draft, 1},
		{content.Published, content.Published, 2},
		{content.Published, content.Published, 2},
		{content.Draft, content.Published, 2},
	} {
		e, err := s.Load(s.ctx, "posts", id, whole, step.to)
		s.wants(err, "", "")
		if e.ID != id || e.Status != step.status || e.Version != step.version {
			t.Errorf("to %s: %s %s, version %d; want %s, version %d", step.to, e.ID, e.Status, e.Version, step.status, step.version)
		}
	}
}

func TestPatchKeepsTheStamp(t *testing.T) {
	s := open(t, posts, content.Options{})
	e, err := s.Create(s.ctx, ada, "posts", values{"author": "mallory"})
	s.wants(err, "", "")
	for _, author := range []any{"mallory", nil} {
		if e, err = s.Patch(s.ctx, bob, "posts", e.ID, values{"author": author}, 0); err != nil || e.Data["author"] != "ada" {
			t.Errorf("author is %v (%v), want ada", e.Data["author"], err)
		}
	}
}

// Schema spec: under readOnly generic writes of data are CONFLICT; the moves of
// a publishing Schema go on, those of an operational one there are none of.
func TestReadOnlySchemas(t *testing.T) {
	for _, test := range []struct {
		collection, by string
		moves          map[string]string // to the path of its CONFLICT, "" for none
	}{
		{"ledger", "book", map[string]string{
			"edit": "input#/collection", "delete": "input#/collection",
			"publish": "", "archive": "", "unpublish": "data#/status",
		}},
		{"counted", "count", map[string]string{
			"edit": "input#/collection", "delete": "input#/collection",
			"publish": "data#/status", "archive": "data#/status", "unpublish": "data#/status",
		}},
	} {
		for name, path := range test.moves {
			t.Run(test.collection+"/"+name, func(t *testing.T) {
				s := open(t, posts, content.Options{})
				id := s.call(nobody, test.by, values{"sum": 1})["id"].(string)
				_, err := s.move(name, test.collection, id, 0)
				if path == "" {
					s.wants(err, "", "")
				} else {
					s.wants(err, diag.Conflict, path)
				}
			})
		}
	}
	s := open(t, posts, content.Options{})
	e, err := s.Load(s.ctx, "ledger", "", values{"sum": 2}, content.Published)
	s.wants(err, "", "")
	if got := s.get("ledger", e.ID); got.Status != content.Published {
		t.Errorf("a seed made %v", got.Row())
	}
}

func TestLoadReachesTheStatus(t *testing.T) {
	for _, test := range []struct {
		name       string
		collection string
		data       values
		status     content.Status
		want       content.Status
		code       diag.Code
		path       string
	}{
		{"no status", "posts", values{}, "", content.Draft, "", ""},
		{"draft", "posts", values{}, content.Draft, content.Draft, "", ""},
		{"published", "posts", values{"title": "Tea", "subtitle": nil}, content.Published, content.Published, "", ""},
		{"published and partial", "posts", values{"title": "Tea"}, content.Published, "", diag.InputValidationFailed, "data#/subtitle"},
		{"archived", "posts", values{}, content.Archived, content.Archived, "", ""},
		{"operational", "counters", values{"name": "a"}, "", content.Published, "", ""},
		{"operational and published", "counters", values{"name": "a"}, content.Published, content.Published, "", ""},
		{"operational and draft", "counters", values{"name": "a"}, content.Draft, "", diag.InputValidationFailed, "input#/status"},
		{"a status that does not exist", "posts", values{}, "gone", "", diag.InputValidationFailed, "input#/status"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, posts, content.Options{})
			e, err := s.Load(s.ctx, test.collection, "", test.data, test.status)
			s.wants(err, test.code, test.path)
			if err != nil {
				if n := s.count(test.collection); n != 0 {
					t.Errorf("%d entries were left behind", n)
				}
				return
			}
			if now := s.get(test.collection, e.ID); now.Status != test.want || e.Status != test.want {
				t.Errorf("status is %s, answered as %s, want %s", now.Status, e.Status, test.want)
			}
		})
	}
}

func TestListGoesById(t *testing.T) {
	s := open(t, posts, content.Options{})
	var want []string
	for range 7 {
		want = append(want, s.add("posts", nil).ID)
	}
	published, err := s.Load(s.ctx, "posts", "", values{"title": "Tea", "subtitle": nil}, content.Published)
	s.wants(err, "", "")
	var got []string
	for q := (content.EntryQuery{Limit: 3, Status: content.Draft}); ; {
		entries, err := s.List(s.ctx, "posts", q)
		s.wants(err, "", "")
		if len(entries) == 0 {
			break
		}
		for _, e := range entries {
			got = append(got, e.ID)
		}
		q.After = got[len(got)-1]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	all, err := s.List(s.ctx, "posts", content.EntryQuery{})
	s.wants(err, "", "")
	if len(all) != 8 || all[7].ID != published.ID {
		t.Errorf("the whole list has %d entries", len(all))
	}
	_, err = s.List(s.ctx, "nothing", content.EntryQuery{})
	s.wants(err, diag.NotFound, "input#/collection")
	_, err = s.List(s.ctx, "posts", content.EntryQuery{After: "\x00"})
	s.wants(err, diag.InputValidationFailed, "input#/after")
}
