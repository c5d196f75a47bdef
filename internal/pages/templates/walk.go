package templates

import "text/template/parse"

// walk shows every node below n to visit, from the outside in.
func walk(n parse.Node, visit func(parse.Node)) {
	visit(n)
	switch n := n.(type) {
	case *parse.ListNode:
		walkAll(n.Nodes, visit)
	case *parse.ActionNode:
		walk(n.Pipe, visit)
	case *parse.IfNode:
		walkBranch(&n.BranchNode, visit)
	case *parse.RangeNode:
		walkBranch(&n.BranchNode, visit)
	case *parse.WithNode:
		walkBranch(&n.BranchNode, visit)
	case *parse.TemplateNode:
		if n.Pipe != nil {
			walk(n.Pipe, visit)
		}
	case *parse.PipeNode:
		for _, each := range n.Cmds {
			walk(each, visit)
		}
	case *parse.CommandNode:
		walkAll(n.Args, visit)
	case *parse.ChainNode:
		walk(n.Node, visit)
	}
}

func walkAll(nodes []parse.Node, visit func(parse.Node)) {
	for _, each := range nodes {
		walk(each, visit)
	}
}

func walkBranch(n *parse.BranchNode, visit func(parse.Node)) {
	walk(n.Pipe, visit)
	walk(n.List, visit)
	if n.ElseList != nil {
		walk(n.ElseList, visit)
	}
}

// calls are the names that a template calls, with the nodes that do.
func calls(tree *parse.Tree, call func(*parse.TemplateNode)) {
	walk(tree.Root, func(n parse.Node) {
		if t, ok := n.(*parse.TemplateNode); ok {
			call(t)
		}
	})
}
