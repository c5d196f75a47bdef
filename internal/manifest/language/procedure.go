package language

import "github.com/quartet-dev/quartet/internal/manifest"

// procedure is the spec of a Procedure.
func (n *names) procedure() shape {
	return mapping(
		key("title", ref("text"), "A label: a text, or one for each locale. Default: the name in title case."),
		key("description", ref("text"), "What the call does: a text, or one for each locale. It is the description of the MCP tool, too. Default: none, with a warning for a tool."),
		key("requires", ref("requires"), "Who may call the Procedure. Default: everyone who reaches it."),
		need("input", ref("objectSchema"), "The JSON Schema of the input. It says type: object. A builtin op asks more of it."),
		need("output", ref("jsonSchema"), "The JSON Schema of what the handler returns. A result that does not fit is OUTPUT_VALIDATION_FAILED."),
		need("handler", n.handler(), "What runs: a function that the program registers (kind: ref), or an operation on entries (kind: builtin)."),
		key("uiSchema", mapping(
			key("collectionAction", text().offers(n.schemas), "The Schema whose list in Admin offers the Procedure as an action."),
			key("fields", ref("widgets"), "How single inputs are edited, by the name of a top-level string property of input."),
		), "How Admin shows the Procedure. Default: none."),
	).ruled(contracts()...)
}

func handlerWords() map[string]string {
	return map[string]string{
		"ref":     "A function that the program registers under a key.",
		"builtin": "An operation on the entries of a Schema.",
	}
}

func opWords() map[manifest.BuiltinOp]string {
	return map[manifest.BuiltinOp]string{
		manifest.OpCreate:  "Creates an entry: a draft of a publishing Schema, or a published entry of an operational one.",
		manifest.OpUpdate:  "Changes the properties that are sent. The input requires id and expectedVersion.",
		manifest.OpUpsert:  "Changes the entry that match or id finds, or creates one. The input declares expectedVersion.",
		manifest.OpDelete:  "Removes an entry for good. The input requires id.",
		manifest.OpArchive: "Archives an entry of a publishing Schema. The input requires id.",
	}
}

func (n *names) handler() shape {
	kind := need("kind", choice(manifest.HandlerKinds(), handlerWords()), "What runs: ref for a registered function, builtin for an operation on entries.")
	ref := mapping(kind,
		need("ref", text().offers(n.refs), "The key that the program registers its function under. It is never a path."))
	builtin := mapping(kind,
		need("op", choice(manifest.BuiltinOps(), opWords()), "What is done with the entry."),
		need("schema", text().offers(n.schemas), "The Schema whose entries are written."),
		key("match", distinct(text()).with("minItems", 1), "Only with op: upsert: the properties that find the entry. They are one of the Schema's uniqueIndexes, in its order, and each is declared and required in input. Default: the entry is found by id."),
	).ruled(append(n.perSchema(n.matchOf),
		when(where("op", shape{"enum": except(manifest.BuiltinOps(), manifest.OpUpsert)}), forbid("Only op: upsert has a match.", "match")))...)
	return shape{"type": "object", "required": []string{"kind"}, "properties": shape{"kind": kind.shape}, "allOf": []shape{
		when(where("kind", only("ref")), ref), when(where("kind", only("builtin")), builtin),
	}}
}

// matchOf offers the properties of the Schema that is written.
func (n *names) matchOf(schema string) shape {
	return when(where("schema", only(schema)), at(listOf(shape{}.offers(n.properties[schema])), "match"))
}

func except(ops []manifest.BuiltinOp, but manifest.BuiltinOp) (others []manifest.BuiltinOp) {
	for _, each := range ops {
		if each != but {
			others = append(others, each)
		}
	}
	return others
}

// contracts are what builtin ops ask of the input.
func contracts() (rules []shape) {
	for _, op := range manifest.BuiltinOps() {
		input := []shape{}
		for _, each := range manifest.InputContract(op) {
			input = append(input, contractOf(each)...)
		}
		if len(input) > 0 {
			rules = append(rules, when(at(where("kind", only("builtin")).with("allOf", []shape{where("op", only(op))}), "handler").with("required", []string{"handler"}), at(allOf(input...), "input")))
		}
	}
	matched := at(allOf(where("op", only(manifest.OpUpsert)), where("match", shape{"minItems": 1})), "handler").with("required", []string{"handler"})
	return append(rules, when(matched, at(forbid("An upsert with match finds its entry by the matched properties; its input must not declare id.", manifest.IDInput), "input", "properties")))
}

// contractOf are the rules of one input property: its one type, that it is
// declared, and that it is required.
func contractOf(d manifest.InputDemand) []shape {
	why := "This builtin op needs the input property " + d.Name + "."
	rules := []shape{at(strict(d.Types), "properties", d.Name)}
	if d.Declared {
		rules = append(rules, has("properties").with("errorMessage", why), at(has(d.Name).with("errorMessage", why), "properties"))
	}
	if d.Required {
		rules = append(rules, where("required", shape{"contains": only(d.Name), "errorMessage": "This builtin op needs " + d.Name + " under required."}))
	}
	return rules
}

// strict is one scalar type, neither in a list nor nullable.
func strict(types []string) shape {
	return where("type", shape{"enum": types, "errorMessage": "This builtin op needs the one type " + types[0] + " here."}).
		with("allOf", []shape{at(only(false).with("errorMessage", "This builtin op needs a value here; it cannot be null."), "nullable")})
}
