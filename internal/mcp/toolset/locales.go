package toolset

import (
	"maps"

	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
)

// localeProperty is the property of a localized Schema that says its language.
const localeProperty = "locale"

// In is the tool as a site of these locales describes it: an argument that is a locale
// of the site names them. Its type stays, since the locales may change before the call,
// and what refuses the call names them anew.
func (t *Tool) In(locales []string) *Tool {
	if t.Operation != Create && t.Operation != Update || !t.Schema.Localized() || len(locales) == 0 {
		return t
	}
	argument, ok := propertiesOf(t.Input)[localeProperty].(map[string]any)
	if !ok { // the server stamps it
		return t
	}
	written, _ := argument["description"].(string)
	argument = maps.Clone(argument)
	argument["description"] = portable.Sentences(written, "A locale of this site: "+joinOr(locales))
	told := *t
	told.Input = maps.Clone(t.Input)
	properties := maps.Clone(propertiesOf(t.Input))
	properties[localeProperty], told.Input["properties"] = argument, properties
	return &told
}
