package head

import (
	"maps"
	"slices"
	"strings"
)

// Sources are what a content security policy admits, by directive.
type Sources map[string][]string

// Add admits more of a directive.
func (s Sources) Add(directive string, sources ...string) {
	s[directive] = append(s[directive], sources...)
}

// public is what every page of the site may do (decision 148): its own styles and
// fonts, pictures and sound that content names by https, and nothing that runs. A
// page may fetch from its own site, which audits do of robots.txt.
var public = Sources{
	"default-src":     {"'none'"},
	"script-src":      {"'none'"},
	"style-src":       {"'self'"},
	"style-src-attr":  {"'unsafe-inline'"}, // picture writes the size and the colour of a picture
	"img-src":         {"'self'", "data:", "https:"},
	"media-src":       {"'self'", "https:"},
	"font-src":        {"'self'"},
	"connect-src":     {"'self'"},
	"manifest-src":    {"'self'"},
	"form-action":     {"'self'"},
	"base-uri":        {"'none'"},
	"frame-ancestors": {"'self'"},
}

// Policy is the Content-Security-Policy of a public page, with what its head
// needs and what the site's settings add.
func Policy(added ...Sources) string {
	return merge(public, added...).text()
}

func merge(base Sources, added ...Sources) Sources {
	merged := make(Sources, len(base))
	for _, each := range append([]Sources{base}, added...) {
		for directive, sources := range each {
			merged.Add(strings.ToLower(directive), sources...)
		}
	}
	return merged
}

// text is the policy in one order, whatever the order of its maps. A source beside
// 'none' replaces it. What is no directive or source is left out: a policy with a
// stray semicolon would be another policy.
func (s Sources) text() string {
	var rules []string
	for _, directive := range slices.Sorted(maps.Keys(s)) {
		if isDirective(directive) {
			rules = append(rules, strings.Join(append([]string{directive}, s.admitted(directive)...), " "))
		}
	}
	return strings.Join(rules, "; ")
}

func (s Sources) admitted(directive string) []string {
	sources := slices.Clone(s[directive])
	slices.Sort(sources)
	sources = slices.DeleteFunc(slices.Compact(sources), func(each string) bool { return !isSource(each) })
	if len(sources) > 1 {
		sources = slices.DeleteFunc(sources, func(each string) bool { return each == "'none'" })
	}
	return sources
}

// isDirective reports whether a name can be that of a directive.
func isDirective(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") == ""
}

// isSource reports whether a text is one source: printable ASCII without white
// space and what ends a source, a directive or a policy.
func isSource(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || r == ';' || r == ','
	}) < 0
}
