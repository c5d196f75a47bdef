package harness

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqltext"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// Report is what Check has found, as it is written as JSON.
type Report struct {
	Rows     int          `json:"rows"` // asked for, of each Schema
	Seed     uint64       `json:"seed"`
	FilledMs float64      `json:"filledMs"`
	Schemas  []SchemaRows `json:"schemas"`
	Views    []View       `json:"views"`
	Missing  []Index      `json:"missing"`
}

// SchemaRows is how far a Schema was filled.
type SchemaRows struct {
	Schema string `json:"schema"`
	Rows   int    `json:"rows"`
	Reason string `json:"reason,omitempty"` // why there are fewer than asked for
}

// Verdict is what a View does.
type Verdict string

// The verdicts.
const (
	Served     Verdict = "served"     // it visits little more than it answers
	Scans      Verdict = "scans"      // it visits far more than it answers
	Unmeasured Verdict = "unmeasured" // it could not be run
)

// View is what one View has read in the worst of the ways in which it was asked.
type View struct {
	View       string         `json:"view"`
	Surface    string         `json:"surface"`
	Form       string         `json:"form"` // declarative or sql
	Verdict    Verdict        `json:"verdict"`
	Required   bool           `json:"required"`
	Reason     string         `json:"reason,omitempty"`
	Reading    *Reading       `json:"reading,omitempty"`
	PageMs     float64        `json:"pageMs,omitempty"`  // the fastest of a few first pages
	Indexes    [][]string     `json:"indexes,omitempty"` // that are missing, one or more
	With       *Reading       `json:"with,omitempty"`    // with those
	PageMsWith float64        `json:"pageMsWith,omitempty"`
	Params     map[string]any `json:"params,omitempty"` // of Reading
}

// Reading is what was read, and what for.
type Reading struct {
	What    string   `json:"what"` // page, next page or whole list
	Rows    int      `json:"rows"`
	Visited int      `json:"visited"`
	Exact   bool     `json:"exact"` // SQLite goes the same way when it serves; else Visited may be less
	Plan    []string `json:"plan"`
}

// Index is a line to add to a Schema's indexes.
type Index struct {
	Schema  string   `json:"schema"`
	File    string   `json:"file"`
	Line    string   `json:"line"`
	Columns []string `json:"columns"`
	Instead []string `json:"instead,omitempty"` // a declared index that the new one makes needless
	Views   []string `json:"views"`
}

func (c *crowd) report(o Options, findings []*finding, lacking []missing) *Report {
	r := &Report{Rows: o.Rows, Seed: o.Seed, Schemas: []SchemaRows{}, Views: []View{}, Missing: []Index{}}
	for _, s := range c.plan.Schemas() {
		t := c.tables[s]
		filled := SchemaRows{Schema: s.Name(), Rows: len(t.rows), Reason: t.reason}
		if t.err != nil {
			filled.Reason = t.err.Error()
		}
		r.Schemas = append(r.Schemas, filled)
	}
	for _, f := range findings {
		r.Views = append(r.Views, f.report())
	}
	for _, m := range lacking {
		r.Missing = append(r.Missing, m.report())
	}
	return r
}

func (f *finding) report() View {
	v := View{View: f.view.Name(), Surface: string(f.view.Surface()), Form: "declarative", Verdict: Served}
	if f.view.IsSQL() {
		v.Form = "sql"
	}
	if f.err != nil {
		v.Verdict, v.Reason = Unmeasured, f.err.Error()
		return v
	}
	shown := f.shown()
	v.Reading, v.Params = shown.report(), shown.probe.params
	switch {
	case f.measured.scans():
		v.Verdict, v.Reason = Scans, f.reason()
	case !f.measured.hits:
		v.Reason = "no params were found that it has rows for"
	}
	if f.proposed != nil {
		v.With, v.PageMsWith = f.after.worst.report(), milliseconds(f.took)
		for _, index := range f.proposed {
			v.Indexes = append(v.Indexes, columnsOf(index.Columns))
		}
	}
	return v
}

