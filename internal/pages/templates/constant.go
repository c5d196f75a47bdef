package templates

import (
	"bytes"
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
type constant struct{ key, escaper string }

// localePair decides what t says.
type localePair struct{ locale, canonical string }

// maxBound is how many locales a copy keeps its constants for.
const maxBound = 64

// escaper writes a text as html/template does between two others.
type escaper struct {
	*template.Template
	before, after string
}

func newEscaper(before, after string) escaper {
	return escaper{template.Must(template.New("").Parse(before + "{{ . }}" + after)), before, after}
}

// escapers are those of the places where constants may be, by their names in escaped
// templates.
var escapers = map[string]escaper{
	"_html_template_htmlescaper": newEscaper("<p>", "</p>"),
	"_html_template_attrescaper": newEscaper(`<p title="`, `">`),
}

func (e escaper) escape(text string) []byte {
	var b bytes.Buffer
	if err := e.Execute(&b, text); err != nil {
		return nil // a text: it cannot fail
	}
	return b.Bytes()[len(e.before) : b.Len()-len(e.after)]
}

// find takes the constants of escaped templates out of what is evaluated.
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
		said, ok := constantOf(n)
		if !ok {
			continue
		}
		text := &parse.TextNode{NodeType: parse.NodeText, Pos: n.Position()}
		list.Nodes[i] = text
		c.nodes, c.said = append(c.nodes, text), append(c.said, said)
	}
}

// constantOf reads an action that is t with a key that is written out, escaped in one
// of the known ways.
func constantOf(n parse.Node) (said constant, ok bool) {
	action, ok := n.(*parse.ActionNode)
	if !ok || len(action.Pipe.Decl) > 0 || len(action.Pipe.Cmds) != 2 {
		return constant{}, false
	}
	call, escape := action.Pipe.Cmds[0].Args, action.Pipe.Cmds[1].Args
	if len(call) != 2 || len(escape) != 1 || !isIdentifier(call[0], textFunc) {
		return constant{}, false
	}
	key, isText := call[1].(*parse.StringNode)
	name, isName := escape[0].(*parse.IdentifierNode)
	if !isText || !isName {
		return constant{}, false
	}
	_, ok = escapers[name.Ident]
	return constant{key.Text, name.Ident}, ok
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
		escaped[i] = escapers[each.escaper].escape(all.find(l.locale, l.canonical, each.key))
	}
	return escaped
}
