package site

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// Icon is the contract's SiteIcon.
type Icon struct {
	Src      string   `json:"src"`
	MimeType string   `json:"mimeType,omitempty"`
	Sizes    []string `json:"sizes,omitempty"` // nil when none are declared
	Theme    string   `json:"theme,omitempty"`
}

var (
	iconMimeTypes = []string{"image/png", "image/jpeg", "image/svg+xml", "image/webp"}
	iconThemes    = []string{"light", "dark"}
	iconSize      = lazyregexp.New(`^[1-9][0-9]*x[1-9][0-9]*$`)
)

// builtInIcons are those of a site that declares none.
func builtInIcons() []Icon {
	return []Icon{{Src: "/_service/admin/favicon.svg", MimeType: "image/svg+xml", Sizes: []string{"any"}}}
}

// Logo is the address of the icon that stands for the site on pages of the service, in
// a light and in a dark scheme; "" for a site that has the built-in one.
func (c *Config) Logo() (light, dark string) {
	if len(c.Icons) == 0 || c.Icons[0].Src == builtInIcons()[0].Src {
		return "", ""
	}
	return c.iconFor("light"), c.iconFor("dark")
}

// iconFor is the icon of a theme, or else one of none, or else the first.
func (c *Config) iconFor(theme string) string {
	for _, wanted := range []string{theme, ""} {
		if i := slices.IndexFunc(c.Icons, func(i Icon) bool { return i.Theme == wanted }); i >= 0 {
			return c.Icons[i].Src
		}
	}
	return c.Icons[0].Src
}

func (d *Defaults) checkIcons() []Violation {
	refused := &InvalidSiteIconsError{}
	if d.Icons != nil && len(d.Icons) == 0 {
		return []Violation{{
			Code: diag.SettingsInvalid, Pointer: "/icons", Err: refused,
			Message: "The list of icons is empty; leave it out to keep the built-in icon.",
		}}
	}
	var found []Violation
	for i, icon := range d.Icons {
		if field, message := icon.fault(); message != "" {
			at := jsonvalue.Pointer("icons", strconv.Itoa(i), field)
			found = append(found, Violation{Code: diag.SettingsInvalid, Pointer: at, Message: message, Err: refused})
			refused.Icons = append(refused.Icons, icon)
		}
	}
	return found
}

// fault is the first broken rule of the icon: its field and what it should be.
func (i Icon) fault() (field, message string) {
	switch {
	case !isIconSource(i.Src):
		return "src", "An icon's src is a path that starts with a single /, or an https URL."
	case i.MimeType != "" && !slices.Contains(iconMimeTypes, i.MimeType):
		return "mimeType", "An icon's mimeType is one of " + strings.Join(iconMimeTypes, ", ") + "."
	case i.Sizes != nil && len(i.Sizes) == 0 || slices.ContainsFunc(i.Sizes, isNoSize):
		return "sizes", "An icon's sizes are a list of any or <width>x<height>, such as 32x32."
	case i.Theme != "" && !slices.Contains(iconThemes, i.Theme):
		return "theme", "An icon's theme is light or dark."
	}
	return "", ""
}

func isNoSize(s string) bool { return s != "any" && !iconSize.MatchString(s) }

func isIconSource(src string) bool {
	if strings.ContainsFunc(src, unicode.IsSpace) || strings.Contains(src, `\`) {
		return false
	}
	if strings.HasPrefix(src, "/") {
		return !strings.HasPrefix(src, "//")
	}
	u, err := url.Parse(src)
	return err == nil && u.Scheme == "https" && u.Host != ""
}
