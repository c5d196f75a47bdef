package language

import "github.com/quartet-dev/quartet/internal/jsonschema"

// seeds is the schema of one seed document: an entry, or a file of the media
// library.
func (n *names) seeds() shape {
	entry := n.seedEntry().ruled(n.perSchema(n.dataOf)...)
	return shape{
		"$schema": draft, "type": "object",
		"description": "An entry that quartet seed loads once, or a file of the media library.",
		"if":          has("media").with("not", has("collection")), "then": seedMedia(), "else": entry,
	}
}

func (n *names) seedEntry() shape {
	statuses := map[string]string{"draft": "Not public.", "published": "Public.", "archived": "Put away."}
	return mapping(
		need("collection", shape{"type": "string"}.offers(n.schemas), "The Schema of the entry."),
		key("status", choice([]string{"draft", "published", "archived"}, statuses), "The state that the entry is loaded into. Default: that of a new entry, draft or published by the Schema's lifecycle."),
		need("data", shape{"type": "object"}, "The properties of the entry."),
	)
}

// dataOf offers and explains the properties of a Schema, and holds nothing
// against them: the writer does.
func (n *names) dataOf(schema string) shape {
	properties := make(shape)
	for _, each := range n.properties[schema] {
		properties[each] = n.propertyOf(schema, each)
	}
	return when(where("collection", only(schema)), at(shape{"properties": properties}, "data"))
}

func (n *names) propertyOf(schema, property string) shape {
	declared := n.documents[schema].Property(property)
	s := shape{}.says("The property " + property + " of " + schema + ".")
	for _, keyword := range []string{"title", "description"} {
		if words := jsonschema.English(declared[keyword]); words != "" {
			s[keyword] = words
		}
	}
	if values, ok := declared["enum"].([]any); ok {
		s["examples"] = values
	}
	return s
}

func seedMedia() shape {
	words := func() shape { return shape{"type": []string{"string", "null"}} }
	texts := []member{
		key("alt", words(), "What the file shows, for those who do not see it."),
		key("caption", words(), "The text below the file."),
	}
	translation := mapping(texts...)
	delete(translation, "additionalProperties")
	return mapping(append(texts,
		need("media", text(), "The id of the file in the media library."),
		need("purpose", text(), "The purpose of the upload, one of site.media.purposes."),
		need("files", listOf(text()).with("minItems", 1), "The files below seed/, the one that every browser can show first."),
		key("translations", shape{"type": []string{"object", "null"}, "additionalProperties": anyOf(translation, shape{"type": "null"})}, "alt and caption in other locales, by locale."),
		key("focalPoint", anyOf(shape{"type": "object", "properties": shape{
			"x": shape{"type": []string{"number", "null"}, "description": "From the left edge, 0 to 1."},
			"y": shape{"type": []string{"number", "null"}, "description": "From the upper edge, 0 to 1."},
		}}, shape{"type": "null"}), "The point that stays in sight when the picture is cropped."),
	)...)
}
