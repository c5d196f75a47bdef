package language

import (
	"maps"

	"github.com/quartet-dev/quartet/internal/manifest"
)

func kindWords() map[manifest.Kind]string {
	return map[manifest.Kind]string{
		manifest.KindSchema:    "A collection of entries: their properties, indexes and lifecycle.",
		manifest.KindView:      "A named read over Schemas, mounted by its surface.",
		manifest.KindProcedure: "A typed call: input, output, authorization and one handler. A Trigger makes it reachable.",
		manifest.KindTrigger:   "What makes a Procedure reachable: an HTTP route, an MCP tool, or hooks on writes of entries.",
	}
}

// manifests is the schema of one document of a manifest file. What spec takes
// depends on kind.
func (n *names) manifests() shape {
	root := mapping(
		need("apiVersion", only(manifest.APIVersion), "The version of the manifest language. The only one is "+manifest.APIVersion+"."),
		need("kind", choice(manifest.Kinds(), kindWords()), "What this document declares: a Schema, a View, a Procedure or a Trigger."),
		need("metadata", mapping(
			need("name", text().with("pattern", manifest.NamePattern()),
				"The name of the atom, unique within its kind. It starts with a letter or digit, goes on with letters, digits, _, . or -, and has at most 63 characters. Names of Schemas do not count case."),
		), "What names the atom. It holds name, and nothing else."),
		need("spec", shape{"type": "object"}, "What the atom declares. Its keys depend on kind."),
	)
	root["$schema"] = draft
	root["description"] = "One document of a manifest file: a Schema, a View, a Procedure or a Trigger."
	root["definitions"] = n.definitions()
	return root.ruled(
		specOf(manifest.KindSchema, "schema"), specOf(manifest.KindView, "view"),
		specOf(manifest.KindProcedure, "procedure"), specOf(manifest.KindTrigger, "trigger"),
		when(where("kind", only(manifest.KindSchema)), schemaName()),
	)
}

func specOf(kind manifest.Kind, definition string) shape {
	return when(where("kind", only(kind)), at(ref(definition), "spec"))
}

// The definitions of what a filter refers to.
const (
	namesCaller = "namesCaller"
	namesParam  = "namesParam"
)

func (n *names) definitions() shape {
	definitions := shape{
		"schema": n.schema(), "view": n.view(), "procedure": n.procedure(), "trigger": n.trigger(),
		"text": localizedText(), "requires": n.requires(), "filter": filter(), "jsonSchema": n.jsonSchema(), "objectSchema": objectSchema(),
		"widgets": widgets(), namesCaller: refers(namesCaller, "$ctx.user"), namesParam: refers(namesParam, "$param"),
	}
	maps.Copy(definitions, n.filters())
	return definitions
}

// localizedText is the contract's LocalizedText.
func localizedText() shape {
	return anyOf(text(), mapOf(shape{"type": "string"}).with("minProperties", 1)).
		with("errorMessage", "This is a non-empty string, or a map from locale to string.")
}

const widgetWords = "How the field is edited. textarea is the only widget: a box of several lines."

// widgets are uiSchema.fields of Procedures.
func widgets() shape {
	return mapOf(mapping(need("widget", only("textarea"), widgetWords)))
}

// formFields are uiSchema.fields of Schemas.
func formFields() shape {
	return mapOf(mapping(
		key("widget", only("textarea"), widgetWords+" Only a string property has one."),
		key("group", ref("text"), "The tab of the form that the field is in: its label, a text or one for each locale. Fields with the same label are in the same tab; those without a group stand above all tabs."),
		key("width", choice(manifest.Widths(), widthWords()), "Which part of a line the field takes where there is room. Default: full."),
	).with("minProperties", 1))
}

func widthWords() map[string]string {
	return map[string]string{
		"full": "A line of its own.", "two-thirds": "Two thirds of a line.", "half": "Half a line.", "third": "A third of a line.",
	}
}

// schemaName is what the name of a Schema must be beside others: that of a table.
func schemaName() shape {
	const taken = "This name belongs to a table of the platform."
	return shape{"allOf": []shape{
		at(refuse(shape{"pattern": anyCase([]string{"site_config", "json_each", "json_tree"})}, taken), "metadata", "name"),
		at(refuse(shape{"pattern": "^(?:[sS][qQ][lL][iI][tT][eE]|[pP][rR][aA][gG][mM][aA])_"}, taken), "metadata", "name"),
		when(at(anyOf(where("indexes", shape{"minItems": 1}), where("uniqueIndexes", shape{"minItems": 1})), "spec").with("required", []string{"spec"}),
			at(shape{"pattern": manifest.IndexedNamePattern(), "errorMessage": "The name of a Schema with an index starts with a letter."}, "metadata", "name")),
	}}
}
