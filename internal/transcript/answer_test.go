package transcript

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every difference of an answer is told, in the order of the transcript, and what fits
// beside them is captured.
func TestCheckTellsEveryDifference(t *testing.T) {
	e := &Exchange{Status: "200", Expect: [][2]string{{"ETag", "a"}, {"Vary", ""}, {"Location", "/posts/<string:slug>"}}, Answer: `{"a": 1, "b": "<number:n>", "c": [1, 2]}`}
	captures := map[string]string{}
	var got []string
	for _, d := range Check(e, Answer{"500", http.Header{"Etag": {"b"}, "Location": {"/posts/tea"}}, `{"a":2,"b":7,"c":[1]}`}, captures) {
		got = append(got, d.Says)
	}
	want := []string{"status is 500, want 200", `ETag is "b", want "a"`, "/a is 2, want 1", "/c has 1 items, want 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"slug": "tea", "n": "7"}, captures); diff != "" {
		t.Error(diff)
	}
}

func TestDates(t *testing.T) {
	captures := map[string]string{"today": "2026-12-30"}
	if got := Fill("{{today}} {{today+3}} {{today-30}} {{today+}} {{today+123456}}", captures); got != "2026-12-30 2027-01-02 2026-11-30 {{today+}} {{today+123456}}" {
		t.Error(got)
	}
	if got := Fill("{{today+3}}", map[string]string{}); got != "{{today+3}}" {
		t.Error(got)
	}
}
