package transcript

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Of each expectation, what fits it and what does not, as JSON.
func TestMatch(t *testing.T) {
	const id = `"01a1fda8-6acd-7205-83da-08bf5ec24cb6"`
	for _, test := range []struct{ want, got, fault string }{
		{`{"a": 1}`, `{"a": 1}`, ""},
		{`{"a": 1}`, `{"a": 2}`, "/a is 2, want 1"},
		{`{"a": 1}`, `{"a": "1"}`, `/a is "1", want 1`},
		{`{"a": 1}`, `{}`, "/a is missing"},
		{`{"a": null}`, `{}`, "/a is missing"},
		{`{"a": null}`, `{"a": false}`, "/a is false, want null"},
		{`{"a": 1}`, `{"a": 1, "b": 2}`, "/b was not expected: 2"},
		{`{"a": 1, "...": 0}`, `{"a": 1, "b": 2}`, ""},
		{`{"a": 1, "...": 0}`, `{"b": 2}`, "/a is missing"},
		{`{}`, `[]`, " is [], want an object"},
		{`[1, 2]`, `[1, 2]`, ""},
		{`[1, 2]`, `[2, 1]`, "/0 is 2, want 1"},
		{`[1]`, `[1, 2]`, " has 2 items, want 1"},
		{`[1, "..."]`, `[1, 2]`, ""},
		{`[1, 2, "..."]`, `[1]`, " has 1 items, want 2"},
		{`[]`, `{}`, " is {}, want an array"},
		{`"a.c"`, `"abc"`, ` is "abc", want "a.c"`},
		{`"<id>"`, id, ""},
		{`"<id>"`, `"ada"`, ` is "ada", want <id>`},
		{`"<timestamp>"`, `1700000000000`, ""},
		{`"<timestamp>"`, `1700000000`, " is 1700000000, want <timestamp>"},
		{`"<time>"`, `"2026-11-21T10:28:16.004Z"`, ""},
		{`"<time>"`, `"2026-11-21"`, ` is "2026-11-21", want <time>`},
		{`"<number>"`, `1.5`, ""},
		{`"<number>"`, `"1.5"`, ` is "1.5", want <number>`},
		{`"<string>"`, `"x"`, ""},
		{`"<string>"`, `""`, ` is "", want <string>`},
		{`"<any>"`, `null`, ""},
		{`"<uuid>"`, id, ": there is no wildcard <uuid>"},
		{`"/posts/<string>/edit"`, `"/posts/7/edit"`, ""},
		{`"/posts/<string>/edit"`, `"/posts/7/edit?"`, ` is "/posts/7/edit?", want "/posts/<string>/edit"`},
		{`"/posts/<string>"`, `"/posts/a b"`, ` is "/posts/a b", want "/posts/<string>"`},
	} {
		fault := ""
		if err := Match(decoded(t, test.want), decoded(t, test.got), "", map[string]string{}); err != nil {
			fault = err.Error()
		}
		if fault != test.fault {
			t.Errorf("%s against %s: %q, want %q", test.got, test.want, fault, test.fault)
		}
	}
}

func decoded(t *testing.T, text string) (value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

func TestWhatIsNamedIsKept(t *testing.T) {
	captures := map[string]string{}
	want := map[string]any{"n": "<number:count>", "at": "/posts/<string:slug>/<string:part>"}
	if err := Match(want, map[string]any{"n": 7.0, "at": "/posts/sencha/body"}, "", captures); err != nil {
		t.Fatal(err)
	}
	if !Contains(`value="<string:token>"`, `<input value="a&amp;b">`, captures) || Contains("<string:none> tea", "coffee", captures) {
		t.Error("a page is taken for another")
	}
	if diff := cmp.Diff(map[string]string{"count": "7", "slug": "sencha", "part": "body", "token": "a&amp;b"}, captures); diff != "" {
		t.Error(diff)
	}
	if got := Fill("/{{slug}}?n={{count}}&t={{form token}}&{{unknown}}", captures); got != "/sencha?n=7&t=a%26b&{{unknown}}" {
		t.Error(got)
	}
}
