package storetest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// testRows is about what a View's rows look like.
func testRows(t *testing.T, open Opener) {
	f := with(t, open,
		view("all", "  filter: { eq: { field: id, value: { $param: id } } }\n  params: { type: object, required: [id], properties: { id: { type: string } } }"),
		view("name", "  fields: [name]\n  orderBy: [{ field: score }]"),
		view("none", "  filter: { eq: { field: id, value: nobody } }"),
		`{ apiVersion: quartet/v1, kind: View, metadata: { name: shown }, spec: { from: items, surface: public, fields: [id, status] } }`)
	byID := func(id string) content.ViewQuery {
		return content.ViewQuery{View: f.plan.View("all"), Params: []any{id}, Limit: 50}
	}

	t.Run("every kind of value", func(t *testing.T) {
		e := draft("full", everything())
		e.AuthorID, e.CreatedAt, e.UpdatedAt = "somebody", 1_700_000_000_000, 1_700_000_000_001
		f.insert(e)
		f.wantRows(t, byID("full"), `[{"id":"full","status":"draft","version":1,"createdAt":1700000000000,"updatedAt":1700000000001,
			"authorId":"somebody","name":"Tea \"gyokuro\" 玉露\n`+"\u2028"+`","slug":"gyokuro","shelf":null,"place":null,
			"count":-9007199254740993,"score":0.1,"flag":true,"either":7,"tags":["green","steamed"],
			"meta":{"deep":[null,false,1.5],"origin":"Uji"},"loose":"free"}]`)
	})

	t.Run("absent values are null", func(t *testing.T) {
		f.insert(draft("empty", map[string]any{"count": nil, "tags": nil}))
		f.wantRows(t, byID("empty"), `[{"id":"empty","status":"draft","version":1,"createdAt":1,"updatedAt":1,"authorId":null,
			"name":null,"slug":null,"shelf":null,"place":null,"count":null,"score":null,"flag":null,"either":null,
			"tags":null,"meta":null,"loose":null}]`)
	})

	for name, data := range map[string]string{
		"text":     `{"name":"","slug":"\\ / \u0001 \u007f","either":"7","loose":"7"}`,
		"numbers":  `{"count":9223372036854775807,"score":-0.0000001,"either":-3,"loose":1e300}`,
		"booleans": `{"flag":false,"loose":true}`,
		"json":     `{"tags":[],"meta":{"a\"b":[{"c":null}]},"loose":[1,[2]]}`,
		"a number without a fraction in a number property": `{"score":5}`,
	} {
		t.Run("values as they were written: "+name, func(t *testing.T) {
			written := object(t, data)
			f.insert(draft(name, written))
			got := f.rows(byID(name))
			var rows []map[string]any
			if err := json.Unmarshal([]byte(got), &rows); err != nil || len(rows) != 1 {
				t.Fatalf("%s: %v", got, err)
			}
			for property := range written {
				if diff := cmp.Diff(plain(t, data)[property], rows[0][property]); diff != "" {
					t.Errorf("%s in %s: %s", property, got, diff)
				}
			}
		})
	}

	t.Run("rows are appended to dst, and what orders them is not shown", func(t *testing.T) {
		got, err := f.store.View(context.Background(), content.ViewQuery{View: f.plan.View("name"), Limit: 1}, []byte("before "))
		if err != nil || string(got.Rows) != `before [{"name":null}]` || got.Count != 1 {
			t.Errorf("%s, %d, %v", got.Rows, got.Count, err)
		}
	})

	t.Run("a public View shows what is published", func(t *testing.T) {
		e := draft("published", nil)
		e.Status = content.Published
		f.insert(e)
		f.wantRows(t, content.ViewQuery{View: f.plan.View("shown"), Limit: 50}, `[{"id":"published","status":"published"}]`)
	})

	t.Run("no rows are an empty array", func(t *testing.T) {
		f.wantRows(t, content.ViewQuery{View: f.plan.View("none"), Limit: 50}, `[]`)
	})
}

func (f *fixture) wantRows(t *testing.T, q content.ViewQuery, want string) {
	t.Helper()
	got := f.rows(q)
	var gotRows, wantRows any
	if err := json.Unmarshal([]byte(got), &gotRows); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	if err := json.Unmarshal([]byte(want), &wantRows); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wantRows, gotRows); diff != "" {
		t.Errorf("-want +got\n%s\n%s", diff, got)
	}
}

// object reads data as the surfaces of the service do.
func object(t *testing.T, text string) map[string]any {
	t.Helper()
	value, err := jsonvalue.Decode([]byte(text), jsonvalue.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return value.(map[string]any)
}

// plain reads text with the standard library, to compare with what a client
// would read.
func plain(t *testing.T, text string) map[string]any {
	t.Helper()
	var value map[string]any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return value
}
