package yamldoc

import (
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Position is a place in a file. Line and Column count from 1; Column counts
// characters.
type Position struct{ Line, Column int }

// Kind is the kind of a Node.
type Kind uint8

// The kinds of a Node.
const (
	Scalar Kind = iota
	Mapping
	Sequence
)

// Node is one value of a document. What an alias stands for is shared between
// its uses; only the Pos of the outermost node differs, and is the alias's own.
type Node struct {
	Kind   Kind
	Value  any     // Scalar: nil, bool, int64, float64 or string
	Fields []Field // Mapping: in the order of the file
	Items  []*Node // Sequence
	Pos    Position
}

// Field is one key of a mapping with its value.
type Field struct {
	Key   string
	Pos   Position // of the key
	Value *Node
}

// Document is one YAML document of a file. Index counts the documents of the
// file from 1, empty ones included. Text is how it is written, from Line on, with
// the comments before it.
type Document struct {
	File  string
	Index int
	Root  *Node
	Line  int
	Text  string
}

// Field finds a key of a mapping, or nil.
func (n *Node) Field(key string) *Field {
	for i := range n.Fields {
		if n.Fields[i].Key == key {
			return &n.Fields[i]
		}
	}
	return nil
}

// Plain is the node as a JSON value.
func (n *Node) Plain() any {
	switch n.Kind {
	case Mapping:
		members := make(map[string]any, len(n.Fields))
		for _, each := range n.Fields {
			members[each.Key] = each.Value.Plain()
		}
		return members
	case Sequence:
		elements := make([]any, len(n.Items))
		for i, each := range n.Items {
			elements[i] = each.Plain()
		}
		return elements
	default:
		return n.Value
	}
}

// AppendJSON appends the node as JSON to dst, the members of mappings in the
// order of the file.
func (n *Node) AppendJSON(dst []byte) []byte {
	switch n.Kind {
	case Mapping:
		dst = append(dst, '{')
		for i, each := range n.Fields {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(jsonvalue.AppendString(dst, each.Key), ':')
			dst = each.Value.AppendJSON(dst)
		}
		return append(dst, '}')
	case Sequence:
		dst = append(dst, '[')
		for i, each := range n.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = each.AppendJSON(dst)
		}
		return append(dst, ']')
	default:
		return jsonvalue.Append(dst, n.Value)
	}
}

// At walks a JSON pointer from n and returns the field that holds the last
// token (nil when the last step is into a sequence or the pointer is empty)
// and the node it ends at; both nil when there is no such place.
func (n *Node) At(pointer string) (*Field, *Node) {
	var field *Field
	for _, token := range jsonvalue.SplitPointer(pointer) {
		switch n.Kind {
		case Mapping:
			if field = n.Field(token); field == nil {
				return nil, nil
			}
			n = field.Value
		case Sequence:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(n.Items) || strconv.Itoa(i) != token {
				return nil, nil
			}
			field, n = nil, n.Items[i]
		default:
			return nil, nil
		}
	}
	return field, n
}

// Nearest is At for a place that need not exist: without it the node is the
// nearest ancestor that does, and the field nil.
func (n *Node) Nearest(pointer string) (*Field, *Node) {
	field, found := n.At(pointer)
	for found == nil {
		pointer = pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
		_, found = n.At(pointer)
	}
	return field, found
}
