package jsonschema

import (
	"slices"
	"strings"
)

// MediaHint is the x-mcp-hint of a property that holds ids of media assets:
// media or media-…, also where x-service-ref alone says so. It is "" for any
// other property.
func MediaHint(property map[string]any) string {
	hint, _ := property["x-mcp-hint"].(string)
	switch {
	case hint == "media" || strings.HasPrefix(hint, "media-"):
		return hint
	case hint == "" && isMediaRef(property):
		return "media"
	}
	return ""
}

func isMediaRef(schema map[string]any) bool { return schema["x-service-ref"] == "media_assets" }

// Media finds the media assets that values of a document name. A nil one finds
// none.
type Media struct {
	root        []*mediaPlace
	fingerprint string
}

// Fingerprint is a hash of how the assets are found: with another one, the same
// values may name other assets. It is "" for nil.
func (m *Media) Fingerprint() string {
	if m == nil {
		return ""
	}
	return m.fingerprint
}

// Assets are the ids of the assets that a value names, sorted, each once. Where
// the schemas of one value say different things, all of them count, so that
// nothing is missed. Nobody has looked whether the assets exist.
func (m *Media) Assets(value map[string]any) []string {
	if m == nil || len(value) == 0 {
		return nil
	}
	var found mediaSearch
	found.object(m.root, value)
	slices.Sort(found.ids)
	return slices.Compact(found.ids)
}

type mediaSearch struct{ ids []string }

// value looks at a value that all of these places describe.
func (s *mediaSearch) value(at []*mediaPlace, value any) {
	switch v := value.(type) {
	case string:
		s.string(at, v)
	case []any:
		s.list(at, v)
	case map[string]any:
		s.object(at, v)
	}
}

func (s *mediaSearch) object(at []*mediaPlace, object map[string]any) {
	for name, each := range object {
		var inner []*mediaPlace
		for _, p := range at {
			inner = union(inner, p.property(name))
		}
		if len(inner) > 0 {
			s.value(inner, each)
		}
	}
}

func (s *mediaSearch) list(at []*mediaPlace, list []any) {
	var inner []*mediaPlace
	for _, p := range at {
		inner = union(inner, p.elements)
	}
	if len(inner) == 0 {
		return
	}
	for _, each := range list {
		s.value(inner, each)
	}
}

func (s *mediaSearch) string(at []*mediaPlace, text string) {
	id, body := false, false
	for _, p := range at {
		id, body = id || p.id, body || p.text
	}
	if n := assetIDLen(text); id && n > 0 && n == len(text) {
		s.ids = append(s.ids, text)
	}
	if body {
		s.text(text)
	}
}

const mediaScheme = "media"

// text looks for media:<id>, wherever it stands: of what is only shown, as in a
// block of code, to count it as a use does no harm. Schemes are in any case.
func (s *mediaSearch) text(text string) {
	for {
		colon := strings.IndexByte(text, ':')
		if colon < 0 {
			return
		}
		rest := text[colon+1:]
		if from := colon - len(mediaScheme); from >= 0 && strings.EqualFold(text[from:colon], mediaScheme) {
			if n := assetIDLen(rest); n > 0 {
				s.ids = append(s.ids, rest[:n])
			}
		}
		text = rest
	}
}

const maxAssetID = 64

// assetIDLen is how long the asset's id is that a text begins with; 0 for none.
func assetIDLen(text string) int {
	n := 0
	for n < len(text) && isAssetIDByte(text[n]) {
		if n++; n > maxAssetID {
			return 0
		}
	}
	return n
}

func isAssetIDByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}

// union adds places to others without a change of either's list.
func union(places, more []*mediaPlace) []*mediaPlace {
	if len(places) == 0 {
		return more
	}
	for _, p := range more {
		if !slices.Contains(places, p) {
			places = append(slices.Clip(places), p)
		}
	}
	return places
}
