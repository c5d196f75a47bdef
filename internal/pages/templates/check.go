package templates

import (
	"maps"
	"slices"
	"text/template/parse"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Limits of nesting. html/template reads the body of a range twice, so that the
// work of reading doubles with every range within a range.
const (
	maxNesting = 100
	maxRanges  = 8
)

// inspect finds what is wrong with a file that parses: functions that do not
// exist, methods that are given values, Views that nobody gets, and nesting without an end.
func inspect(found []*definition, functions map[string]bool, checkView func(ViewCall) string) (problems diag.List) {
	for _, d := range found {
		problems = append(problems, d.nesting(d.tree.Root, 0, 0)...)
		walk(d.tree.Root, func(n parse.Node) {
			switch n := n.(type) {
			case *parse.IdentifierNode:
				problems.Add(d.function(n, functions))
			case *parse.PipeNode:
				problems.Add(d.methods(n))
				if checkView != nil {
					problems = append(problems, d.views(n, checkView)...)
				}
			}
		})
	}
	return problems
}

func (d *definition) at(n parse.Node) *diag.Source { return d.file.at(int(n.Position())) }

func (d *definition) function(n *parse.IdentifierNode, functions map[string]bool) *diag.Diagnostic {
	if functions[n.Ident] {
		return nil
	}
	return unknown(invalid(d.at(n), "There is no function %q.", n.Ident), n.Ident, slices.Sorted(maps.Keys(functions)))
}

// unknown adds what name was likely meant to be.
func unknown(problem *diag.Diagnostic, name string, candidates []string) *diag.Diagnostic {
	if near := diag.Nearest(name, candidates); near != "" {
		problem.Candidates, problem.Suggestion = candidates, "Did you mean "+near+"?"
	}
	return problem
}

// methods refuses a method with an argument that is not written out. Such methods
// change what they belong to (UnmarshalText of a time) or grow without bounds
// (Format of a layout that was formatted).
func (d *definition) methods(pipe *parse.PipeNode) *diag.Diagnostic {
	for i, cmd := range pipe.Cmds {
		if !isField(cmd.Args[0]) {
			continue
		}
		given := cmd.Args[1:]
		if i > 0 {
			given = append(slices.Clone(given), pipe.Cmds[i-1])
		}
		if !slices.ContainsFunc(given, func(n parse.Node) bool { return !isLiteral(n) }) {
			continue
		}
		return invalid(d.at(cmd), "A method takes texts and numbers that are written out; give values to functions.")
	}
	return nil
}

func isField(n parse.Node) bool {
	switch n := n.(type) {
	case *parse.FieldNode, *parse.ChainNode:
		return true
	case *parse.VariableNode:
		return len(n.Ident) > 1
	}
	return false
}

func isLiteral(n parse.Node) bool {
	switch n := n.(type) {
	case *parse.StringNode, *parse.NumberNode, *parse.BoolNode:
		return true
	case *parse.CommandNode:
		return len(n.Args) == 1 && isLiteral(n.Args[0])
	}
	return false
}

func (d *definition) nesting(n parse.Node, depth, ranges int) diag.List {
	if depth > maxNesting {
		return diag.List{invalid(d.at(n), "More than %d of if, with and range stand in one another.", maxNesting)}
	}
	if ranges > maxRanges {
		return diag.List{invalid(d.at(n), "More than %d of range stand in one another; put the inner ones into a partial.", maxRanges)}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		for _, each := range n.Nodes {
			if problems := d.nesting(each, depth, ranges); problems != nil {
				return problems
			}
		}
	case *parse.IfNode:
		return d.branch(&n.BranchNode, depth+1, ranges)
	case *parse.WithNode:
		return d.branch(&n.BranchNode, depth+1, ranges)
	case *parse.RangeNode:
		return d.branch(&n.BranchNode, depth+1, ranges+1)
	}
	return nil
}

func (d *definition) branch(n *parse.BranchNode, depth, ranges int) diag.List {
	if problems := d.nesting(n.List, depth, ranges); problems != nil || n.ElseList == nil {
		return problems
	}
	return d.nesting(n.ElseList, depth, ranges)
}

// reachable are the templates that name calls, directly or not, itself first.
// Those that do not exist are findings.
func (all definitions) reachable(name string) (found []*definition, problems diag.List) {
	names := slices.Sorted(maps.Keys(all))
	seen := map[string]bool{name: true}
	found = append(found, all[name])
	for i := 0; i < len(found); i++ {
		calls(found[i].tree, func(n *parse.TemplateNode) {
			switch d := all[n.Name]; {
			case d == nil:
				problems.Add(found[i].missing(n, names))
			case !seen[n.Name]:
				seen[n.Name] = true
				found = append(found, d)
			}
		})
	}
	return found, problems
}

func (d *definition) missing(n *parse.TemplateNode, names []string) *diag.Diagnostic {
	problem := invalid(d.at(n), "There is no partial %q: neither %s%s%s nor a definition of that name.", n.Name, partialsDir, n.Name, extension)
	return unknown(problem, n.Name, names)
}
