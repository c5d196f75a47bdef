package quartet

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/seed"
)

// SeedReport counts what became of the seed documents: Documents found, Loaded
// now, Already loaded by an earlier run, and LeftAlone because a unique index
// holds such a row.
type SeedReport = seed.Report

// Seed loads the documents of the site's seed folder that were not loaded yet,
// through the same entry writer as everyone else, and calls progress, if any,
// after each. Documents that are refused are reported together as Diagnostics;
// the others are loaded nevertheless.
func (s *Service) Seed(ctx context.Context, progress func(done, total int)) (SeedReport, error) {
	files, problems := seed.ReadFiles(s.folder, s.prefix)
	documents, malformed := seed.Parse(s.plan, files)
	problems.Add(malformed...)
	report, refused := seed.Load(ctx, s.content, s.store, documents, progress)
	problems.Add(refused...)
	problems.Sort()
	return report, problems.Err()
}

// Seed opens a site, loads its seeds and closes it. Handlers that are not
// registered matter only to a seed whose hook calls one.
func Seed(ctx context.Context, o Options, progress func(done, total int)) (SeedReport, error) {
	o.handlersElsewhere = true
	s, err := Open(ctx, o)
	if err != nil {
		return SeedReport{}, err
	}
	report, err := s.Seed(ctx, progress)
	if closed := s.Close(); err == nil {
		err = closed
	}
	return report, err
}

// Empty tells that no collection holds an entry.
func (s *Service) Empty(ctx context.Context) (bool, error) {
	for _, schema := range s.plan.Schemas() {
		found, err := s.content.List(ctx, schema.Name(), content.EntryQuery{Limit: 1})
		if err != nil || len(found) > 0 {
			return false, err
		}
	}
	return true, nil
}
