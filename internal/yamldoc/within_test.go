package yamldoc_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// The place of the word HERE in a text is found in whichever style it is written.
func TestAPlaceWithinATextIsFound(t *testing.T) {
	for name, text := range map[string]string{
		"plain":            "sql: SELECT HERE FROM a",
		"plain, folded":    "sql: SELECT a,\n  b,  HERE\n  FROM a",
		"literal":          "sql: |\n  SELECT 'é'\n    AS a, HERE\n",
		"literal, header":  "# first\nsql: |2-  # why\n    SELECT a,\n\n    HERE",
		"folded":           "sql: >-\n  SELECT a,\n  HERE FROM b\n",
		"single quotes":    "{ sql: 'SELECT ''x'', HERE' }",
		"double quotes":    `{ sql: "SELECT \"x\", \n\tHERE" }`,
		"a line continued": "sql: \"SELECT \\\n  HERE\"",
		"second document":  "a: 1\n---\nsql: SELECT HERE",
	} {
		documents, problems := yamldoc.Parse("a.yaml", []byte(text))
		if problems != nil {
			t.Fatal(name, problems)
		}
		d := documents[len(documents)-1]
		_, node := d.Root.At("/sql")
		got := d.Within(node, strings.Index(node.Value.(string), "HERE"))
		before, _, _ := strings.Cut(text, "HERE")
		line := before[strings.LastIndexByte(before, '\n')+1:]
		want := yamldoc.Position{Line: strings.Count(before, "\n") + 1, Column: len([]rune(line)) + 1}
		if got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// A text that is written elsewhere, or by number, is where its value is.
func TestAPlaceThatCannotBeFollowedIsThatOfTheText(t *testing.T) {
	for _, text := range []string{"a: &x SELECT HERE\nsql: *x", `sql: "\x53ELECT HERE"`, "sql: !!str SELECT HERE"} {
		documents, _ := yamldoc.Parse("a.yaml", []byte(text))
		_, node := documents[0].Root.At("/sql")
		if got := documents[0].Within(node, strings.Index(node.Value.(string), "HERE")); got != node.Pos {
			t.Errorf("%s: %v, want %v", text, got, node.Pos)
		}
	}
}
