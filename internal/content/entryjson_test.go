package content_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Entry row: the keys of the contract, also where a program marshals an entry.
func TestAnEntryMarshalsAsItsRow(t *testing.T) {
	for want, e := range map[string]content.Entry{
		`{"authorId":null,"collection":"","createdAt":0,"data":{},"id":"","status":"","updatedAt":0,"version":0}`: {},
		`{"authorId":"u1","collection":"posts","createdAt":1,"data":{"big":9007199254740993,"float":1e+20,"locale":"en","nested":[{"a":null}]},` +
			`"id":"e1","locale":"en","status":"draft","updatedAt":2,"version":3}`: {
			ID: "e1", Collection: "posts", Status: content.Draft, Version: 3, AuthorID: "u1", CreatedAt: 1, UpdatedAt: 2,
			Data: map[string]any{"locale": "en", "big": int64(9007199254740993), "float": 1e20, "nested": []any{map[string]any{"a": nil}}},
		},
	} {
		for _, value := range []any{e, &e} {
			text, err := json.Marshal(value)
			if err != nil || string(text) != want {
				t.Errorf("%v\n%s, want\n%s", err, text, want)
			}
		}
		var again content.Entry
		if err := json.Unmarshal([]byte(want), &again); err != nil {
			t.Error(err)
		}
		if e.Data == nil {
			e.Data = map[string]any{}
		}
		if diff := cmp.Diff(e, again); diff != "" {
			t.Error(diff)
		}
	}
}

// Hooks: ctx.event has id, trigger, hook, schema and entry, wherever it goes.
func TestAnEventMarshalsAsTheContractNamesIt(t *testing.T) {
	row := (&content.Entry{ID: "e1", Collection: "posts", Status: content.Draft, Version: 3, Data: map[string]any{"big": int64(9007199254740993)}}).Row()
	for want, e := range map[string]content.Event{
		`{"entry":null,"hook":"before_create","id":"1","schema":"posts","trigger":"t"}`: {ID: "1", Trigger: "t", Hook: plan.Hook("before_create"), Schema: "posts"},
		`{"entry":{"authorId":null,"collection":"posts","createdAt":0,"data":{"big":9007199254740993},"id":"e1","status":"draft","updatedAt":0,"version":3},` +
			`"hook":"after_update","id":"1","schema":"posts","trigger":"t"}`: {ID: "1", Trigger: "t", Hook: plan.Hook("after_update"), Schema: "posts", Entry: row},
	} {
		text, err := json.Marshal(e)
		if err != nil || string(text) != want {
			t.Errorf("%v\n%s, want\n%s", err, text, want)
		}
		var again content.Event
		if err := json.Unmarshal(text, &again); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(e, again); diff != "" {
			t.Error(diff)
		}
	}
}

func TestWhatIsNoEntryIsNotRead(t *testing.T) {
	for _, text := range []string{`[]`, `{"data":[]}`, `{"data":{"a":1e999}}`, `{"version":"1"}`} {
		if err := json.Unmarshal([]byte(text), new(content.Entry)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
	for _, text := range []string{`1`, `{"entry":"x"}`, `{"id":1}`} {
		if err := json.Unmarshal([]byte(text), new(content.Event)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
	if text, err := json.Marshal(content.Entry{Data: map[string]any{"a": math.NaN()}}); err == nil {
		t.Errorf("NaN was written as %s", text)
	}
}
