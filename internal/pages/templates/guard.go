package templates

import (
	"slices"
	"strings"
	"text/template/parse"

	"github.com/quartet-dev/quartet/internal/diag"
)

// The functions that guards call; their names are no names that a template may
// call.
const (
	guardPrefix = "_"
	checkFunc   = guardPrefix + "check"
	enterFunc   = guardPrefix + "enter"
	leaveFunc   = guardPrefix + "leave"
)

func isCheck(name string) bool { return strings.HasPrefix(name, guardPrefix) }

// maxDepth is how many templates may be within one another.
const maxDepth = 100

// maxUnchecked is how many nodes a page may walk through without a range, each
// template as often as it is called, before templates are checked as well.
const maxUnchecked = 50_000

// guards puts checks into the templates of one page: at the beginning of the body
// of each range, of what is rendered, and of each template that is part of very
// many calls. Templates that may end up in themselves also count how deep they
// are, since the stack of a program is not without bounds. A check is an {{ if }}
// with nothing in it: html/template sees no output whose context it would have to
// know.
type guards struct {
	root *definition
	all  bool            // each template has a check
	deep map[string]bool // those that count how deep they are
}

func guardsOf(parts []*definition) guards {
	g := guards{root: parts[0], deep: make(map[string]bool)}
	called := callsOf(parts)
	for _, each := range parts {
		g.deep[each.name] = len(parts) > maxDepth || reached(called, each.name)[each.name]
	}
	g.all = g.walked(parts, called) > maxUnchecked
	return g
}

// walked is how many nodes a render goes through without a range and without
// templates that have a check already, or something above maxUnchecked.
func (g guards) walked(parts []*definition, called map[string][]string) int {
	own, total := make(map[string]int), make(map[string]int)
	for _, each := range parts {
		walk(each.tree.Root, func(parse.Node) { own[each.name]++ })
	}
	var of func(name string) int
	of = func(name string) int {
		if g.deep[name] {
			return own[name]
		}
		if known, ok := total[name]; ok {
			return known
		}
		sum := own[name]
		for _, each := range called[name] {
			sum = min(sum+of(each), maxUnchecked+1)
		}
		total[name] = sum
		return sum
	}
	return of(parts[0].name)
}

// callsOf are the names that each template calls.
func callsOf(parts []*definition) map[string][]string {
	called := make(map[string][]string)
	for _, each := range parts {
		calls(each.tree, func(n *parse.TemplateNode) { called[each.name] = append(called[each.name], n.Name) })
	}
	return called
}

// reached are the templates that one calls, directly or not: itself as well, if it
// can end up in itself.
func reached(called map[string][]string, name string) map[string]bool {
	seen, next := make(map[string]bool), slices.Clone(called[name])
	for len(next) > 0 {
		each := next[len(next)-1]
		next = next[:len(next)-1]
		if !seen[each] {
			seen[each] = true
			next = append(next, called[each]...)
		}
	}
	return seen
}

// maxCircle is how many templates may call each other in a circle. html/template
// tries every order of them when one is not as it should be.
const maxCircle = 5

// circles finds templates that are in a circle of too many.
func circles(parts []*definition) (problems diag.List) {
	called := callsOf(parts)
	all := make(map[string]map[string]bool)
	for _, each := range parts {
		all[each.name] = reached(called, each.name)
	}
	for _, each := range parts {
		with := 0
		for name := range all[each.name] {
			if all[name][each.name] {
				with++
			}
		}
		if with > maxCircle {
			problems.Add(invalid(each.file.at(int(each.tree.Root.Pos)), "%q is one of %d templates that call each other in a circle; %d may.", each.name, with, maxCircle))
		}
	}
	return problems
}

// tree is a copy of the definition's tree with checks in it.
func (g guards) tree(d *definition) *parse.Tree {
	tree := d.tree.Copy()
	walk(tree.Root, func(n parse.Node) {
		if r, ok := n.(*parse.RangeNode); ok {
			r.List.Nodes = prepend(d.guard(checkFunc, r.Pos), r.List.Nodes)
		}
	})
	switch {
	case g.deep[d.name]:
	case g.all || d == g.root:
		tree.Root.Nodes = prepend(d.guard(checkFunc, tree.Root.Pos), tree.Root.Nodes)
		return tree
	default:
		return tree
	}
	tree.Root.Nodes = append(prepend(d.guard(enterFunc, tree.Root.Pos), tree.Root.Nodes), d.guard(leaveFunc, tree.Root.Pos))
	return tree
}

func prepend(n parse.Node, nodes []parse.Node) []parse.Node {
	return append([]parse.Node{n}, nodes...)
}

// guard is a call of one of the functions above, said to stand at a place of the
// file.
func (d *definition) guard(function string, at parse.Pos) parse.Node {
	n := d.check.Copy().(*parse.IfNode)
	cmd := n.Pipe.Cmds[0]
	name := cmd.Args[0].(*parse.IdentifierNode)
	name.Ident = function
	n.Pos, n.Pipe.Pos, cmd.Pos, name.Pos = at, at, at, at
	return n
}
