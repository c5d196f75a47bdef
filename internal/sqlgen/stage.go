package sqlgen

import (
	"math/bits"
	"strconv"
)

// stageHeight is how deep one expression may be. SQLite refuses more than
// 1,000 levels and parses them by recursion, so that the limit keeps well away
// from it (decision 13).
const stageHeight = 200

// stage is a part of a deep filter that a subquery computes as a column of its
// own; later stages and the filter itself refer to it by name.
type stage struct {
	name  string
	value *condition
}

// cut splits a flat condition into stages, innermost first, and leaves
// references in their place, until no expression is deeper than stageHeight.
func cut(root *condition) []stage {
	if root == nil {
		return nil
	}
	var stages []stage
	height := map[*condition]int{}
	for _, c := range postorder(root) {
		if c.op == "" {
			height[c] = 1
			continue
		}
		own := bits.Len(uint(len(c.nodes)))
		tallest := 0
		for i, n := range c.nodes {
			if n.op != "" && own+height[n] > stageHeight {
				name := "filter " + strconv.Itoa(len(stages)+1)
				stages = append(stages, stage{name, n})
				c.nodes[i] = text(quote(name))
				continue
			}
			tallest = max(tallest, height[n])
		}
		height[c] = own + tallest
	}
	return stages
}

// from writes the source table, inside one subquery for each stage. LIMIT and
// OFFSET keep the planner from folding a subquery back into one deep
// expression. A stage's name holds a space, which no property's name does.
func (q *selection) from(stages []stage) {
	q.write(" FROM ")
	for i := len(stages) - 1; i >= 0; i-- {
		q.write("(SELECT *, ")
		q.condition(stages[i].value)
		q.write(" AS ", quote(stages[i].name), " FROM ")
	}
	q.write(quote(q.view.Source().Name()))
	for range stages {
		q.write(" LIMIT ", q.dialect.noLimit, " OFFSET 0) AS staged")
	}
}
