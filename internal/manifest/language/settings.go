package language

import (
	"maps"

	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/site"
)

// settingsFile describes quartet.yaml.
type settingsFile struct {
	*names
	words    map[string]string
	defaults map[string]any
	rules    map[string]shape
}

// settings is the schema of quartet.yaml, made of the rules that check the file.
func (n *names) settings() shape {
	d := settingsFile{n, settingWords(), settingDefaults(), siteRules()}
	root := d.form(settings.File(), "").ruled(
		when(has("cdn"), has("cacheScope").with("errorMessage", "The key cacheScope is missing; it is the tag that is purged, and without it a CDN keeps nothing.")),
		at(shape{"dependencies": shape{"collection": []string{"slug"}, "slug": []string{"collection"}}}, "routes", "home"),
	)
	root["$schema"] = draft
	return root.says("The settings of a site. Every key has a default, and secrets come from the environment alone.")
}

// siteRules are what internal/site asks of values beyond their type.
func siteRules() map[string]shape {
	return map[string]shape{
		"site.locales[]":                   {"pattern": "^[A-Za-z]{2,3}(?:[-_]?[A-Za-z]{2})?$", "errorMessage": "A locale is a language of two or three letters and perhaps a region of two, such as en or zh-TW."},
		"site.icons":                       {"minItems": 1},
		"site.icons[].src":                 {"pattern": `^(?:/(?:[^/\\ \t\r\n][^\\ \t\r\n]*)?|[hH][tT][tT][pP][sS]://[^\\ \t\r\n]+)$`, "errorMessage": "An icon's src is a path that starts with a single /, or an https URL."},
		"site.icons[].mimeType":            {"enum": site.IconTypes()},
		"site.icons[].sizes":               {"minItems": 1},
		"site.icons[].sizes[]":             {"pattern": "^any$|" + site.IconSizePattern(), "examples": []string{"any"}},
		"site.icons[].theme":               {"enum": site.IconThemes()},
		"site.media.purposes[].name":       {"pattern": site.PurposePattern()},
		"site.media.purposes[].required":   {"minItems": 1},
		"site.media.purposes[].maxBytes[]": {"exclusiveMinimum": 0},
	}
}

// form is the schema of a place, by its rule and by what internal/site adds.
func (d settingsFile) form(f settings.Form, path string) shape {
	s := d.shapeOf(f, path)
	maps.Copy(s, d.rules[path])
	return s
}

// shapeOf is the schema of a place; path says where it is, such as
// routes.collections[].slug.
func (d settingsFile) shapeOf(f settings.Form, path string) shape {
	switch f.Type {
	case settings.Flag:
		return shape{"type": "boolean"}
	case settings.Number:
		return shape{"type": "number"}
	case settings.WholeNumber:
		return shape{"type": "integer", "minimum": 0, "maximum": f.Max}
	case settings.ListOf:
		return listOf(d.form(*f.Item, path+"[]"))
	case settings.MapOf:
		return mapOf(d.form(*f.Item, path+"[]"))
	case settings.Mapping:
		return mapping(d.keys(f.Keys, path)...)
	case settings.ByKind:
		return d.byKind(f.Kinds, path)
	case settings.Either:
		return d.either(f.Forms, path)
	default:
		return d.settingText(f, path)
	}
}

func (d settingsFile) keys(keys []settings.Key, path string) []member {
	members := make([]member, len(keys))
	for i, each := range keys {
		below := each.Name
		if path != "" {
			below = path + "." + each.Name
		}
		members[i] = member{each.Name, d.form(each.Form, below).says(d.words[below]), each.Required}
		if otherwise, ok := d.defaults[below]; ok {
			members[i].shape["default"] = otherwise
		}
	}
	return members
}

func (d settingsFile) byKind(kinds []settings.Form, path string) shape {
	forms, words := make([]shape, len(kinds)), []string{}
	for i, each := range kinds {
		forms[i] = d.form(each, path)
		kind := each.Keys[0].Form.Values
		words = append(words, kind...)
		forms[i] = when(where("kind", shape{"enum": kind}), forms[i])
	}
	kind := shape{"type": "string", "enum": words}.says(d.words[path+".kind"])
	return shape{"type": "object", "required": []string{"kind"}, "properties": shape{"kind": kind}, "allOf": forms}
}

func (d settingsFile) either(forms []settings.Form, path string) shape {
	shapes := make([]shape, len(forms))
	for i, each := range forms {
		shapes[i] = d.form(each, path)
	}
	return anyOf(shapes...)
}

func (d settingsFile) settingText(f settings.Form, path string) shape {
	s := shape{"type": "string"}.offers(d.namedIn(path))
	if f.Values != nil {
		s["enum"] = f.Values
	}
	if f.Pattern != "" {
		s["pattern"] = f.Pattern
	}
	if f.Wants != "" {
		s["errorMessage"] = "The value must be " + f.Wants + "."
	}
	return s
}

// namedIn are the names of the manifests that a setting means.
func (d settingsFile) namedIn(path string) []string {
	switch path {
	case "routes.collections[].collection", "routes.home.collection":
		return d.schemas
	case "routes.collections[].view":
		return d.views
	}
	return nil
}
