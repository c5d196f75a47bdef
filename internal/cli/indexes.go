package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/harness"
	"github.com/quartet-dev/quartet/internal/plan"
)

type indexes struct {
	Manifests     string   `help:"The folder of manifests; default ${manifests}." placeholder:"DIR"`
	Rows          int      `default:"10000" help:"Entries of each Schema, 1000 to 200000; default ${default}." placeholder:"N"`
	Seed          uint64   `default:"1" help:"The same seed makes the same rows; default ${default}." placeholder:"N"`
	Require       []string `help:"A View that must not scan; repeatable." placeholder:"VIEW" sep:"none"`
	RequirePublic bool     `help:"No public View may scan."`
	Format        string   `type:"choice" help:"json or text; default text on a terminal and json elsewhere." placeholder:"json|text"`
}

func (indexes) Help() string {
	return `The database is filled with entries that fit each Schema: values that Views ask for are shared by many, those that they look for with a literal are rare. Each View runs with params that find rows, and the rows that SQLite visits for its answer are counted. A View that visits far more than it answers scans. An index is proposed only after a run showed that it serves the View.

Without --require and --require-public a scan is reported and the run exits 0.

Examples:

    quartet-harness indexes
    quartet-harness indexes --rows 100000 --require posts-by-author
    quartet-harness indexes --manifests site/manifests --require-public --format json`
}

func (c indexes) Run(ctx context.Context, t *terminal) error {
	if c.Rows < harness.MinRows || c.Rows > harness.MaxRows {
		return misuse{fmt.Errorf("--rows must be from %d to %d: with fewer a scan is as good as an index", harness.MinRows, harness.MaxRows)}
	}
	v := validate{Manifests: c.Manifests}
	v.find(host{})
	_, p, list := v.seal()
	if list.HasErrors() || p == nil {
		return c.refuse(t, list)
	}
	if err := c.checkViews(p); err != nil {
		return err
	}
	report, err := harness.Check(ctx, p, harness.Options{Rows: c.Rows, Seed: c.Seed})
	if err != nil {
		if list, err = found(err); err == nil {
			err = c.refuse(t, list)
		}
		return err
	}
	report.Require(c.Require, c.RequirePublic)
	if err := c.write(t, report); err != nil {
		return err
	}
	if len(report.Failed()) > 0 {
		return errFailed
	}
	return nil
}

// checkViews refuses the names of Views that there are not, before anything is
// filled.
func (c indexes) checkViews(p *plan.Plan) error {
	var names []string
	for _, v := range p.Views() {
		names = append(names, v.Name())
	}
	for _, name := range c.Require {
		if p.View(name) != nil {
			continue
		}
		if near := diag.Nearest(name, names); near != "" {
			return misuse{fmt.Errorf("there is no View %q; did you mean %q?", name, near)}
		}
		return misuse{fmt.Errorf("there is no View %q", name)}
	}
	return nil
}

func (c indexes) json(t *terminal) bool {
	return c.Format == "json" || c.Format == "" && !isTerminal(t.stdout)
}

func (c indexes) refuse(t *terminal, list diag.List) error {
	list.Sort()
	if !c.json(t) {
		diagnostics(t.stdout, list)
	} else if err := object(t.stdout, outcomeOf(list)); err != nil {
		return err
	}
	return errFailed
}

// indexesOutcome is the JSON of a run.
type indexesOutcome struct {
	outcome
	Failed []string `json:"failed"` // required Views that are not served
	*harness.Report
}

func (c indexes) write(t *terminal, r *harness.Report) error {
	if !c.json(t) {
		writeIndexes(t.stdout, r)
		return nil
	}
	o := indexesOutcome{outcomeOf(nil), r.Failed(), r}
	o.OK = len(o.Failed) == 0
	if o.Failed == nil {
		o.Failed = []string{}
	}
	return object(t.stdout, o)
}

func writeIndexes(w io.Writer, r *harness.Report) {
	s := styleOf(w)
	for _, each := range r.Schemas {
		if each.Reason != "" {
			fmt.Fprintf(w, "Schema %s has %s: %s\n", each.Schema, count(each.Rows, "row"), each.Reason)
		}
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "VIEW\tSURFACE\tROWS\tVISITED\tPAGE\tVERDICT")
	for _, v := range r.Views {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", v.View, v.Surface, numbersOf(v), verdictOf(v))
	}
	_ = table.Flush() // the terminal is gone; there is nobody left to tell
	for _, v := range r.Views {
		writeScan(w, s, v)
	}
	writeMissing(w, s, r.Missing)
	if failed := r.Failed(); len(failed) > 0 {
		fmt.Fprintf(w, "\n%s %s\n", s.bad("required, and not served:"), strings.Join(failed, ", "))
	}
}

func numbersOf(v harness.View) string {
	if v.Reading == nil {
		return "\t\t"
	}
	about := ""
	if !v.Reading.Exact {
		about = "~"
	}
	return fmt.Sprintf("%d\t%s%d\t%.2f ms", v.Reading.Rows, about, v.Reading.Visited, v.PageMs)
}

func verdictOf(v harness.View) string {
	verdict := string(v.Verdict)
	if v.Required {
		verdict += ", required"
	}
	if v.Verdict != harness.Scans && v.Reason != "" {
		verdict += ": " + v.Reason
	}
	return verdict
}

// writeScan says how a View scans, and how it would do with what it lacks.
func writeScan(w io.Writer, s style, v harness.View) {
	if v.Verdict != harness.Scans {
		return
	}
	fmt.Fprintf(w, "\n%s (%s) %s\n", s.bad(v.View), v.Reading.What, v.Reason)
	for _, step := range v.Reading.Plan {
		fmt.Fprintf(w, "    %s\n", s.faint(step))
	}
	if v.With != nil {
		fmt.Fprintf(w, "    %s visits %d rows for %d, a page takes %.2f ms\n", s.good("with the index:"), v.With.Visited, v.With.Rows, v.PageMsWith)
	}
}

// writeMissing writes the lines to paste, below the Schema that they belong to.
func writeMissing(w io.Writer, s style, missing []harness.Index) {
	schema := ""
	for _, index := range missing {
		if index.Schema != schema {
			schema = index.Schema
			fmt.Fprintf(w, "\n%s: under spec.indexes of the Schema %s\n", index.File, s.bold(schema))
		}
		instead := ""
		if index.Instead != nil {
			instead = " instead of [" + strings.Join(index.Instead, ", ") + "]"
		}
		fmt.Fprintf(w, "    %s  # serves %s%s\n", s.good(index.Line), strings.Join(index.Views, ", "), instead)
	}
}
