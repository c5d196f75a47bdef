package content

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestProseSaysItsFirstWords(t *testing.T) {
	text, err := os.ReadFile("testdata/spoken.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases [][4]string // the hint, the text, what it says first, and how many empty lines are before it
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		lines, _ := strconv.Atoi(c[3]) // "" is 0
		if got := spoken(c[0], strings.Repeat("\n", lines)+c[1]); got != c[2] {
			t.Errorf("%s %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// Admin has a parser of HTML, which leaves it out as well.
func TestATagThatIsCutOffIsNotSaid(t *testing.T) {
	if got := spoken("richtext", `<p>A <em>craft</em> <a href="/tea`); got != "A craft" {
		t.Error(got)
	}
}
