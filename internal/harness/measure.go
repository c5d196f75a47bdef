package harness

import (
	"context"
	"math"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// What a View may visit for what it answers before it counts as a scan: a few
// times as many rows, such as drafts that lie among what is published, and a
// few pages of them (decision 184).
const (
	visitsPerRow = 8
	freeVisits   = 64
)

// reading is what a View has read in one way of asking.
type reading struct {
	sqlite.Reading
	probe probe
	what  string // page, next page, or whole list
	slow  bool   // it did not end in time
}

// excess is how many rows were visited beyond what is allowed; above 0 it is a
// scan.
func (r reading) excess() int {
	if r.slow {
		return math.MaxInt32
	}
	return r.Visited - allowed(r.Rows)
}

// allowed is how many visits are no scan.
func allowed(rows int) int { return visitsPerRow*rows + freeVisits }

// The ways in which a View is asked.
const (
	onePage   = "page"
	nextPage  = "next page"
	wholeList = "whole list"
)

// measured is what a View has read in every way of asking.
type measured struct {
	all     []reading
	worst   reading
	first   reading // the fullest page
	visited int     // in all
	hits    bool    // some probe found a row
}

func (m measured) scans() bool { return m.worst.excess() > 0 }

func (m *measured) add(r reading) {
	m.all = append(m.all, r)
	m.visited += r.Visited
	m.hits = m.hits || r.Rows > 0
	if r.what == onePage && (m.first.what == "" || r.Rows > m.first.Rows) {
		m.first = r
	}
	if m.worst.what == "" || r.excess() > m.worst.excess() {
		m.worst = r
	}
}

// patience is how often every row may be visited before a statement is stopped.
const patience = 20

// reader asks one View.
type reader struct {
	meter  *sqlite.Meter
	view   *plan.View
	probes []probe
	most   int      // visits
	before measured // what the View read without the indexes that are tried
}

// measure asks a View in every way.
func (r *reader) measure(ctx context.Context) (measured, error) {
	var m measured
	for _, p := range r.probes {
		if err := r.ask(ctx, &m, p); err != nil {
			return m, err
		}
	}
	return m, nil
}

// try is measure with other indexes than before; it ends at the first scan.
func (r *reader) try(ctx context.Context) (measured, error) {
	var m measured
	for _, p := range r.probes {
		if err := r.ask(ctx, &m, p); err != nil || m.scans() {
			return m, err
		}
	}
	return m, nil
}

// ask reads a page, the one after it, and everything. The whole list shows what a
// page hides that ends early because it was lucky.
func (r *reader) ask(ctx context.Context, m *measured, p probe) error {
	page, err := r.read(ctx, m, p.query(r.view, r.view.Cap()), onePage, p)
	if err != nil {
		return err
	}
	if !r.view.IsSQL() && page.Rows == r.view.Cap() {
		q := p.query(r.view, r.view.Cap())
		q.After = page.Last
		if _, err := r.read(ctx, m, q, nextPage, p); err != nil {
			return err
		}
	}
	_, err = r.read(ctx, m, p.query(r.view, -1), wholeList, p)
	return err
}

func (r *reader) read(ctx context.Context, m *measured, q content.ViewQuery, what string, p probe) (reading, error) {
	got := reading{probe: p, what: what}
	var err error
	got.Reading, err = r.meter.Read(ctx, q, r.limit(len(m.all), what))
	if diag.HasCode(err, diag.ResourceExhausted) {
		got.slow, err = true, ctx.Err()
	}
	if err == nil {
		m.add(got)
	}
	return got, err
}

// limit is how much the reading that comes next may visit: of a View that was read
// before it is known how many rows there are.
func (r *reader) limit(i int, what string) int {
	if i < len(r.before.all) {
		if known := r.before.all[i]; known.what == what && !known.slow && !known.Over {
			return allowed(known.Rows)
		}
	}
	return r.most
}
