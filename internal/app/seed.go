package app

import (
	"context"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/seed"
)

// Seed loads the documents of the site's seed folder that were not loaded yet,
// and calls progress, if any, after each. Documents that are refused are
// reported together; the others are loaded nevertheless.
func (a *App) Seed(ctx context.Context, progress func(done, total int)) (seed.Report, error) {
	files, problems := seed.ReadFiles(a.folder, a.prefix)
	documents, malformed := seed.Parse(a.plan, files)
	problems.Add(malformed...)
	report, refused := seed.Load(ctx, a.content, a.seedLibrary(), a.store, documents, progress)
	problems.Add(refused...)
	missing, err := report.Missing(ctx, a.content, seedKnown{a})
	if err != nil {
		problems.Add(diag.As(err))
	}
	report.Warnings = missing
	problems.Sort()
	return report, problems.Err()
}

// seedKnown is what entries of seeds may name beside entries.
type seedKnown struct{ *App }

// HasAsset implements seed.Known. A site without media has no file.
func (k seedKnown) HasAsset(ctx context.Context, id string) (bool, error) {
	if k.media == nil {
		return false, nil
	}
	_, err := k.media.Asset(ctx, id)
	if diag.HasCode(err, diag.MediaAssetNotFound) {
		return false, nil
	}
	return err == nil, err
}

// HasUser implements seed.Known. A program that signs users in by itself knows them alone.
func (k seedKnown) HasUser(ctx context.Context, id string) (is bool, err error) {
	if _, isForeign := k.signIn.(*programSignIn); isForeign {
		return true, nil
	}
	err = k.store.Auth().Read(ctx, func(r auth.Reader) error {
		u, err := r.User(id)
		is = u != nil
		return err
	})
	return is, err
}

// Seed opens a site, loads its seeds and closes it.
func Seed(ctx context.Context, o Options, progress func(done, total int)) (report seed.Report, err error) {
	err = beside(ctx, o, func(a *App) error {
		report, err = a.Seed(ctx, progress)
		return err
	})
	return report, err
}

// Empty reports whether no collection holds an entry.
func (a *App) Empty(ctx context.Context) (bool, error) {
	for _, schema := range a.plan.Schemas() {
		found, err := a.content.List(ctx, schema.Name(), content.EntryQuery{Limit: 1})
		if err != nil || len(found) > 0 {
			return false, err
		}
	}
	return true, nil
}
