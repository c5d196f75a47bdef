package quartet

import (
	"context"

	"github.com/quartet-dev/quartet/internal/app"
)

// SeedReport counts what became of the seed documents.
type SeedReport struct {
	Documents int `json:"documents"`
	Loaded    int `json:"loaded"`    // now
	Already   int `json:"already"`   // by an earlier run
	LeftAlone int `json:"leftAlone"` // because a unique index holds such a row
}

// Seed loads the documents of the site's seed folder that were not loaded yet,
// through the same entry writer as everyone else, and calls progress, if any,
// after each. Documents that are refused are reported together as Diagnostics;
// the others are loaded nevertheless.
func (s *Service) Seed(ctx context.Context, progress func(done, total int)) (SeedReport, error) {
	report, err := s.app.Seed(ctx, progress)
	return SeedReport{report.Documents, report.Loaded, report.Already, report.LeftAlone}, err
}

// Seed opens a site, loads its seeds and closes it. Handlers that are not
// registered matter only to a seed whose hook calls one.
func Seed(ctx context.Context, o Options, progress func(done, total int)) (SeedReport, error) {
	report, err := app.Seed(ctx, o.app(), progress)
	return SeedReport{report.Documents, report.Loaded, report.Already, report.LeftAlone}, bootError(err)
}

// Empty reports whether no collection holds an entry.
func (s *Service) Empty(ctx context.Context) (bool, error) { return s.app.Empty(ctx) }
