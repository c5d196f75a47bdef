package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
)

type importing struct {
	File string `arg:"" help:"What to import: a file, a folder that was exported, or - for stdin." placeholder:"FILE"`
	folder
	database
	mediaURL
	OnConflict  exchange.Resolution `help:"What to do with a stored entry that has the id and differs: fail refuses the one of the file, skip leaves the stored one, update replaces it. Default fail." enum:"fail,skip,update" default:"fail" placeholder:"fail|skip|update"`
	DryRun      bool                `help:"Write nothing; list every record that would be refused, and why."`
	Hooks       bool                `help:"Also run the hooks of the entries; by default an import does not."`
	Format      string              `help:"What the file is: quartet (an export of this program), csv, wordpress (WXR) or ghost (JSON). Default quartet." enum:"quartet,csv,wordpress,ghost" default:"quartet" placeholder:"FORMAT"`
	Map         string              `help:"A YAML file that says what the records of another program become; csv needs one, the others have one of their own for the usual Schemas of a blog." placeholder:"FILE"`
	MediaFolder string              `help:"A folder with the uploads of the other program: pictures in it that records name come into the media library." placeholder:"DIR"`
	Purpose     string              `help:"The purpose of those pictures; default the only one of the site." placeholder:"NAME"`
	JSON        bool                `name:"json" help:"Print the outcome as JSON."`
}

func (importing) Help() string {
	return `Brings entries and media into a site, through the same checks as every other write. Entries keep their id, author, times and version. The command lists each record that it refuses, with its line, and imports the rest. Run an interrupted import again: it skips entries that the site already has, if they are the same. You can run it while a server runs.

Examples:

    quartet import my-site.ndjson.gz my-site --dry-run
    quartet import my-site.tar my-site
    quartet import my-site.ndjson my-site --on-conflict update
    quartet import --format csv --map books.yaml books.csv my-site --dry-run
    quartet import --format wordpress --media-folder wp-content/uploads blog.xml my-site
    quartet import --format ghost blog.json my-site`
}

func (i importing) Run(ctx context.Context, t *terminal, h host) error {
	options, err := h.siteWithMedia(i.folder, i.database, i.bucket())
	if err != nil {
		return err
	}
	line := progressOn(t.stderr, i.JSON)
	told := &refusals{json: i.JSON, w: t.stdout, line: line}
	report, err := i.do(ctx, t, options, told)
	line.clear()
	list, err := found(diag.Attempted(err, "import %s", i.File))
	if err != nil {
		return err
	}
	for _, each := range list {
		told.add(each)
	}
	if err := told.finish(report, i.DryRun, report.Refused == 0 && !list.HasErrors()); err != nil {
		return err
	}
	if report.Refused > 0 || list.HasErrors() {
		return errFailed
	}
	return nil
}

func (i importing) do(ctx context.Context, t *terminal, options app.Options, told *refusals) (report exchange.Report, err error) {
	from := &importFile{importing: i, stdin: t.stdin}
	report, err = app.Import(ctx, options, from.open, exchange.ImportOptions{
		OnConflict: i.OnConflict, Hooks: i.Hooks, DryRun: i.DryRun, Refused: told.add,
		Progress: func(r exchange.Report) { told.line.entries(r.Entries) },
	})
	told.leftOut = from.leftOut()
	if closed := from.close(); err == nil {
		err = closed
	}
	return report, err
}

// refusals tells of what is refused as it comes, so that a million of them need no
// memory.
type refusals struct {
	json bool
	w    io.Writer
	line progressLine
	told bool

	leftOut map[string]int64 // what there is no place for, by what it is
}

func (r *refusals) add(d *diag.Diagnostic) {
	if !r.json {
		r.line.clear()
		_ = diag.Text{Color: bool(styleOf(r.w))}.Write(r.w, diag.List{d}) // the terminal is gone; there is nobody left to tell
		return
	}
	before := ",\n    "
	if !r.told {
		before, r.told = "{\n  \"diagnostics\": [\n    ", true
	}
	text, err := json.Marshal(d)
	if err == nil {
		fmt.Fprint(r.w, before, string(text))
	}
}

// finish writes what became of the rest.
func (r *refusals) finish(report exchange.Report, dryRun, ok bool) error {
	if !r.json && !ok && report.Entries+report.Assets.Read == 0 {
		return nil // nothing came of it
	}
	if !r.json {
		_, err := fmt.Fprintln(r.w, imported(report, dryRun)+r.omitted())
		return err
	}
	if r.told {
		fmt.Fprint(r.w, "\n  ],\n")
	} else {
		fmt.Fprint(r.w, "{\n  \"diagnostics\": [],\n")
	}
	text, err := json.MarshalIndent(struct {
		DryRun bool `json:"dryRun"`
		exchange.Report
		LeftOut map[string]int64 `json:"leftOut"`
		OK      bool             `json:"ok"`
	}{dryRun, report, r.leftOut, ok}, "", "  ")
	if err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	_, err = fmt.Fprintln(r.w, strings.TrimPrefix(string(text), "{\n"))
	return err
}

// omitted says what was left out.
func (r *refusals) omitted() string {
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(r.leftOut)) {
		parts = append(parts, grouped(r.leftOut[what])+" of kind "+what)
	}
	if parts == nil {
		return ""
	}
	return " Left out, because nothing takes them: " + strings.Join(parts, ", ") + "."
}

func imported(r exchange.Report, dryRun bool) string {
	verb, refused := "added", "refused"
	if dryRun {
		verb, refused = "would be added", "would be refused"
	}
	parts := []string{plural(r.Entries, "entry", "entries") + " read, " + grouped(r.Added) + " " + verb}
	for _, each := range []struct {
		n    int64
		what string
	}{
		{r.Updated, "updated"}, {r.Same, "there already"}, {r.Skipped, "left because the stored one differs"}, {r.Refused, refused},
	} {
		if each.n > 0 {
			parts = append(parts, grouped(each.n)+" "+each.what)
		}
	}
	text := strings.Join(parts, ", ") + "."
	if a := r.Assets; a.Read > 0 {
		text += fmt.Sprintf(" %s read, %s %s, %s there already.", plural(a.Read, "asset", "assets"), grouped(a.Added), verb, grouped(a.Same))
	}
	return text
}
