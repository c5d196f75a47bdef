package sqlgen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/plan"
)

// alternating nests and/or depth levels deep: x > 1 AND (x > 2 OR (...)).
func alternating(depth int) *condition {
	c := text("x > ", fmt.Sprint(depth))
	for i := depth - 1; i > 0; i-- {
		op := plan.And
		if i%2 == 0 {
			op = plan.Or
		}
		c = &condition{op: op, nodes: []*condition{text("x > ", fmt.Sprint(i)), c}}
	}
	return c
}

// The limit of SQLite on expressions is 1,000 levels; filters have none.
func TestFilterOfAnyDepthRuns(t *testing.T) {
	db, err := sqlite3.Open(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec(`CREATE TABLE t (x); INSERT INTO t VALUES (0), (1), (2), (3), (100)`); err != nil {
		t.Fatal(err)
	}
	// x > 1 AND (x > 2 OR (x > 3 AND …)) holds for x > 2, however deep it goes on.
	for _, depth := range []int{3, 199, 200, 201, 1_000, 5_000} {
		c := flatten(alternating(depth))
		b := builder{dialect: SQLite}
		stages := cut(c)
		from := "t"
		for _, s := range stages {
			inner := builder{dialect: SQLite}
			inner.condition(s.value)
			from = "(SELECT *, " + inner.String() + " AS " + quote(s.name) + " FROM " + from + " LIMIT -1 OFFSET 0)"
		}
		b.condition(c)
		q, _, err := db.Prepare("SELECT count(*) FROM " + from + " WHERE " + b.String())
		if err != nil {
			t.Fatalf("depth %d: %v", depth, err)
		}
		if !q.Step() || q.ColumnInt(0) != 2 {
			t.Errorf("depth %d: %d rows, %v; want 2", depth, q.ColumnInt(0), q.Err())
		}
		if err := q.Close(); err != nil {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}

func TestWideListsAreBalanced(t *testing.T) {
	wide := &condition{op: plan.And}
	for i := range 10_000 {
		wide.nodes = append(wide.nodes, text("x > ", fmt.Sprint(i)))
	}
	b := builder{dialect: SQLite}
	b.condition(flatten(wide))
	deepest, depth := 0, 0
	for _, r := range b.String() {
		depth += strings.Count(string(r), "(") - strings.Count(string(r), ")")
		deepest = max(deepest, depth)
	}
	if depth != 0 || deepest > 14 {
		t.Errorf("parentheses end at %d and nest %d deep; want 0 and at most 14", depth, deepest)
	}
}
