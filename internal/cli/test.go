package cli

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/sitetest"
)

type test struct {
	folder
	Pattern string `name:"run" help:"Run the tests whose name, such as orders/refund, has a match of a regular expression." placeholder:"REGEXP"`
	Fill    bool   `help:"Write the answer where a transcript has < ?; what is written stays as it is, and fails where it is wrong." xor:"write"`
	Update  bool   `help:"Rewrite wrong answers in the transcripts; what still fits stays as it is written." xor:"write"`
	Verbose bool   `short:"v" help:"Name every test and request, and print what the site logs."`
	JSON    bool   `name:"json" help:"Print the outcome as JSON."`
}

func (test) Help() string {
	return `Runs the transcripts tests/*.txtar of a site, also those in folders below, each against a site of its own: a scratch database with the entries of seed/, real requests on loopback, real sessions. Nothing of the machine counts: variables come from a file .env in the transcript alone. A transcript holds requests and the answers that they must get:

    -- transcript --
    > GET /api/views/posts?show=1
    < 200
    {"ok": true, "data": {"rows": [{"slug": "<string:first>", "...": 0}], "...": 0}}

    > GET /api/views/post?slug={{first}}
    > As: staff editor
    < 200

Write < ? where you do not know an answer yet, and run the command with --fill; then read what it wrote. With --update it also rewrites answers that are wrong, which hides a mistake if nobody reads the difference. docs/testing-a-site.md has every line that a transcript may hold. It exits with 1 where a test fails.

Examples:

    quartet test
    quartet test my-site --run orders
    quartet test my-site --fill`
}

// firstTest is what an author can begin with.
const firstTest = `There is no test. Put transcripts into %[1]s/, such as %[1]s/first.txtar:

    What this test shows, in a line.
    -- transcript --
    > GET /healthz
    < 200

Then run %[2]s test again; %[2]s test --help tells more`

func (c test) Run(ctx context.Context, t *terminal, h host) error {
	site, err := h.site(c.folder, database{})
	if err != nil {
		return err
	}
	tests, err := c.find(t)
	if err != nil {
		return err
	}
	began := time.Now()
	o := sitetest.Options{Site: site, Update: c.Update, Fill: c.Fill}
	var printer testPrinter
	if !c.JSON {
		printer = testPrinter{w: t.stdout, style: styleOf(t.stdout), verbose: c.Verbose, site: site}
		o.Report = printer.print
	}
	results, err := o.Run(ctx, tests)
	if err != nil {
		return err
	}
	if c.JSON {
		err = object(t.stdout, testOutcomeOf(results))
	} else {
		printer.sum(results, time.Since(began))
	}
	for i := range results {
		if err == nil && !results[i].OK() {
			err = errFailed
		}
	}
	return err
}

// find finds the tests. That there is none to run is a problem of the call.
func (c test) find(t *terminal) ([]sitetest.Test, error) {
	var pattern *regexp.Regexp
	if c.Pattern != "" {
		var err error
		if pattern, err = regexp.Compile(c.Pattern); err != nil {
			return nil, misuse{fmt.Errorf("--run: %w", err)}
		}
	}
	tests, err := sitetest.Find(c.Dir, pattern)
	if err != nil || len(tests) > 0 {
		return tests, err
	}
	all, err := sitetest.Find(c.Dir, nil)
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0:
		return nil, misuse{errors.New(fmt.Sprintf(firstTest, strings.TrimPrefix(prefix(c.Dir)+sitetest.Folder, "./"), t.name))} //nolint:staticcheck // a text for people
	}
	names := make([]string, 0, len(all))
	for _, each := range all {
		names = append(names, each.Name)
	}
	return nil, misuse{fmt.Errorf("--run %s matches no test; there are %s", c.Pattern, strings.Join(names, ", "))}
}
