package quartet_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
)

// A page counts its rows, also when there are none, and is the contract's
// object as JSON either way.
func TestRowsOfAPage(t *testing.T) {
	s := start(t, quartet.Options{}, nil)
	for _, want := range []struct {
		rows int
		text string
	}{
		{0, `{"rows":[],"page":1,"show":50,"hasMore":false}`},
		{1, `{"rows":[{"name":"Ada","text":"Hello there"}],"page":1,"show":50,"hasMore":false}`},
	} {
		page, err := s.View(t.Context(), "greetings", quartet.ViewOptions{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(page)
		if err != nil || page.Rows.Len() != want.rows || string(text) != want.text {
			t.Errorf("%d rows: %s %v, want %s", page.Rows.Len(), text, err, want.text)
		}
		var again quartet.ViewPage
		if err := json.Unmarshal(text, &again); err != nil || again.Rows.Len() != want.rows {
			t.Errorf("read again: %d rows, %v", again.Rows.Len(), err)
		}
		first, err := quartet.Rows[map[string]string](page)
		second, _ := quartet.Rows[map[string]string](&again)
		if diff := cmp.Diff(first, second); err != nil || diff != "" || len(first) != want.rows {
			t.Error(first, diff, err)
		}
		if _, err := s.Entries("greetings").CreateDraft(t.Context(), greeting); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := json.Marshal(quartet.ViewPage{}); err != nil || string(text) != `{"rows":[],"page":0,"show":0,"hasMore":false}` {
		t.Errorf("no page: %s %v", text, err)
	}
	if rows, err := quartet.Rows[struct{ Name int }](&quartet.ViewPage{}); err != nil || len(rows) != 0 {
		t.Error(rows, err)
	}
}
