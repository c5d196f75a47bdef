package jsonschema

import (
	"fmt"
	"maps"
	"slices"
)

// node is one compiled schema.
type node struct {
	nullable   bool
	assertions []assertion // what concerns the value itself, type first, then by keyword
	ref        *node
	oneOf      []*node

	properties []property
	byName     map[string]*node
	required   []string // sorted
	closed     bool     // additionalProperties: false
	additional *node
	items      *node
}

// property is a member of properties. Those that hold no schemas of their own
// come first: they are cheap, and among them is what tells the branches of a
// oneOf apart, so that one wrong branch is left before it is followed down.
type property struct {
	name   string
	schema *node
}

// isLeaf reports whether a schema looks at one value and nothing inside it.
func (n *node) isLeaf() bool {
	return n.ref == nil && n.oneOf == nil && n.items == nil && n.additional == nil && len(n.properties) == 0
}

type compiler struct {
	defs map[string]*node
}

// document makes the nodes of $defs before it fills any, because definitions
// refer to each other.
func (c *compiler) document(root map[string]any) (*node, error) {
	defs, _ := root["$defs"].(map[string]any)
	for name := range defs {
		c.defs[name] = &node{}
	}
	for name, schema := range defs {
		if err := c.fill(c.defs[name], schema); err != nil {
			return nil, err
		}
	}
	return c.schema(root)
}

func (c *compiler) schema(v any) (*node, error) {
	n := &node{}
	return n, c.fill(n, v)
}

func (c *compiler) fill(n *node, v any) error {
	schema, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("a JSON Schema must be an object, not %T", v)
	}
	n.nullable = schema["nullable"] == true
	var err error
	if n.assertions, err = assertionsOf(schema); err != nil {
		return err
	}
	if n.ref, err = c.reference(schema); err != nil {
		return err
	}
	if err := c.choice(n, schema); err != nil {
		return err
	}
	return c.members(n, schema)
}

func (c *compiler) reference(schema map[string]any) (*node, error) {
	ref, ok := schema["$ref"].(string)
	if !ok {
		return nil, nil
	}
	name, _ := definitionName(ref)
	target := c.defs[name]
	if target == nil {
		return nil, fmt.Errorf("$ref %q names no definition", ref)
	}
	return target, nil
}

func (c *compiler) choice(n *node, schema map[string]any) error {
	branches, _ := schema["oneOf"].([]any)
	for _, branch := range branches {
		b, err := c.schema(branch)
		if err != nil {
			return err
		}
		n.oneOf = append(n.oneOf, b)
	}
	return nil
}

// members compiles what looks inside objects and arrays.
func (c *compiler) members(n *node, schema map[string]any) error {
	named, _ := schema["properties"].(map[string]any)
	n.byName = make(map[string]*node, len(named))
	for _, name := range slices.Sorted(maps.Keys(named)) {
		p, err := c.schema(named[name])
		if err != nil {
			return err
		}
		n.byName[name] = p
		n.properties = append(n.properties, property{name, p})
	}
	slices.SortStableFunc(n.properties, leavesFirst)
	required, _ := schema["required"].([]any)
	for _, each := range required {
		name, _ := each.(string)
		n.required = append(n.required, name)
	}
	slices.Sort(n.required)
	return c.itemsAndAdditional(n, schema)
}

func leavesFirst(a, b property) int {
	switch {
	case a.schema.isLeaf() == b.schema.isLeaf():
		return 0
	case a.schema.isLeaf():
		return -1
	}
	return 1
}

// itemsAndAdditional compiles items and additionalProperties.
func (c *compiler) itemsAndAdditional(n *node, schema map[string]any) error {
	var err error
	if items, ok := schema["items"]; ok {
		if n.items, err = c.schema(items); err != nil {
			return err
		}
	}
	switch additional := schema["additionalProperties"].(type) {
	case bool:
		n.closed = !additional
	case map[string]any:
		n.additional, err = c.schema(additional)
	}
	return err
}
