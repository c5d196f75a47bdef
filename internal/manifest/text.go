package manifest

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Text is a LocalizedText: one string for every locale, or one each.
type Text struct {
	Plain    string            // set when written as one string
	ByLocale map[string]string // set when written as a map
}

// IsZero reports whether no text was declared.
func (t Text) IsZero() bool { return t.Plain == "" && len(t.ByLocale) == 0 }

// Value is the text as a JSON value: a string, or an object of strings by
// locale.
func (t Text) Value() any {
	if t.ByLocale == nil {
		return t.Plain
	}
	byLocale := make(map[string]any, len(t.ByLocale))
	for locale, text := range t.ByLocale {
		byLocale[locale] = text
	}
	return byLocale
}

// In is the text in the first of the locales that has one, or else in
// whichever comes first by name; "" when no text was declared.
func (t Text) In(locales ...string) string {
	if t.Plain != "" || len(t.ByLocale) == 0 {
		return t.Plain
	}
	for _, locale := range locales {
		if text, ok := t.ByLocale[locale]; ok {
			return text
		}
	}
	return t.ByLocale[slices.Min(slices.Collect(maps.Keys(t.ByLocale)))]
}

// localized reads a non-empty string or a map from locale to string.
func (p *place) localized() Text {
	switch {
	case p == nil:
		return Text{}
	case p.node.Kind == yamldoc.Mapping && len(p.node.Fields) > 0:
		return Text{ByLocale: p.byLocale()}
	}
	plain, _ := p.node.Value.(string)
	if plain == "" {
		p.wrong("This must be a non-empty string or a map from locale to string.").Expected = []string{"string", "object"}
	}
	return Text{Plain: plain}
}

func (p *place) byLocale() map[string]string {
	texts := make(map[string]string, len(p.node.Fields))
	for each := range p.members() {
		text, ok := each.node.Value.(string)
		if !ok {
			each.wrong("The text of a locale must be a string.").Expected = "string"
		}
		texts[each.token] = text
	}
	return texts
}
