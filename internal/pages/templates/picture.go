package templates

import (
	"errors"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/pages/markup"
	"github.com/quartet-dev/quartet/internal/pages/picture"
)

// pictureOptions are the keys of the dict of picture, in the order in which they
// are written of an address.
var pictureOptions = []string{"alt", "width", "height", "class", "sizes", "loading", "fetchpriority"}

// picture shows a file of the media library, or an image at a path of the site or an
// http(s) address. Anything else is nothing: a value that is empty, no address, or the
// id of no file.
func (s *state) picture(v any, options ...map[string]any) (template.HTML, error) {
	given, err := given(options)
	if err != nil {
		return "", err
	}
	given = s.first(given)
	var html []byte
	if src := plain(v); isImageAddress(src) {
		html = imageAt(src, given)
	} else if a, err := s.mediaOf(v); err != nil {
		return "", err
	} else if a != nil {
		html = picture.Append(nil, a, pictureOf(given), false)
	}
	if len(html) > 0 {
		s.shown++
	}
	return template.HTML(html), s.spend(len(html)) //nolint:gosec // every value is escaped
}

// loadFirst asks for a picture that loads at once where it is the first of the page,
// and elsewhere when it comes near the screen.
const loadFirst = "first"

// first are the options of a picture with what loadFirst means at this place.
func (s *state) first(given map[string]any) map[string]any {
	if plain(given["loading"]) != loadFirst {
		return given
	}
	here := maps.Clone(given)
	here["loading"] = "lazy"
	if s.shown == 0 {
		here["loading"], here["fetchpriority"] = "eager", "high"
	}
	return here
}

func given(options []map[string]any) (map[string]any, error) {
	if len(options) > 1 {
		return nil, errors.New("the options of a picture are one dict")
	}
	if len(options) == 0 {
		return nil, nil
	}
	for name := range options[0] {
		if !slices.Contains(pictureOptions, name) {
			return nil, errors.New("a picture has no option " + name + ", but " + strings.Join(pictureOptions, ", "))
		}
	}
	return options[0], nil
}

// imageAt is an image at an address, of which nothing else is known.
func imageAt(src string, given map[string]any) []byte {
	var b strings.Builder
	attribute(&b, `<img src`, src)
	for _, name := range pictureOptions {
		if text := plain(given[name]); text != "" || name == "alt" {
			attribute(&b, " "+name, text)
		}
	}
	if plain(given["loading"]) == "" {
		b.WriteString(` loading="lazy"`)
	}
	b.WriteString(` decoding="async">`)
	return []byte(b.String())
}

func attribute(b *strings.Builder, name, value string) {
	b.WriteString(name)
	b.WriteString(`="`)
	b.WriteString(template.HTMLEscapeString(value))
	b.WriteString(`"`)
}

// pictureOf are the options for a file of the media library. One that is not given is
// the file's own.
func pictureOf(given map[string]any) picture.Options {
	o := picture.Options{
		Class: plain(given["class"]), Sizes: plain(given["sizes"]), Loading: plain(given["loading"]), Fetch: plain(given["fetchpriority"]),
		Width: plain(given["width"]), Height: plain(given["height"]),
	}
	if alt, ok := given["alt"]; ok {
		text := plain(alt)
		o.Alt = &text
	}
	return o
}

// mediaOf is the file of the media library that a value names: itself, its id, or
// media:<id>. It is nil where there is none.
func (s *state) mediaOf(v any) (*asset.Asset, error) {
	switch v := v.(type) {
	case *asset.Asset:
		return v, s.check()
	case string:
		id, ok := markup.MediaID(v)
		if !ok {
			id, ok = markup.MediaID("media:" + v)
		}
		if !ok {
			break
		}
		if err := s.lookUp(id); err != nil {
			return nil, err
		}
		return s.assets[id], nil
	}
	return nil, s.check()
}

// lookUp looks files of the media library up, all at once.
func (s *state) lookUp(ids ...string) error {
	missing := slices.DeleteFunc(ids, func(id string) bool { _, known := s.assets[id]; return known })
	if len(missing) == 0 {
		return s.check()
	}
	source, err := s.source()
	if err != nil {
		return err
	}
	found, err := source.Assets(s.context(), missing...)
	if err != nil {
		return err
	}
	if s.assets == nil {
		s.assets = map[string]*asset.Asset{}
	}
	for _, id := range missing {
		s.assets[id] = found[id]
	}
	return s.spend(nodeWeight * len(missing))
}

// isImageAddress reports whether an image can be at the address: a path of the
// site, or http or https with a host.
func isImageAddress(address string) bool {
	if strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }) {
		return false
	}
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if u.Scheme == "" {
		return strings.HasPrefix(address, "/") && u.Host == "" && !strings.HasPrefix(address, "//")
	}
	return (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
