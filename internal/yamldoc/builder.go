package yamldoc

import (
	"fmt"

	"go.yaml.in/yaml/v4"
)

// builder turns the parser's tree of one document into a Node tree. Aliases
// share what they stand for, and are paid for as if they did not.
type builder struct {
	*reader
	lines   int // lines of the file before the parser's first
	spent   cost
	depth   int
	deepest int
	targets map[*yaml.Node]target
	stopped bool     // a limit was passed; its one problem is reported
	path    []string // keys that lead to the value at hand
}

// cost is what a node takes from the limits of its document.
type cost struct{ nodes, aliases int }

// target is what an anchor names: its node, its cost, and how deep it is.
type target struct {
	node   *Node
	cost   cost
	height int
}

func (b *builder) position(n *yaml.Node) Position {
	return Position{Line: b.lines + n.Line, Column: n.Column}
}

func (b *builder) refuse(n *yaml.Node, message string) { b.problem(b.position(n), message) }

// exhausted reports the first limit that is passed, and stops the document.
func (b *builder) exhausted(n *yaml.Node) bool {
	limit := ""
	switch {
	case b.stopped:
		return true
	case b.spent.aliases > maxAliases:
		limit = fmt.Sprintf("expands aliases more than %d times", maxAliases)
	case b.spent.nodes > maxNodes:
		limit = fmt.Sprintf("holds more than %d values", maxNodes)
	case b.deepest > maxDepth:
		limit = fmt.Sprintf("is nested deeper than %d levels", maxDepth)
	default:
		return false
	}
	b.stopped = true
	b.refuse(n, "The document "+limit+".")
	return true
}

// node never returns nil, so that one problem does not hide the next.
func (b *builder) node(n *yaml.Node) *Node {
	if n.Kind == yaml.AliasNode {
		return b.alias(n)
	}
	if n.Anchor == "" {
		return b.fresh(n)
	}
	before, deepest := b.spent, b.deepest
	b.deepest = b.depth
	node := b.fresh(n)
	b.targets[n] = target{
		node:   node,
		cost:   cost{b.spent.nodes - before.nodes, b.spent.aliases - before.aliases},
		height: b.deepest - b.depth,
	}
	b.deepest = max(b.deepest, deepest)
	return node
}

func (b *builder) alias(n *yaml.Node) *Node {
	to, ok := b.targets[n.Alias]
	if !ok {
		b.refuse(n, "This alias stands for something that holds the alias itself.")
		return &Node{Pos: b.position(n)}
	}
	b.spent.aliases += 1 + to.cost.aliases
	b.spent.nodes += to.cost.nodes
	b.deepest = max(b.deepest, b.depth+to.height)
	if b.exhausted(n) {
		return &Node{Pos: b.position(n)}
	}
	node := *to.node
	node.Pos = b.position(n)
	return &node
}

func (b *builder) fresh(n *yaml.Node) *Node {
	node := &Node{Pos: b.position(n)}
	b.spent.nodes++
	if b.exhausted(n) {
		return node
	}
	b.depth++
	b.deepest = max(b.deepest, b.depth)
	switch n.Kind {
	case yaml.MappingNode:
		node.Kind = Mapping
		b.mapping(node, n)
	case yaml.SequenceNode:
		node.Kind = Sequence
		b.sequence(node, n)
	default:
		node.Value = b.scalar(n)
	}
	b.depth--
	return node
}

func (b *builder) mapping(node *Node, n *yaml.Node) {
	b.wantTag(n, "!!map")
	node.Fields = make([]Field, 0, len(n.Content)/2)
	seen := make(map[string]bool, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content) && !b.stopped; i += 2 {
		key, ok := b.key(n.Content[i])
		if ok && seen[key] {
			b.refuse(n.Content[i], fmt.Sprintf("The key %q is already in this mapping.", key))
		}
		seen[key] = ok || seen[key]
		b.path = append(b.path, key)
		value := b.node(n.Content[i+1])
		b.path = b.path[:len(b.path)-1]
		node.Fields = append(node.Fields, Field{Key: key, Pos: b.position(n.Content[i]), Value: value})
	}
}

// key wants a string that is no merge key. What is not one is reported here.
func (b *builder) key(n *yaml.Node) (string, bool) {
	if n.Kind == yaml.ScalarNode && n.Value == "<<" && n.Style == 0 {
		b.refuse(n, "Merge keys are not accepted; write the keys out.")
		return "", false
	}
	before := len(b.problems)
	node := b.node(n)
	if key, ok := node.Value.(string); ok {
		return key, true
	}
	if len(b.problems) == before {
		b.refuse(n, "A key must be a string; quote it if it is meant as one.")
	}
	return "", false
}

func (b *builder) sequence(node *Node, n *yaml.Node) {
	b.wantTag(n, "!!seq")
	node.Items = make([]*Node, 0, len(n.Content))
	for _, each := range n.Content {
		if b.stopped {
			return
		}
		node.Items = append(node.Items, b.node(each))
	}
}

// wantTag refuses a tag on a collection other than its own.
func (b *builder) wantTag(n *yaml.Node, own string) {
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != own {
		b.refuse(n, fmt.Sprintf("The tag %s is not accepted here.", n.Tag))
	}
}
