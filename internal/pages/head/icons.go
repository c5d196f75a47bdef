package head

import "github.com/quartet-dev/quartet/internal/pages/page"

// Favicon chooses the icon of /favicon.ico: the first PNG without a theme, else
// the first without a theme, else the first. Without icons it is the zero Icon.
func Favicon(icons []page.Icon) page.Icon {
	var themeless *page.Icon
	for i, each := range icons {
		switch {
		case each.Theme != "":
		case each.MimeType == "image/png":
			return each
		case themeless == nil:
			themeless = &icons[i]
		}
	}
	switch {
	case themeless != nil:
		return *themeless
	case len(icons) > 0:
		return icons[0]
	}
	return page.Icon{}
}

// icons links every icon. One with a theme is for that colour scheme alone.
func (w *writer) icons(icons []page.Icon) {
	for _, each := range icons {
		media := ""
		if each.Theme != "" {
			media = "(prefers-color-scheme: " + each.Theme + ")"
		}
		w.link("icon", page.Absolute("", each.Src), "type", each.MimeType, "sizes", each.Sizes, "media", media)
	}
}
