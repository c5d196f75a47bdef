package content

import (
	"encoding/json"
	"os"
	"testing"
)

func TestProseSaysItsFirstWords(t *testing.T) {
	text, err := os.ReadFile("testdata/spoken.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases [][3]string // the hint, the text and what it says first
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got := spoken(c[0], c[1]); got != c[2] {
			t.Errorf("%s %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
