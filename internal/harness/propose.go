package harness

import (
	"context"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// finding is what is known of one View.
type finding struct {
	view     *plan.View
	reader   *reader
	measured measured
	proposed candidate     // nil for none
	after    measured      // with what is proposed
	took     time.Duration // for a page, then
	tried    int           // candidates
	err      error         // why it could not be measured
}

// propose tries what might serve a View that scans, and keeps in mind the
// smallest set of indexes with which it scans no more.
func (f *finding) propose(ctx context.Context, p *plan.Plan) error {
	type success struct {
		candidate
		measured
	}
	var found []success
	for _, c := range candidates(p, f.view) {
		f.tried++
		err := f.reader.meter.Try(ctx, c, func() error {
			m, err := f.reader.try(ctx)
			if err == nil && !m.scans() {
				found = append(found, success{c, m})
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if len(found) == 0 {
		return nil
	}
	least := slices.MinFunc(found, func(a, b success) int { return a.visited - b.visited }).visited
	found = slices.DeleteFunc(found, func(s success) bool { return s.visited > 2*least+freeVisits })
	best := slices.MinFunc(found, func(a, b success) int { return a.columns() - b.columns() }) // the first of them
	f.proposed, f.after = best.candidate, best.measured
	return nil
}

// missing is an index to declare, and which Views need it.
type missing struct {
	sqlite.TrialIndex
	views []string
}

// settle puts the proposals of all Views together: an index that another begins
// with is left out. Then all Views are read again with what is left, so that none
// is led away by an index that another one needs; those that still scan get back
// what was left out.
func settle(ctx context.Context, meter *sqlite.Meter, findings []*finding) ([]missing, error) {
	all := collect(findings)
	shorter := slices.DeleteFunc(slices.Clone(all), func(m missing) bool {
		return slices.ContainsFunc(all, func(o missing) bool { return o.extends(m) })
	})
	for _, choice := range [][]missing{shorter, all} {
		fits, err := holdsFor(ctx, meter, choice, findings)
		if err != nil {
			return nil, err
		}
		if fits {
			return needed(choice, findings), nil
		}
	}
	return all, nil
}

func collect(findings []*finding) (all []missing) {
	for _, f := range findings {
		for _, index := range f.proposed {
			if !slices.ContainsFunc(all, func(m missing) bool { return m.is(index) }) {
				all = append(all, missing{TrialIndex: index})
			}
		}
	}
	return needed(all, findings)
}

// needed lists with each index the Views that it, or the beginning of it, was
// proposed for.
func needed(all []missing, findings []*finding) []missing {
	for i := range all {
		all[i].views = nil
		for _, f := range findings {
			if slices.ContainsFunc(f.proposed, func(index sqlite.TrialIndex) bool {
				return all[i].is(index) || all[i].extends(missing{TrialIndex: index})
			}) {
				all[i].views = append(all[i].views, f.view.Name())
			}
		}
	}
	return all
}

func (m missing) is(o sqlite.TrialIndex) bool {
	return m.Schema == o.Schema && slices.Equal(m.Columns, o.Columns)
}

// extends reports whether the index begins with another one.
func (m missing) extends(o missing) bool {
	return m.Schema == o.Schema && len(m.Columns) > len(o.Columns) && slices.Equal(m.Columns[:len(o.Columns)], o.Columns)
}

// holdsFor reads every View with the indexes there, and reports whether none
// scans that need not.
func holdsFor(ctx context.Context, meter *sqlite.Meter, choice []missing, findings []*finding) (fits bool, err error) {
	var indexes candidate
	for _, m := range choice {
		indexes = append(indexes, m.TrialIndex)
	}
	fits = true
	after := make([]measured, len(findings))
	err = meter.Try(ctx, indexes, func() error {
		for i, f := range findings {
			if f.err != nil || f.measured.scans() && f.proposed == nil {
				continue
			}
			var err error
			if after[i], err = f.reader.try(ctx); err != nil {
				return err
			}
			fits = fits && !after[i].scans()
			if f.proposed != nil && fits {
				if f.took, err = pageTime(ctx, meter, f); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err == nil && fits {
		for i, f := range findings {
			if f.proposed != nil {
				f.after = after[i]
			}
		}
	}
	return fits, err
}
