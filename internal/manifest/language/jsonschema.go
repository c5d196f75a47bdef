package language

import (
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// hints are the values of x-mcp-hint that mean something somewhere; any other is
// taken, too.
var hints = []string{
	"markdown", "richtext", "code", "media", "media-image", "media-video", "media-file",
	"money-minor", "timestamp-ms", "idempotency-key",
}

// mediaAssets is what x-service-ref names beside Schemas.
const mediaAssets = "media_assets"

func typeWords() map[string]string {
	return map[string]string{
		"string": "Text.", "number": "Any number.", "integer": "A whole number.", "boolean": "true or false.",
		"object": "A mapping.", "array": "A list.", "null": "Nothing.",
	}
}

func bindWords() map[string]string {
	return map[string]string{
		"ctx.user":  "The id of the signed-in user who creates the entry.",
		"ctx.staff": "The id of the staff member who creates the entry.",
		"now":       "The time of the write.",
	}
}

// jsonSchema is the subset of JSON Schema. A keyword without a description here is
// a fault that a test finds.
func (n *names) jsonSchema() shape {
	members := make([]member, 0, len(jsonschema.Keywords()))
	shapes := n.keywords()
	for _, each := range jsonschema.Keywords() {
		keyword := shapes[each]
		if keyword == nil {
			keyword = shape{}
		}
		members = append(members, member{name: each, shape: keyword})
	}
	return mapping(members...).with("patternProperties", shape{"^x-": shape{}})
}

// keywords are what each keyword takes.
func (n *names) keywords() map[string]shape {
	this, name := ref("jsonSchema"), shape{"type": "string"}
	named := mapOf(this)
	count := func() shape { return shape{"type": "integer", "minimum": 0, "maximum": jsonschema.MaxCount} }
	oneType := func() shape { return choice(jsonschema.TypeNames(), typeWords()) }
	return map[string]shape{
		"$defs":                named.says("Schemas that $ref names, by name."),
		"$ref":                 shape{"type": "string", "pattern": "^#/\\$defs/[^/]+$", "errorMessage": "A $ref is #/$defs/<name>."}.says("#/$defs/<name>, and nothing else. It names a definition of this document and does not lead back to itself."),
		"oneOf":                listOf(this).with("minItems", 1).says("Exactly one of these schemas holds."),
		"const":                shape{}.says("The only value."),
		"type":                 anyOf(oneType(), distinct(oneType()).with("minItems", 1)).says("The type of the value, or a list of types."),
		"properties":           mapOf(this).says("The properties of an object, by name."),
		"required":             distinct(name).says("The properties that must be there. At the root of a Schema each is one of its properties."),
		"items":                ref("jsonSchema").says("What each item of a list is."),
		"enum":                 shape{"type": "array", "minItems": 1}.says("The values that are taken."),
		"format":               text().offers(jsonschema.Formats()).says("The form of a string. email, uri (also written url), uuid, date and date-time are checked; any other is a note."),
		"pattern":              shape{"type": "string"}.says("A regular expression of RE2 that the string holds a match of. Anchor it with ^ and $."),
		"minLength":            count().says("The fewest characters of a string."),
		"maxLength":            count().says("The most characters of a string."),
		"minimum":              shape{"type": "number"}.says("The smallest number."),
		"maximum":              shape{"type": "number"}.says("The largest number."),
		"minItems":             count().says("The fewest items of a list."),
		"maxItems":             count().says("The most items of a list."),
		"nullable":             shape{"type": "boolean"}.says("Whether null is allowed besides the type. Default: false."),
		"readOnly":             shape{"type": "boolean"}.says("Whether people cannot edit it. At the root of a Schema: only Procedures create, change and delete entries. Default: false."),
		"default":              shape{}.says("A value for people and tools to start from. The service never fills it in."),
		"additionalProperties": anyOf(shape{"type": "boolean"}, this).says("Whether an object takes other properties, or what they are. Default: true."),
		"title":                ref("text").says("The label of the value: a text, or one for each locale."),
		"description":          ref("text").says("What the value means: a text, or one for each locale."),
		"x-service-bind":       choice(jsonschema.BindValues(), bindWords()).says("What the server sets this property to when an entry is created, whatever was sent: ctx.user, ctx.staff or now."),
		"x-service-ref":        text().offers(slices.Concat(n.schemas, []string{mediaAssets})).says("What the value names: an entry of a Schema, or a file of the media library (media_assets). Forms offer a picker; nothing is checked."),
		"x-mcp-hint":           text().offers(hints).says("What the value is, for forms, pages and agents. Any text is taken; these mean something: " + strings.Join(hints, ", ") + "."),
	}
}

// objectSchema is a JSON Schema that says type: object.
func objectSchema() shape {
	return allOf(ref("jsonSchema"), where("type", only("object").with("errorMessage", "This JSON Schema must say type: object.")))
}
