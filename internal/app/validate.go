package app

import (
	"context"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/seed"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// CheckPages checks the routes and templates of a site against its plan as a start
// does, and opens nothing. The diagnostics are of phase validate.
func CheckPages(o Options, p *plan.Plan, read *settings.Settings) diag.List {
	b := newBoot(o)
	b.plan, b.settings, b.locales = p, read, read.Site.Locales
	found := b.checkPages()
	for _, d := range found {
		d.Phase = diag.Validate
	}
	return found
}

// CheckSeeds checks the seed folder of a site as loading it into an empty database
// would, and opens none: without hooks, and without the bytes of media.
func CheckSeeds(ctx context.Context, o Options, p *plan.Plan, read *settings.Settings) diag.List {
	b := newBoot(o)
	files, found := seed.ReadFiles(b.FS, b.prefix)
	documents, malformed := seed.Parse(p, files)
	found.Add(malformed...)
	var library seed.Library
	if config := (&site.Config{Locales: read.Site.Locales, Media: read.Site.Media}); len(config.Media.Purposes) > 0 {
		o := media.Options{Config: func() *site.Config { return config }, MaxUpload: read.Media.MaxUpload}
		library = seedShelf{b.FS, o}
	}
	found.Add(seed.Check(ctx, p, read.Site.Locales, library, documents)...)
	for _, d := range found {
		d.Phase = diag.Validate
	}
	return found
}

// CheckNames checks the names of a plan against the database of the settings, without
// asking it.
func CheckNames(p *plan.Plan, isPostgres bool) diag.List {
	if !isPostgres {
		return nil
	}
	return postgres.CheckNames(p)
}

// CheckStatements has the database prepare the statements of the plan's sql Views,
// over empty tables, and warns of those that it refuses. No statement is run.
func CheckStatements(ctx context.Context, p *plan.Plan) diag.List {
	refusals, err := sqlite.Refusals(ctx, p)
	if err != nil {
		return diag.List{diag.Internal(err)}
	}
	var found diag.List
	for _, r := range refusals {
		d := r.View.AtStatement(diag.ViewStatementInvalid, r.Dialect, r.Offset, "The database refuses this statement: "+r.Message+".")
		d.Suggestion = diag.Nearest(missingName(r.Message, p))
		found.Add(d)
	}
	return found
}

// missingName is the name that the database says is missing, and those that could
// have been meant.
func missingName(message string, p *plan.Plan) (name string, candidates []string) {
	what, name, _ := strings.Cut(message, ": ")
	for _, s := range p.Schemas() {
		if what == "no such table" {
			candidates = append(candidates, s.Name())
			continue
		}
		for _, c := range s.Columns() {
			candidates = append(candidates, c.Name())
		}
	}
	if what != "no such table" && what != "no such column" {
		candidates = nil
	}
	return name[strings.LastIndexByte(name, '.')+1:], candidates
}
