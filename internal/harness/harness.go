package harness

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqltext"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// Bounds of Options.Rows. With fewer rows a scan is as good as an index.
const (
	MinRows = 1000
	MaxRows = 200_000
)

// Options configure Check.
type Options struct {
	Rows int    // entries of each Schema, MinRows to MaxRows
	Seed uint64 // the same seed makes the same rows
}

// Check fills a scratch database, which is gone afterwards, and reads every View
// of the plan. An error is what kept it from that; what is wrong with the site is
// in the report.
func Check(ctx context.Context, p *plan.Plan, o Options) (report *Report, err error) {
	dir, err := os.MkdirTemp("", "quartet-harness-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the scratch database: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	store, err := sqlite.Open(ctx, sqlite.Options{
		Path: filepath.Join(dir, "scratch.db"), Plan: p, Unsynced: true, Log: slog.New(slog.DiscardHandler), SearchFrom: math.MaxInt32,
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	began := time.Now()
	c := newCrowd(p, store, o)
	if err := c.fill(ctx); err != nil {
		return nil, err
	}
	filled := time.Since(began)
	meter, err := store.Meter()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, meter.Close()) }()
	findings, lacking, err := c.look(ctx, meter)
	if err != nil {
		return nil, err
	}
	report = c.report(o, findings, lacking)
	report.FilledMs = milliseconds(filled)
	return report, report.time(ctx, meter, findings)
}

// look reads every View, and tries indexes for those that scan.
func (c *crowd) look(ctx context.Context, meter *sqlite.Meter) (findings []*finding, lacking []missing, err error) {
	for _, v := range c.plan.Views() {
		f := &finding{view: v}
		findings = append(findings, f)
		if f.err = c.find(ctx, meter, f); ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if f.err == nil && f.measured.scans() {
			if err := f.propose(ctx, c.plan); err != nil {
				return nil, nil, err
			}
		}
	}
	lacking, err = settle(ctx, meter, findings)
	return findings, lacking, err
}

// find reads a View. The error is why it could not be measured.
func (c *crowd) find(ctx context.Context, meter *sqlite.Meter, f *finding) (err error) {
	if err := c.unmeasurable(f.view); err != nil {
		return err
	}
	f.reader = &reader{meter: meter, view: f.view, probes: c.probes(f.view), most: patience * c.rows}
	if len(f.reader.probes) == 0 {
		return errors.New("no params were found that fit its declaration")
	}
	if f.measured, err = f.reader.measure(ctx); err != nil {
		return fmt.Errorf("the statement fails: %w", causeOf(err))
	}
	f.reader.before = f.measured
	return nil
}

// causeOf is what the database said, behind a diagnostic that keeps it from
// callers.
func causeOf(err error) error {
	if d := (*diag.Diagnostic)(nil); errors.As(err, &d) && d.Unwrap() != nil {
		return d.Unwrap()
	}
	return err
}

// unmeasurable is why a View cannot be read; nil when it can.
func (c *crowd) unmeasurable(v *plan.View) error {
	if _, ok := v.SQL(sqltext.SQLite); v.IsSQL() && !ok {
		return errors.New("it is not written for SQLite")
	}
	for _, s := range sourcesOf(c.plan, v) {
		if t := c.tables[s]; t.err != nil {
			return fmt.Errorf("the Schema %s could not be filled: %w", s.Name(), t.err)
		}
	}
	return nil
}
