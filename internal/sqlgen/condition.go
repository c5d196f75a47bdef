package sqlgen

import (
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
)

// condition is a boolean expression: an and/or of nodes, or a leaf. A leaf's
// text is made of parts; an argument between two parts is numbered when the
// leaf is written.
type condition struct {
	op    plan.Op // And, Or; "" for a leaf
	nodes []*condition
	parts []part
}

// part is text, an argument, or a condition inside of another statement.
type part struct {
	text   string
	arg    *Arg
	within *condition
}

func text(parts ...string) *condition {
	return &condition{parts: []part{{text: strings.Join(parts, "")}}}
}

// compare is `<left><operator><argument>`.
func compare(left, operator string, a Arg) *condition {
	return &condition{parts: []part{{text: left + operator}, {arg: &a}}}
}

func allOf(nodes ...*condition) *condition { return &condition{op: plan.And, nodes: nodes} }
func anyOf(nodes ...*condition) *condition { return &condition{op: plan.Or, nodes: nodes} }

// flatten merges and-in-and and or-in-or and drops nodes of one child, so that
// what is left alternates and its depth is real. Like everything that walks a
// condition it keeps a stack of its own: filters nest to any depth.
func flatten(root *condition) *condition {
	for _, c := range postorder(root) {
		if c.op == "" {
			continue
		}
		var nodes []*condition
		for _, n := range c.nodes {
			if n.op == c.op {
				nodes = append(nodes, n.nodes...)
			} else {
				nodes = append(nodes, n)
			}
		}
		c.nodes = nodes
		if len(nodes) == 1 {
			*c = *nodes[0]
		}
	}
	return root
}

// postorder lists every node with children before their parent.
func postorder(root *condition) []*condition {
	var order []*condition
	stack := []*condition{root}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, c)
		stack = append(stack, c.nodes...)
	}
	slices.Reverse(order)
	return order
}

// condition writes c. Lists are written as balanced trees, because a chain of
// n terms is an expression n levels deep and databases limit that depth.
func (b *builder) condition(c *condition) {
	type step struct {
		literal string
		nodes   []*condition
		op      plan.Op
	}
	stack := []step{{nodes: []*condition{c}}}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch n := len(s.nodes); {
		case n == 0:
			b.write(s.literal)
		case n > 1:
			half := (n + 1) / 2
			stack = append(stack, step{literal: ")"}, step{nodes: s.nodes[half:], op: s.op},
				step{literal: operator[s.op]}, step{nodes: s.nodes[:half], op: s.op}, step{literal: "("})
		case s.nodes[0].op == "":
			b.leaf(s.nodes[0])
		default:
			stack = append(stack, step{nodes: s.nodes[0].nodes, op: s.nodes[0].op})
		}
	}
}

func (b *builder) leaf(c *condition) {
	for _, p := range c.parts {
		switch {
		case p.arg != nil:
			b.write(b.arg(*p.arg))
		case p.within != nil:
			b.condition(p.within)
		default:
			b.write(p.text)
		}
	}
}
