package templates

import (
	"reflect"
	"text/template/parse"

	"github.com/quartet-dev/quartet/internal/diag"
)

// typing follows the types of values through the templates of a page, to find the
// fields that do not exist before a reader does. What is not known is never a
// finding: a property, a row of a View, a value of a dict, a variable that is given
// values of its own later.
type typing struct {
	results    map[string]reflect.Type // of the functions
	without    []string                // fields of the page that are nil on some page of the template
	properties []string                // that .Data may have; nil where nobody knows
	parts      map[string]*definition
	seen       map[typed]bool
	found      diag.List
}

// typed is a template with the type of what it is given.
type typed struct {
	d         *definition
	dot       reflect.Type
	isGuarded bool
}

// fields finds what a page's templates name and their values do not have.
func (p *parser) fields(name string, parts []*definition) diag.List {
	t := &typing{
		results: p.results, properties: p.set.options.Properties, without: p.without(name),
		parts: make(map[string]*definition, len(parts)), seen: make(map[typed]bool),
	}
	for _, each := range parts {
		t.parts[each.name] = each
	}
	t.definition(parts[0], pageType, false)
	return t.found
}

func (t *typing) definition(d *definition, dot reflect.Type, isGuarded bool) {
	if d == nil || t.seen[typed{d, dot, isGuarded}] {
		return
	}
	t.seen[typed{d, dot, isGuarded}] = true
	s := &scope{typing: t, d: d, isGuarded: isGuarded, assigned: assigned(d.tree.Root), variables: []variable{{"$", dot}}}
	s.list(d.tree.Root, dot)
}

// assigned are the variables that are given other values than their first.
func assigned(root parse.Node) map[string]bool {
	names := make(map[string]bool)
	walk(root, func(n parse.Node) {
		if pipe, ok := n.(*parse.PipeNode); ok && pipe.IsAssign {
			for _, each := range pipe.Decl {
				names[each.Ident[0]] = true
			}
		}
	})
	return names
}

// scope is a place in a template: the variables that stand there.
type scope struct {
	*typing
	d         *definition
	isGuarded bool // a condition decides whether it is rendered
	assigned  map[string]bool
	variables []variable
}

type variable struct {
	name string
	t    reflect.Type
}

func (s *scope) declare(v *parse.VariableNode, t reflect.Type) {
	if s.assigned[v.Ident[0]] {
		t = nil
	}
	s.variables = append(s.variables, variable{v.Ident[0], t})
}

func (s *scope) variable(name string) reflect.Type {
	for i := len(s.variables) - 1; i >= 0; i-- {
		if s.variables[i].name == name {
			return s.variables[i].t
		}
	}
	return nil
}

func (s *scope) list(n *parse.ListNode, dot reflect.Type) {
	if n == nil {
		return
	}
	outer := len(s.variables)
	for _, each := range n.Nodes {
		s.node(each, dot)
	}
	s.variables = s.variables[:outer]
}

func (s *scope) node(n parse.Node, dot reflect.Type) {
	switch n := n.(type) {
	case *parse.ActionNode:
		s.pipe(n.Pipe, dot)
	case *parse.TemplateNode:
		var given reflect.Type
		if n.Pipe != nil {
			given = s.pipe(n.Pipe, dot)
		}
		s.definition(s.parts[n.Name], given, s.isGuarded)
	case *parse.IfNode:
		s.branch(&n.BranchNode, dot)
	case *parse.WithNode:
		s.branch(&n.BranchNode, dot)
	case *parse.RangeNode:
		s.branch(&n.BranchNode, dot)
	}
}

// branch looks at a block: within with and range, dot is something else.
func (s *scope) branch(n *parse.BranchNode, dot reflect.Type) {
	outer, inner, wasGuarded := len(s.variables), dot, s.isGuarded
	switch n.NodeType {
	case parse.NodeWith:
		inner = s.pipe(n.Pipe, dot)
	case parse.NodeRange:
		inner = s.each(n.Pipe, dot)
	default:
		s.pipe(n.Pipe, dot)
	}
	s.isGuarded = true // a range may be of nothing, as .Entries is where there is no .Collection
	s.list(n.List, inner)
	s.list(n.ElseList, dot)
	s.variables, s.isGuarded = s.variables[:outer], wasGuarded
}

// each is the type of what a range gives, and declares its variables.
func (s *scope) each(pipe *parse.PipeNode, dot reflect.Type) reflect.Type {
	key, item := items(s.value(pipe, dot))
	given := []reflect.Type{key, item}
	for i, each := range pipe.Decl {
		s.declare(each, given[len(given)-len(pipe.Decl)+i])
	}
	return item
}

// items are the types of the keys and the values of a type; nil where unknown.
func items(t reflect.Type) (key, item reflect.Type) {
	if t = pointed(t); t == nil {
		return nil, nil
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return reflect.TypeFor[int](), t.Elem()
	case reflect.Map:
		return t.Key(), t.Elem()
	}
	return nil, nil
}

// pipe is the type of a pipeline, and declares its variables.
func (s *scope) pipe(pipe *parse.PipeNode, dot reflect.Type) reflect.Type {
	t := s.value(pipe, dot)
	if !pipe.IsAssign {
		for _, each := range pipe.Decl {
			s.declare(each, t)
		}
	}
	return t
}

// value is the type of a node that stands for a value; nil where it is not known.
func (s *scope) value(n parse.Node, dot reflect.Type) (t reflect.Type) {
	switch n := n.(type) {
	case *parse.PipeNode:
		for _, each := range n.Cmds {
			t = s.command(each, dot)
		}
		return t
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return s.chain(n, dot, n.Ident)
	case *parse.VariableNode:
		return s.chain(n, s.variable(n.Ident[0]), n.Ident[1:])
	case *parse.ChainNode:
		return s.chain(n, s.value(n.Node, dot), n.Field)
	case *parse.IdentifierNode:
		return s.results[n.Ident]
	}
	return nil
}

func (s *scope) command(c *parse.CommandNode, dot reflect.Type) reflect.Type {
	wasGuarded := s.isGuarded
	for i, each := range c.Args[1:] {
		s.isGuarded = wasGuarded || i > 0 && stopsEarly(c.Args[0])
		s.value(each, dot)
	}
	s.isGuarded = wasGuarded
	return s.value(c.Args[0], dot)
}

// stopsEarly reports whether a function looks at an argument only where those before it
// let it.
func stopsEarly(function parse.Node) bool {
	name, is := function.(*parse.IdentifierNode)
	return is && (name.Ident == "and" || name.Ident == "or")
}
