package templates

import (
	"errors"
	"html/template"
	"net/url"
	"strings"
)

// pictureOptions are the keys of the dict of picture, in the order in which they
// are written.
var pictureOptions = []string{"alt", "width", "height", "class", "sizes", "loading"}

// picture shows an image at a path of the site or an http(s) address. Anything
// else is nothing: a value that is empty, or no address.
func (s *state) picture(v any, options ...map[string]any) (template.HTML, error) {
	src, ok := v.(string)
	if !ok || !isImageAddress(src) {
		return "", s.check()
	}
	given := map[string]any{}
	if len(options) > 1 {
		return "", errors.New("the options of a picture are one dict")
	}
	if len(options) == 1 {
		given = options[0]
	}
	if err := noOther(given); err != nil {
		return "", err
	}
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
	return template.HTML(b.String()), s.spend(b.Len()) //nolint:gosec // every value is escaped
}

func attribute(b *strings.Builder, name, value string) {
	b.WriteString(name)
	b.WriteString(`="`)
	b.WriteString(template.HTMLEscapeString(value))
	b.WriteString(`"`)
}

func noOther(given map[string]any) error {
	for name := range given {
		known := false
		for _, each := range pictureOptions {
			known = known || each == name
		}
		if !known {
			return errors.New("a picture has no option " + name + ", but " + strings.Join(pictureOptions, ", "))
		}
	}
	return nil
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
