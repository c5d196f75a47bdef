package templates

import (
	"text/template/parse"

	"github.com/quartet-dev/quartet/internal/diag"
)

// ViewCall is a call of view whose View is written out.
type ViewCall struct {
	View   string
	Params []string // whose names are written out
	Open   bool     // there may be more of them
}

// views refuses calls of view that no reader gets an answer to.
func (d *definition) views(pipe *parse.PipeNode, check func(ViewCall) string) (problems diag.List) {
	for i, command := range pipe.Cmds {
		call, ok := viewCallOf(command)
		if !ok {
			continue
		}
		call.Open = call.Open || i > 0
		if complaint := check(call); complaint != "" {
			problems.Add(invalid(d.at(command), "%s", complaint))
		}
	}
	return problems
}

func viewCallOf(command *parse.CommandNode) (call ViewCall, ok bool) {
	if len(command.Args) < 2 || !isIdentifier(command.Args[0], "view") {
		return ViewCall{}, false
	}
	name, ok := command.Args[1].(*parse.StringNode)
	if !ok {
		return ViewCall{}, false
	}
	call.View = name.Text
	for _, each := range command.Args[2:] {
		call.give(each)
	}
	return call, true
}

// give adds the params of an argument, which are known where they are a dict.
func (c *ViewCall) give(n parse.Node) {
	pipe, ok := n.(*parse.PipeNode)
	if !ok || len(pipe.Cmds) != 1 || !isIdentifier(pipe.Cmds[0].Args[0], "dict") {
		c.Open = true
		return
	}
	pairs := pipe.Cmds[0].Args[1:]
	for i := 0; i < len(pairs); i += 2 {
		if key, ok := pairs[i].(*parse.StringNode); ok {
			c.Params = append(c.Params, key.Text)
		} else {
			c.Open = true
		}
	}
}
