package cli

import (
	"cmp"
	"log/slog"

	"github.com/quartet-dev/quartet/internal/app"
)

// host is the program that the command line belongs to: what it brings to every
// site, such as handlers and routes.
type host struct{ app.Options }

// dir is the site folder that is not named.
func (h host) dir() string { return cmp.Or(h.Dir, ".") }

// site is the site that a command is about. It logs nothing and is not in
// development, unless the command says so.
func (h host) site(f folder, d database) (app.Options, error) {
	if err := f.check(); err != nil {
		return app.Options{}, err
	}
	url, err := d.url()
	site := h.Options
	site.Dir, site.Database = f.Dir, cmp.Or(url, site.Database)
	site.Logger, site.Development = slog.New(slog.DiscardHandler), nil
	return site, err
}

// siteWithMedia is site for a command that opens the media, too.
func (h host) siteWithMedia(f folder, d database, b bucket) (app.Options, error) {
	site, err := h.site(f, d)
	if err != nil {
		return site, err
	}
	url, err := b.url()
	site.Media = cmp.Or(url, site.Media)
	return site, err
}
