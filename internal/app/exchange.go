package app

import (
	"context"

	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Export opens a site, writes what it holds to a target and closes it, also beside a
// running service. CONFLICT and the like are those of package exchange.
func Export(ctx context.Context, o Options, to exchange.Target, what exchange.ExportOptions) (counts exchange.Counts, err error) {
	err = beside(ctx, o, func(a *App) error {
		counts, err = exchange.Export(ctx, a.content, a.media, to, what)
		return err
	})
	return counts, err
}

// ImportSite is what of a site decides what the records of another program become.
type ImportSite struct {
	Plan     *plan.Plan
	Locales  []string // the canonical one first
	Purposes []string // of media, by name
}

// ImportSource opens the records of an import for a site.
type ImportSource func(ImportSite) (exchange.Source, exchange.Files, error)

// Import opens a site, brings in what a source gives and closes it, also beside a
// running service.
func Import(ctx context.Context, o Options, open ImportSource, how exchange.ImportOptions) (report exchange.Report, err error) {
	err = beside(ctx, o, func(a *App) error {
		config, err := a.live.Read(ctx)
		if err != nil {
			return err
		}
		into := ImportSite{Plan: a.plan, Locales: config.Locales}
		for _, purpose := range config.Media.Purposes {
			into.Purposes = append(into.Purposes, purpose.Name)
		}
		from, files, err := open(into)
		if err != nil {
			return err
		}
		report, err = exchange.Import(ctx, a.content, a.media, from, files, how)
		return err
	})
	return report, err
}

// beside opens a site for a command, which serves nobody and delivers no hook: handlers
// that are not registered matter only where a hook calls one.
func beside(ctx context.Context, o Options, use func(*App) error) error {
	o.HandlersElsewhere = true
	a, err := Open(ctx, o)
	if err != nil {
		return err
	}
	err = use(a)
	if closed := a.Close(); err == nil {
		err = closed
	}
	return err
}
