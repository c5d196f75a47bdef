package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/quartet-dev/quartet/internal/harness/latency"
)

type latencies struct {
	Route     []string `required:"" help:"A route to time, by a name of your choice; repeatable." placeholder:"NAME=URL" sep:"none"`
	BaseURL   string   `name:"base-url" help:"The base URL of routes that are given as paths." placeholder:"URL"`
	Header    []string `help:"A header of every request; repeatable." placeholder:"NAME:VALUE" sep:"none"`
	Rounds    int      `default:"100" help:"How often each route is asked; default ${default}." placeholder:"N"`
	Warmup    int      `default:"5" help:"Rounds before that, which are not counted; default ${default}." placeholder:"N"`
	Baseline  string   `help:"An earlier report, to compare with." placeholder:"FILE"`
	Tolerance float64  `default:"50" help:"How many percent slower than the baseline is acceptable; default ${default}." placeholder:"N"`
	Output    string   `short:"o" help:"Also write the report as JSON, to compare with later." placeholder:"FILE"`
	Format    string   `type:"choice" help:"json or text; default text on a terminal and json elsewhere." placeholder:"json|text"`
}

func (latencies) Help() string {
	return `Each round asks every route once with GET, one request at a time, and reads the whole answer. An answer that is not 2xx has failed; redirects are not followed. Ctrl-C ends the run and reports what was seen.

Exits 1 when a request failed, or when both the median and p95 of a route are slower than the baseline by more than the tolerance and a millisecond.

Examples:

    quartet-harness http --base-url http://localhost:8787 --route posts=/api/views/posts -o before.json
    quartet-harness http --base-url http://localhost:8787 --route posts=/api/views/posts --baseline before.json`
}

// mostRounds bounds what one run asks of a service.
const mostRounds = 100_000

func (c latencies) Run(ctx context.Context, t *terminal) error {
	routes, header, err := c.parse()
	if err != nil {
		return misuse{err}
	}
	baseline, err := c.baseline()
	if err != nil {
		return misuse{fmt.Errorf("the baseline %s: %w", c.Baseline, err)}
	}
	report := latency.Sample(ctx, routes, latency.Options{Rounds: c.Rounds, Warmup: c.Warmup, Header: header})
	if baseline != nil {
		report.Compare(baseline, c.Tolerance/100)
	}
	if err := c.write(t, report); err != nil {
		return err
	}
	if report.Failed() {
		return errFailed
	}
	return nil
}

func (c latencies) parse() (routes []latency.Route, header http.Header, err error) {
	if c.Rounds < 1 || c.Warmup < 0 || c.Rounds > mostRounds || c.Warmup > mostRounds {
		return nil, nil, fmt.Errorf("--rounds must be from 1 to %d, and --warmup from 0", mostRounds)
	}
	seen := map[string]bool{}
	for _, text := range c.Route {
		route, err := latency.ParseRoute(text, c.BaseURL)
		if err != nil {
			return nil, nil, err
		}
		if seen[route.Name] {
			return nil, nil, fmt.Errorf("two routes are called %s", route.Name)
		}
		seen[route.Name] = true
		routes = append(routes, route)
	}
	header = http.Header{}
	for _, text := range c.Header {
		name, value, ok := strings.Cut(text, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return nil, nil, fmt.Errorf("a header is not of the form name:value")
		}
		header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return routes, header, nil
}

// baseline is read before anything is asked; nil when none was named.
func (c latencies) baseline() (*latency.Report, error) {
	if c.Baseline == "" {
		return nil, nil
	}
	text, err := os.ReadFile(c.Baseline)
	if err != nil {
		return nil, err
	}
	return latency.ReadBaseline(text)
}

// latencyOutcome is the JSON of a run.
type latencyOutcome struct {
	OK bool `json:"ok"`
	*latency.Report
}

func (c latencies) write(t *terminal, r *latency.Report) error {
	o := latencyOutcome{!r.Failed(), r}
	if c.Output != "" {
		var text bytes.Buffer
		if err := object(&text, o); err != nil {
			return err
		}
		if err := os.WriteFile(c.Output, text.Bytes(), 0o644); err != nil { //nolint:gosec // a report for everybody
			return fmt.Errorf("write the report: %w", err)
		}
	}
	if c.Format == "json" || c.Format == "" && !isTerminal(t.stdout) {
		return object(t.stdout, o)
	}
	writeLatencies(t.stdout, r)
	return nil
}

func writeLatencies(w io.Writer, r *latency.Report) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ROUTE\tREQUESTS\tFAILED\tP50\tP95\tP99\tBYTES\tBASELINE")
	for _, each := range r.Routes {
		fmt.Fprintf(table, "%s\t%d\t%d\t%.2f ms\t%.2f ms\t%.2f ms\t%d\t%s\n", each.Route, each.Requests, each.Failures,
			each.P50, each.P95, each.P99, each.Bytes, comparison(each))
	}
	_ = table.Flush() // the terminal is gone; there is nobody left to tell
	for _, each := range r.Routes {
		if each.Failure != "" {
			fmt.Fprintf(w, "%s %s: %s\n", styleOf(w).bad("failed"), each.Route, each.Failure)
		}
	}
	if r.Interrupted {
		fmt.Fprintln(w, "The run was interrupted.")
	}
}

// comparison says how a route did before.
func comparison(t latency.Timing) string {
	if t.Baseline == nil {
		return ""
	}
	text := fmt.Sprintf("p50 %.2f ms, p95 %.2f ms", t.Baseline.P50, t.Baseline.P95)
	if t.Slower {
		text += ": slower now"
	}
	return text
}
