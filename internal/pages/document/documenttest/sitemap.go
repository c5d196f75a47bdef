package documenttest

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"strings"
)

const (
	sitemapSpace = "http://www.sitemaps.org/schemas/sitemap/0.9"
	xhtmlSpace   = "http://www.w3.org/1999/xhtml"
)

// Location is a page of a sitemap, or a part of an index.
type Location struct {
	URL, Modified string
	Alternates    map[string]string // by hreflang, x-default too
}

// ReadSitemap reads a part by the schema of sitemaps.org and its bounds. Addresses
// begin with the origin, or are paths where it is "".
func ReadSitemap(text, origin string) ([]Location, error) {
	return readLocations(text, origin, "urlset", "url")
}

// ReadSitemapIndex reads the index of the parts.
func ReadSitemapIndex(text, origin string) ([]Location, error) {
	return readLocations(text, origin, "sitemapindex", "sitemap")
}

func readLocations(text, origin, root, item string) ([]Location, error) {
	tree, err := parse(text)
	switch {
	case err != nil:
		return nil, err
	case tree.name.Space != sitemapSpace || tree.name.Local != root:
		return nil, fmt.Errorf("the document is a %v", tree.name)
	case len(text) > 50<<20 || len(tree.children) > 50_000:
		return nil, fmt.Errorf("%d bytes and %d locations are too many", len(text), len(tree.children))
	case len(tree.named(item)) != len(tree.children):
		return nil, fmt.Errorf("%s holds more than %s", root, item)
	}
	var locations []Location
	seen := make(map[string]bool)
	for _, each := range tree.children {
		one, err := location(each, origin, item == "url")
		if err == nil && seen[one.URL] {
			err = fmt.Errorf("it stands there twice")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.URL, err)
		}
		seen[one.URL] = true
		locations = append(locations, one)
	}
	return locations, nil
}

// location reads loc, lastmod or none, and alternates, in the schema's order.
func location(n *node, origin string, alternates bool) (Location, error) {
	var one Location
	for i, each := range n.children {
		var err error
		switch name := each.name.Local; {
		case i == 0 && each.name.Space == sitemapSpace && name == "loc":
			one.URL = each.text
			err = address(each.text, origin)
		case i == 1 && each.name.Space == sitemapSpace && name == "lastmod":
			one.Modified = each.text
			_, err = timestamp(each.text)
		case i > 0 && alternates && each.name.Space == xhtmlSpace && name == "link":
			err = one.alternate(each, origin)
		default:
			err = fmt.Errorf("%s is not expected at place %d", name, i+1)
		}
		if err != nil {
			return one, err
		}
	}
	if one.URL == "" {
		return one, fmt.Errorf("a location without loc")
	}
	return one, one.complete()
}

var language = regexp.MustCompile(`^([a-z]{2,3}(-[A-Z]{2})?|x-default)$`)

func (l *Location) alternate(n *node, origin string) error {
	lang, href := n.attrs["hreflang"], n.attrs["href"]
	switch _, twice := l.Alternates[lang]; {
	case len(n.attrs) != 3 || n.attrs["rel"] != "alternate" || !language.MatchString(lang):
		return fmt.Errorf("not an alternate: %v", n.attrs)
	case twice:
		return fmt.Errorf("two alternates for %s", lang)
	}
	if l.Alternates == nil {
		l.Alternates = make(map[string]string)
	}
	l.Alternates[lang] = href
	return address(href, origin)
}

// complete reports what a group of alternates lacks: the page itself, and
// x-default as one of them.
func (l *Location) complete() error {
	if l.Alternates == nil {
		return nil
	}
	self, fallback := false, false
	for lang, href := range l.Alternates {
		self = self || lang != "x-default" && href == l.URL
		fallback = fallback || lang != "x-default" && href == l.Alternates["x-default"]
	}
	if !self || !fallback {
		return fmt.Errorf("the alternates lack the page itself or x-default: %v", l.Alternates)
	}
	return nil
}

// Reciprocal finds an alternate that does not name the same group, or that is no
// location. It wants the locations of all parts.
func Reciprocal(locations []Location) error {
	byURL := make(map[string]Location, len(locations))
	for _, each := range locations {
		if _, twice := byURL[each.URL]; twice {
			return fmt.Errorf("%s stands there twice", each.URL)
		}
		byURL[each.URL] = each
	}
	for _, each := range locations {
		for lang, href := range each.Alternates {
			if other, ok := byURL[href]; !ok || !maps.Equal(other.Alternates, each.Alternates) {
				return fmt.Errorf("%s names %s in %s, which does not name it back", each.URL, href, lang)
			}
		}
	}
	return nil
}

// address refuses what is no URI below the origin.
func address(text, origin string) error {
	parsed, err := url.Parse(text)
	switch {
	case err != nil:
		return err
	case len(text) > 2048:
		return fmt.Errorf("an address of %d bytes", len(text))
	case !strings.HasPrefix(text, origin+"/"):
		return fmt.Errorf("%s is not below %q", text, origin)
	case origin != "" && (parsed.Host == "" || parsed.Scheme == ""):
		return fmt.Errorf("%s is not absolute", text)
	}
	return nil
}