// shown is the reading that says most of a View: the worst of one that scans,
// the fullest page of another.
func (f *finding) shown() reading {
	if f.measured.scans() {
		return f.measured.worst
	}
	return f.measured.first
}

func (r reading) report() *Reading {
	steps := r.Plan
	if steps == nil {
		steps = []string{}
	}
	return &Reading{What: r.what, Rows: r.Rows, Visited: r.Visited, Exact: r.Exact, Plan: steps}
}

// gathers tells the text of a statement that computes a row from many.
var gathers = lazyregexp.New(`(?i)\bgroup\s+by\b|\b(count|sum|total|avg|min|max|group_concat|json_group_array)\s*\(|\bselect\s+distinct\b|\bunion\s`)

// reason says what makes a View a scan, and why no index mends it where none does.
func (f *finding) reason() string {
	worst := f.measured.worst
	reason := fmt.Sprintf("visits %d rows for %d", worst.Visited, worst.Rows)
	if worst.slow {
		reason = "does not end in 5 s"
	}
	if f.proposed != nil {
		return reason
	}
	for _, term := range f.view.Order() {
		if term.Column.Reserved() && term.Column.Name() != "id" {
			return reason + "; no index can hold " + term.Column.Name() + ": order by a property with x-service-bind: now"
		}
	}
	if text, _ := f.view.SQL(sqltext.SQLite); gathers.MatchString(text) {
		return reason + "; it computes its rows from many, which no index can avoid: where that is too slow, keep the result in a Schema of its own"
	}
	if f.view.IsSQL() && f.tried == 0 {
		return reason + "; its text names no column that an index could begin with"
	}
	return reason + fmt.Sprintf("; none of the %d indexes that were tried helps", f.tried)
}

func (m missing) report() Index {
	index := Index{
		Schema: m.Schema.Name(), Line: "- " + tupleText(m.Columns), Columns: columnsOf(m.Columns), Views: m.views,
	}
	if place := m.Schema.At(diag.InvalidManifestEnvelope, "/spec/indexes", "").Source; place != nil {
		index.File = place.File
	}
	for _, declared := range m.Schema.Indexes() {
		if !declared.Unique() && m.extends(missing{TrialIndex: sqlite.TrialIndex{Schema: m.Schema, Columns: declared.Columns()}}) {
			index.Instead = columnsOf(declared.Columns())
		}
	}
	return index
}

func columnsOf(columns []*plan.Column) (names []string) {
	for _, c := range columns {
		names = append(names, c.Name())
	}
	return names
}

// time adds how long the store takes for a page of each View.
func (r *Report) time(ctx context.Context, meter *sqlite.Meter, findings []*finding) error {
	for i, f := range findings {
		if f.err != nil {
			continue
		}
		took, err := pageTime(ctx, meter, f)
		if err != nil {
			return err
		}
		r.Views[i].PageMs = milliseconds(took)
	}
	return nil
}

// pageTime is how long the store takes for a page of a View; 0 where it does not
// end in time.
func pageTime(ctx context.Context, meter *sqlite.Meter, f *finding) (time.Duration, error) {
	took, err := meter.Time(ctx, f.shown().probe.query(f.view, f.view.Cap()))
	if diag.HasCode(err, diag.ResourceExhausted) {
		return 0, ctx.Err()
	}
	if err != nil {
		return 0, fmt.Errorf("view %s: %w", f.view.Name(), causeOf(err))
	}
	return took, nil
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Round(10*time.Microsecond)) / float64(time.Millisecond)
}

// Require marks the Views that must not scan: those named, and with public every
// public one.
func (r *Report) Require(names []string, public bool) {
	for i := range r.Views {
		v := &r.Views[i]
		v.Required = slices.Contains(names, v.View) || public && v.Surface == string(plan.Public)
	}
}

// Failed lists the required Views that are not served.
func (r *Report) Failed() (names []string) {
	for _, v := range r.Views {
		if v.Required && v.Verdict != Served {
			names = append(names, v.View)
		}
	}
	return names
}
