package markup

import (
	"fmt"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// A Field is a key of front matter with its value: a string, a time, a list of
// strings, or fields of its own. A field with an empty value is left out.
type Field struct {
	Key   string
	Value any
}

// FrontMatter returns fields as the YAML block that begins a Markdown file, in
// the order given. Strings are quoted where YAML would read something else.
func FrontMatter(fields ...Field) (string, error) {
	node, err := mapping(fields)
	if err != nil {
		return "", err
	}
	text, err := yaml.Marshal(node)
	if err != nil {
		return "", fmt.Errorf("front matter: %w", err)
	}
	return "---\n" + string(text) + "---\n", nil
}

func mapping(fields []Field) (*yaml.Node, error) {
	node := &yaml.Node{Kind: yaml.MappingNode}
	for _, f := range fields {
		value, err := scalar(f.Value)
		if err != nil {
			return nil, fmt.Errorf("front matter: %s: %w", f.Key, err)
		}
		if value != nil {
			node.Content = append(node.Content, stringNode(f.Key), value)
		}
	}
	return node, nil
}

func scalar(value any) (*yaml.Node, error) {
	switch v := value.(type) {
	case string:
		if v == "" {
			return nil, nil
		}
		return stringNode(v), nil
	case time.Time:
		if v.IsZero() {
			return nil, nil
		}
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!timestamp", Value: v.UTC().Format(time.RFC3339)}, nil
	case []string:
		return sequence(v), nil
	case []Field:
		if len(v) == 0 {
			return nil, nil
		}
		return mapping(v)
	}
	return nil, fmt.Errorf("no front matter for a %T", value)
}

func sequence(values []string) *yaml.Node {
	if len(values) == 0 {
		return nil
	}
	node := &yaml.Node{Kind: yaml.SequenceNode}
	for _, v := range values {
		node.Content = append(node.Content, stringNode(v))
	}
	return node
}

func stringNode(s string) *yaml.Node {
	node := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: strings.ToValidUTF8(s, "\ufffd")}
	if ambiguous(s) {
		node.Style = yaml.DoubleQuotedStyle
	}
	return node
}

// ambiguous reports whether readers of older YAML take a plain scalar for a
// number, a date or a truth value, as they do with the locale of Norway. The
// library quotes what today's YAML reads so.
func ambiguous(s string) bool {
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off":
		return true
	}
	return s != "" && strings.IndexByte("0123456789+-.", s[0]) >= 0
}
