package cli

import (
	"cmp"
	"log/slog"

	"github.com/quartet-dev/quartet/internal/app"
)

// host is the program that the command line belongs to: what it brings to every
// site, such as handlers and routes.
type host struct{ app.Options }

// site is the site that a command is about. It says nothing itself.
func (h host) site(f folder, d database) (app.Options, error) {
	if err := f.check(); err != nil {
		return app.Options{}, err
	}
	url, err := d.url()
	site := h.Options
	site.Dir, site.Database = f.Dir, cmp.Or(url, site.Database)
	site.Logger = slog.New(slog.DiscardHandler)
	return site, err
}
