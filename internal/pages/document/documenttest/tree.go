package documenttest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// A node is an element with the namespaces of its names resolved.
type node struct {
	name     xml.Name
	attrs    map[string]string // by "space local" or "local"
	children []*node
	text     string
}

// parse reads a whole document, and refuses text beside elements.
func parse(text string) (*node, error) {
	decoder := xml.NewDecoder(strings.NewReader(text))
	stack := []*node{{}}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return root(stack[0])
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch t := token.(type) {
		case xml.StartElement:
			one, err := open(t)
			if err != nil {
				return nil, err
			}
			top.children = append(top.children, one)
			stack = append(stack, one)
		case xml.EndElement:
			if len(top.children) > 0 && strings.TrimSpace(top.text) != "" {
				return nil, fmt.Errorf("%s has text beside elements", top.name.Local)
			}
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(t)
		case xml.Comment, xml.Directive:
			return nil, errors.New("a comment or a declaration, which nothing here writes")
		}
	}
}

func root(document *node) (*node, error) {
	if len(document.children) != 1 || strings.TrimSpace(document.text) != "" {
		return nil, errors.New("the document is not one element")
	}
	return document.children[0], nil
}

func open(t xml.StartElement) (*node, error) {
	one := &node{name: t.Name, attrs: make(map[string]string)}
	for _, each := range t.Attr {
		name := strings.TrimSpace(each.Name.Space + " " + each.Name.Local)
		if _, twice := one.attrs[name]; twice {
			return nil, fmt.Errorf("%s has two attributes %s", t.Name.Local, name)
		}
		one.attrs[name] = each.Value
	}
	return one, nil
}

// named are the children of a name, of the same namespace.
func (n *node) named(local string) []*node {
	var found []*node
	for _, each := range n.children {
		if each.name == (xml.Name{Space: n.name.Space, Local: local}) {
			found = append(found, each)
		}
	}
	return found
}

// one is the text of a child that must be there once.
func (n *node) one(local string) (string, error) {
	found := n.named(local)
	if len(found) != 1 {
		return "", fmt.Errorf("%s has %d of %s", n.name.Local, len(found), local)
	}
	return found[0].text, nil
}

// optional is the text of a child that may be there once.
func (n *node) optional(local string) (string, error) {
	if len(n.named(local)) == 0 {
		return "", nil
	}
	return n.one(local)
}

func timestamp(text string) (time.Time, error) { return time.Parse(time.RFC3339, text) }
