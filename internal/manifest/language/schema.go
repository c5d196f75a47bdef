package language

import "github.com/quartet-dev/quartet/internal/manifest"

func lifecycleWords() map[manifest.Lifecycle]string {
	return map[manifest.Lifecycle]string{
		manifest.Publishing:  "Entries are drafts until they are published, and can be archived.",
		manifest.Operational: "Entries are published as soon as they are created, and stay so.",
	}
}

// schema is the spec of a Schema.
func (n *names) schema() shape {
	return mapping(
		need("title", ref("text"), "The label of the collection: a text, or one for each locale."),
		key("description", ref("text"), "What the collection is for: a text, or one for each locale. Default: none."),
		need("schema", dataSchema(), "The JSON Schema of an entry's data. It says type: object. readOnly: true at its root lets only Procedures create, change and delete entries."),
		key("lifecycle", choice(manifest.Lifecycles(), lifecycleWords()).with("default", manifest.Publishing), "Whether entries are drafts first. Default: publishing."),
		key("localized", flag(false), "Whether each entry belongs to a locale, which its string property locale names. Default: false, and then there is no property locale. The site must declare locales."),
		key("translates", mapping(
			need("parent", text().offers(n.schemas), "The Schema whose entries are translated. It exists and is not localized itself."),
			need("on", text(), "The property of both Schemas that joins a translation to its parent."),
		), "Makes entries of this Schema translations of another's. It needs localized: true, the property under on, and one property more than on and locale. Default: none."),
		key("uniqueIndexes", indexes(), "Tuples of top-level scalar properties that at most one entry has. An absent or null member never conflicts. Default: none."),
		key("indexes", indexes(), "Tuples of top-level scalar properties that Views filter and order by. Default: none."),
		key("searchableFields", distinct(text()), "The top-level string properties that staff search, besides the id. Default: none."),
		key("uiSchema", schemaUI(), "How the Admin application shows entries. Default: none."),
	).ruled(
		when(not(where("lifecycle", only(manifest.Operational))), at(forbid("Only a Schema with lifecycle: operational has uiSchema.list.", "list"), "uiSchema")),
		when(has("translates"), where("localized", only(true).with("errorMessage", "A Schema that translates another needs localized: true."))),
		when(where("translates", at(not(only("locale")), "on")), at(shape{"minProperties": 3, "errorMessage": "A translation needs a property beside its join field and locale."}, "schema", "properties")),
		when(where("localized", only(true)), at(localeProperty(), "schema")),
		when(not(anyOf(where("localized", only(true)), has("translates"))), at(forbid("Only a Schema with localized: true has a property locale.", "locale"), "schema", "properties")),
	)
}

// localeProperty is the property that a localized Schema needs. Its type can also
// come through $ref, const, enum and oneOf, which is not looked into.
func localeProperty() shape {
	const why = "A localized Schema needs a string property locale."
	isText := anyOf(only("string"), listOf(shape{"enum": []string{"string", "null"}}).with("contains", only("string")))
	return where("properties", where("locale", at(isText.with("errorMessage", why), "type")).with("errorMessage", why)).with("errorMessage", why)
}

// dataSchema is a JSON Schema whose top-level properties are columns.
func dataSchema() shape {
	taken := append(manifest.ReservedColumns(), manifest.RefusedProperties()...)
	return allOf(ref("objectSchema"), at(shape{
		"maxProperties": manifest.MaxProperties,
		"propertyNames": allOf(
			shape{"pattern": manifest.PropertyPattern(), "errorMessage": "A property's name starts with a letter or _ and goes on with letters, digits, _ or -."},
			refuse(shape{"pattern": anyCase(taken)}, "This name is reserved; a property needs another name."),
		),
	}, "properties"))
}

// indexes are lists of tuples of properties.
func indexes() shape {
	member := text().ruled(refuse(shape{"enum": manifest.ReservedColumns()}, "An index is made of properties; this is a column of every entry."))
	return distinct(distinct(member).with("minItems", 1).says("One index: the names of its properties, in their order."))
}

func schemaUI() shape {
	return mapping(
		key("fields", formFields(), "How single properties are edited and where they stand in the form, by the name of a top-level property."),
		key("list", mapping(
			key("filterField", text(), "The property that the list is filtered by: a string with an enum that leads an index."),
			key("primaryField", text(), "The property or reserved column that represents an entry."),
			key("columns", distinct(text()), "The columns of the list: properties and reserved columns."),
		), "How the list of entries looks. Only a Schema with lifecycle: operational has one."),
		key("nav", mapping(
			key("standalone", shape{"type": "boolean"}, "Whether the collection has an entry of its own in the navigation."),
			key("parentField", text(), "The property that names the entry's parent."),
		), "Where the collection is in the navigation."),
	)
}
