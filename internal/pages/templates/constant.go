package templates

import (
	"html/template"
	"text/template/parse"
)

// constants are the places of a copy that say a text of the locale and nothing else,
// such as {{ t "menu" }}. They are found once, and hold the text of the locale that is
// rendered, as html/template escapes it: nothing is called for them in a render
// (decision 166).
type constants struct {
	nodes []*parse.TextNode
	said  []constant
	of    localePair // whose texts the nodes hold
	texts map[localePair][][]byte
}

// constant is a key and how its text is escaped.
type constant struct {
	key     string
	escaper escaper
}

// localePair decides what t says.
type localePair struct{ locale, canonical string }

// maxBound is how many locales a copy keeps its constants for.
const maxBound = 64

// find takes the constants of escaped templates out of what is evaluated, and has what
// is left call as few escapers as may be.
func (c *constants) find(all []*template.Template) {
	for _, each := range all {
		if each.Tree == nil {
			continue
		}
		walk(each.Tree.Root, func(n parse.Node) {
			if list, ok := n.(*parse.ListNode); ok && list != nil {
				c.replace(list)
			}
		})
	}
}

func (c *constants) replace(list *parse.ListNode) {
	for i, n := range list.Nodes {
		action, ok := n.(*parse.ActionNode)
		if !ok {
			continue
		}
		said, ok := constantOf(action)
		if !ok {
			shorten(action)
			continue
		}
		text := &parse.TextNode{NodeType: parse.NodeText, Pos: n.Position()}
		list.Nodes[i] = text
		c.nodes, c.said = append(c.nodes, text), append(c.said, said)
	}
}

// constantOf reads an action that is t with a key that is written out, escaped in one
// of the known ways.
func constantOf(action *parse.ActionNode) (said constant, ok bool) {
	commands := action.Pipe.Cmds
	if len(action.Pipe.Decl) > 0 || len(commands) != 2 || len(commands[0].Args) != 2 || !isIdentifier(commands[0].Args[0], textFunc) {
		return constant{}, false
	}
	key, ok := commands[0].Args[1].(*parse.StringNode)
	if !ok {
		return constant{}, false
	}
	for _, each := range []escaper{inText, inAttribute} {
		if each.endsIn(commands) {
			return constant{key.Text, each}, true
		}
	}
	return constant{}, false
}

func isIdentifier(n parse.Node, name string) bool {
	i, ok := n.(*parse.IdentifierNode)
	return ok && i.Ident == name
}

// bind has the constants say the texts of a locale.
func (c *constants) bind(all texts, l localePair) {
	if c.of == l && c.texts != nil {
		return
	}
	known, ok := c.texts[l]
	if !ok {
		known = c.escaped(all, l)
		if c.texts == nil || len(c.texts) == maxBound {
			c.texts = make(map[localePair][][]byte)
		}
		c.texts[l] = known
	}
	for i, text := range known {
		c.nodes[i].Text = text
	}
	c.of = l
}

func (c *constants) escaped(all texts, l localePair) [][]byte {
	escaped := make([][]byte, len(c.said))
	for i, each := range c.said {
		escaped[i] = []byte(each.escaper.escape(all.find(l.locale, l.canonical, each.key)))
	}
	return escaped
}
