package language

import "github.com/quartet-dev/quartet/internal/manifest"

func operatorWords() map[manifest.Op]string {
	return map[manifest.Op]string{
		manifest.Eq:  "The field equals the value. With null: the field is null or absent.",
		manifest.Gt:  "The field is greater than the value.",
		manifest.Gte: "The field is greater than the value, or equal.",
		manifest.Lt:  "The field is less than the value.",
		manifest.Lte: "The field is less than the value, or equal.",
		manifest.And: "Every node of the list holds. The list is not empty.",
		manifest.Or:  "At least one node of the list holds. The list is not empty.",
	}
}

// combines reports whether an operator takes nodes, not a field and a value.
func combines(op manifest.Op) bool { return op == manifest.And || op == manifest.Or }

// filter is one node of a filter.
func filter() shape {
	nodes := func() shape { return listOf(ref("filter")).with("minItems", 1) }
	members := make([]member, 0, len(manifest.Operators()))
	for _, op := range manifest.Operators() {
		operand := comparison(op)
		if combines(op) {
			operand = nodes()
		}
		members = append(members, key(string(op), operand, operatorWords()[op]))
	}
	// Beside properties, maxProperties would keep editors from offering any.
	return mapping(members...).ruled(shape{"minProperties": 1, "maxProperties": 1})
}

func comparison(op manifest.Op) shape {
	forms := []shape{
		{"type": []string{"string", "number", "boolean", "null"}, "description": "A literal, which is compared as written."},
		mapping(need("$param", text(), "The name of a param. It is declared in params.properties and listed in params.required.")),
	}
	if op == manifest.Eq {
		forms = append(forms, mapping(need("$ctx.user", only("id"),
			"The caller's id, written id. The View requires ctx.user, and the field leads an index.")))
	}
	return mapping(
		need("field", text(), "A property of the Schema, or a reserved column."),
		need("value", anyOf(forms...), "What the field is compared with: a literal, { $param: <name> }, or under eq { $ctx.user: id }."),
	)
}

// refers is the condition that a filter refers to something at any depth: that the
// value of a comparison has this key.
func refers(definition, key string) shape {
	either := []shape{}
	for _, op := range manifest.Operators() {
		inner := at(has(key).with("type", "object"), "value").with("required", []string{"value"})
		if combines(op) {
			inner = shape{"contains": ref(definition)}
		}
		either = append(either, where(string(op), inner))
	}
	return anyOf(either...).with("type", "object")
}

func filterOf(schema string) string { return "filter-of-" + schema }
func fieldsOf(schema string) string { return "fields-of-" + schema }

// filters offer the fields of each Schema in filters over it.
func (n *names) filters() shape {
	definitions := make(shape)
	for schema, fields := range n.fields {
		definitions[fieldsOf(schema)] = shape{}.offers(fields)
		rules := []shape{}
		for _, op := range manifest.Operators() {
			inner := at(ref(fieldsOf(schema)), "field")
			if combines(op) {
				inner = shape{"items": ref(filterOf(schema))}
			}
			rules = append(rules, at(inner, string(op)))
		}
		definitions[filterOf(schema)] = allOf(rules...)
	}
	return definitions
}
