package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/plan"
)

type export struct {
	folder
	database
	mediaURL
	Collections []string      `help:"Collections to export, separated by commas; default all." placeholder:"NAME"`
	Status      []plan.Status `help:"Statuses of the entries to export: draft, published, archived; default all." enum:"draft,published,archived" placeholder:"STATUS"`
	Media       bool          `help:"Also export the files of the media library; needs a folder or an archive."`
	To          string        `help:"A file, a folder (ends in /), an archive (ends in .tar), the files also compressed (end in .gz or .tgz), or - for stdout, the default." default:"-" placeholder:"PATH"`
	JSON        bool          `name:"json" help:"Print the outcome as JSON; on stderr where the export is on stdout."`
}

// mediaURL is where the media are, for commands whose --media says something else.
type mediaURL struct {
	MediaURL string `name:"media-url" help:"Media URL, such as file:media or s3://bucket?region=…; wins over MEDIA_URL and quartet.yaml." placeholder:"URL"`
}

func (m mediaURL) bucket() bucket { return bucket{Media: m.MediaURL} }

func (export) Help() string {
	return `Writes the entries of a site as lines of JSON (NDJSON), one entry a line, after the records of its media files. It runs beside a server: entries are read in chunks, in the order of their ids, and each chunk is as of its own moment. Two exports of the same data are equal to the byte. "quartet import" brings one into another site.

The file gets its name when the export is complete. Run an interrupted export into a folder again, and it continues with the media that it has.

Examples:

    quartet export my-site --to my-site.ndjson.gz
    quartet export my-site --collections posts,authors --status published | wc -l
    quartet export my-site --media --to my-site.tar
    quartet export old --media | quartet import - new`
}

func (e export) Run(ctx context.Context, t *terminal, h host) error {
	options, err := h.siteWithMedia(e.folder, e.database, e.bucket())
	if err != nil {
		return err
	}
	out := t.stdout
	if e.To == "-" {
		out = t.stderr
	}
	counts, err := e.write(ctx, t, options)
	list, err := found(diag.Attempted(err, "export the site"))
	if err != nil {
		return err
	}
	if e.JSON {
		err = object(out, struct {
			outcome
			exchange.Counts
		}{outcomeOf(list), counts})
	} else {
		diagnostics(out, list)
		if !list.HasErrors() && (e.To != "-" || isTerminal(t.stderr)) {
			fmt.Fprintln(out, e.exported(counts))
		}
	}
	return failedBy(err, list)
}

// write makes the export, or leaves nothing of it.
func (e export) write(ctx context.Context, t *terminal, options app.Options) (counts exchange.Counts, err error) {
	to, finish, err := exchange.Create(e.To, e.Media, t.stdout)
	if err != nil {
		return counts, misuse{fmt.Errorf("write the export: %w", err)}
	}
	line := progressOn(t.stderr, e.JSON)
	counts, err = app.Export(ctx, options, to, exchange.ExportOptions{
		Collections: e.Collections, Statuses: e.Status, Media: e.Media,
		Progress: func(c exchange.Counts) { line.entries(c.Entries) },
	})
	line.clear()
	if finished := finish(err == nil); err == nil && finished != nil {
		err = fmt.Errorf("write the export: %w", finished)
	}
	return counts, err
}

func (e export) exported(c exchange.Counts) string {
	text := plural(c.Entries, "entry", "entries")
	if c.Assets > 0 {
		text += " and " + plural(c.Assets, "asset", "assets")
	}
	if c.Files > 0 {
		text += " with " + plural(c.Files, "file", "files")
	}
	return text + " exported."
}

func (l progressLine) entries(n int64) {
	fmt.Fprintf(l.w, "\r\x1b[K%s", plural(n, "entry", "entries"))
}

func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// grouped is a number with commas.
func grouped(n int64) string {
	digits := fmt.Sprint(n)
	var parts []string
	for len(digits) > 3 {
		parts = append([]string{digits[len(digits)-3:]}, parts...)
		digits = digits[:len(digits)-3]
	}
	return strings.Join(append([]string{cmp.Or(digits, "0")}, parts...), ",")
}
