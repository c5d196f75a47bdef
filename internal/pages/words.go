package pages

import (
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/plan"
)

// words say which properties hold words, and how these are written: a property is a text,
// or an object from the locales of the site to texts.
type words struct{ locales []string }

// body finds the property that is the text of a page: the one declared, or the first
// whose words have the hint markdown or richtext.
func (w words) body(declared string, schemas ...*plan.Schema) (name, format string) {
	for _, s := range schemas {
		if s == nil {
			continue
		}
		for _, c := range s.Properties() {
			format, ok := w.format(s, c.Name())
			switch {
			case !ok || declared != "" && declared != c.Name():
			case declared != "" || format != formatText:
				return c.Name(), format
			}
		}
	}
	return "", ""
}

// described is how the properties that describe an entry are written, where that is not
// plain text.
func (w words) described(schemas []*plan.Schema) map[string]string {
	formats := map[string]string{}
	for _, s := range schemas {
		for _, name := range descriptions {
			if format, ok := w.format(s, name); ok && format != formatText {
				formats[name] = format
			}
		}
	}
	return formats
}

// format is how the words of a property are written. ok says that it holds words.
func (w words) format(s *plan.Schema, name string) (format string, ok bool) {
	column := s.Property(name)
	if column == nil {
		return "", false
	}
	property := jsonschema.Effective(s.Document(), s.PropertyDocument(name))
	if column.Kind() == plan.TextColumn {
		return hintOf(property), true
	}
	return w.formatOfTexts(s.Document(), property)
}

// formatOfTexts is format for an object. One without a text in a locale of the site holds
// no words.
func (w words) formatOfTexts(doc, object map[string]any) (format string, ok bool) {
	format = hintOf(object)
	properties, _ := object["properties"].(map[string]any)
	rest, open := object["additionalProperties"].(map[string]any)
	for _, locale := range w.locales {
		each, declared := properties[locale].(map[string]any)
		if !declared && open {
			each, declared = rest, true
		}
		if each = jsonschema.Effective(doc, each); declared && each["type"] != "string" {
			return "", false
		}
		if ok = ok || declared; format == formatText {
			format = hintOf(each)
		}
	}
	return format, ok
}

// hintOf is how a text is written, as its schema says.
func hintOf(schema map[string]any) string {
	if hint := schema["x-mcp-hint"]; hint == formatMarkdown || hint == formatRichText {
		return hint.(string)
	}
	return formatText
}
