package language

import (
	"maps"
	"slices"
	"unicode"

	"github.com/quartet-dev/quartet/internal/manifest"
)

// names are what the manifests of a site name, for editors to offer.
type names struct {
	schemas, views, procedures, refs []string
	fields                           map[string][]string // of each Schema: its properties and the reserved columns
	properties                       map[string][]string
	documents                        map[string]*manifest.JSONSchema
}

func namesOf(set *manifest.Set) *names {
	n := &names{fields: make(map[string][]string), properties: make(map[string][]string), documents: make(map[string]*manifest.JSONSchema)}
	if set == nil {
		return n
	}
	for _, each := range set.Schemas {
		n.addSchema(each)
	}
	for _, each := range set.Views {
		n.views = append(n.views, each.Name)
	}
	for _, each := range set.Procedures {
		n.procedures = append(n.procedures, each.Name)
		n.refs = append(n.refs, each.Handler.Ref)
	}
	for _, list := range []*[]string{&n.schemas, &n.views, &n.procedures, &n.refs} {
		*list = sorted(*list)
	}
	return n
}

func (n *names) addSchema(s *manifest.Schema) {
	n.schemas = append(n.schemas, s.Name)
	if s.Schema != nil && s.Name != "" {
		n.properties[s.Name], n.documents[s.Name] = s.Schema.Properties, s.Schema
		n.fields[s.Name] = slices.Concat(s.Schema.Properties, manifest.ReservedColumns())
	}
}

// sorted drops what could not be read, and what is there twice.
func sorted(list []string) []string {
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.DeleteFunc(list, func(name string) bool { return name == "" })
}

// perSchema is a rule for each Schema whose properties are known.
func (n *names) perSchema(rule func(schema string) shape) (rules []shape) {
	for _, each := range slices.Sorted(maps.Keys(n.fields)) {
		rules = append(rules, rule(each))
	}
	return rules
}

func toLower(r rune) rune { return unicode.ToLower(r) }
func toUpper(r rune) rune { return unicode.ToUpper(r) }
