package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	seeds "github.com/quartet-dev/quartet/internal/seed"
)

type seed struct {
	folder
	database
	bucket
	JSON bool `name:"json" help:"Print the outcome as JSON."`
}

func (seed) Help() string {
	return `Loads the documents of seed/*.yaml, each { collection, status?, data }, through the same checks as every other write. A document is loaded once, however often the command runs; rows that a unique index holds already are left alone. What is refused is reported with its place, and the rest is loaded.

Examples:

    quartet seed my-site
    quartet seed my-site --database sqlite:/tmp/try.db`
}

func (s seed) Run(ctx context.Context, t *terminal, h host) error {
	options, err := h.siteWithMedia(s.folder, s.database, s.bucket)
	if err != nil {
		return err
	}
	report, err := app.Seed(ctx, options, s.progress(t.stderr))
	list, err := found(diag.Attempted(err, "seed the site"))
	if err != nil {
		return err
	}
	list = append(list, report.Warnings...)
	list.Sort()
	if s.JSON {
		err = object(t.stdout, struct {
			outcome
			seeds.Report
		}{outcomeOf(list), report})
	} else {
		diagnostics(t.stdout, list)
		fmt.Fprintln(t.stdout, seeded(report))
	}
	if err == nil && list.HasErrors() {
		err = errFailed
	}
	return err
}

// progress redraws one line on a terminal and stays silent elsewhere.
func (s seed) progress(w io.Writer) func(done, total int) {
	if s.JSON || !isTerminal(w) {
		return nil
	}
	return func(done, total int) {
		fmt.Fprintf(w, "\r%d of %d", done, total)
		if done == total {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
}

func seeded(r seeds.Report) string {
	if r.Documents == 0 {
		return "No seed document was found."
	}
	line := fmt.Sprintf("%d of %s loaded", r.Loaded, count(r.Documents, "seed document"))
	if r.Already > 0 {
		line += fmt.Sprintf(", %d %s loaded before", r.Already, wasOrWere(r.Already))
	}
	if r.LeftAlone == 0 {
		return line + "."
	}
	return line + fmt.Sprintf(", %d left alone because such an entry exists:", r.LeftAlone) + leftAlone(r)
}

// maxLeftShown is how many documents a person is told of one by one.
const maxLeftShown = 5

// leftAlone names the documents that changed nothing, and says how they can.
func leftAlone(r seeds.Report) string {
	var b strings.Builder
	shown := r.Left[:min(len(r.Left), maxLeftShown)]
	for _, each := range shown {
		fmt.Fprintf(&b, "\n    %s:%d: %s with %s", each.File, each.Line, each.Of, each.Key)
	}
	if more := r.LeftAlone - len(shown); more > 0 {
		fmt.Fprintf(&b, "\n    and %d more", more)
	}
	return b.String() + "\n  A seed changes nothing that exists. To take over what the file says, edit the entry in Admin;\n" +
		"  or delete it there and load the seed again: save the file in quartet dev, or run quartet seed."
}

func wasOrWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}
