package app

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/pages/staticsite"
)

// PagesExport is how the pages of a site are exported.
type PagesExport struct {
	Dir      string // where to
	Force    bool   // replace what no export has made
	Progress func(staticsite.Counts)
}

// ExportPages opens a site, writes its public pages into a folder as files and closes it,
// also beside a running service. It reads them as anybody does, by the handler that
// serves them.
func ExportPages(ctx context.Context, o Options, e PagesExport) (report staticsite.Report, err error) {
	err = beside(ctx, o, func(a *App) error {
		if a.pages == nil {
			d := diag.At(diag.RouteInvalid, "settings#/routes", "The site has no pages: its settings have no routes.")
			d.Suggestion = "Say in quartet.yaml which collections have pages."
			return diag.List{d}
		}
		config := a.live.Config()
		out := staticsite.Options{
			Handler: a, Origin: config.Origin, Locales: config.Locales, Addresses: a.pages.Addresses(ctx), Public: a.publicFiles,
			Force: e.Force, Progress: e.Progress,
		}
		if a.media != nil {
			out.Media = media.Path
		}
		report, err = staticsite.Export(ctx, e.Dir, out)
		return err
	})
	return report, err
}
