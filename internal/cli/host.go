package cli

import (
	"cmp"
	"log/slog"

	"github.com/quartet-dev/quartet/internal/app"
)

// host is the program that the command line belongs to: what it brings to every
// site, such as handlers and routes.
type host struct{ app.Options }

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
