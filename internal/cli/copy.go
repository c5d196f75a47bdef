package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	mediatransfer "github.com/quartet-dev/quartet/internal/media/transfer"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

type copying struct {
	folder
	From      string `help:"Database URL to copy from; default the site's own." placeholder:"URL"`
	To        string `required:"" help:"Database URL to copy to, such as postgres://…; an empty database." placeholder:"URL"`
	MediaFrom string `help:"Media URL to copy from; default the site's own." placeholder:"URL"`
	MediaTo   string `help:"Media URL to copy to, such as s3://bucket?region=…; without it no media are copied." placeholder:"URL"`
	Restart   bool   `help:"Start an interrupted copy again: first delete what it left."`
	JSON      bool   `name:"json" help:"Print the outcome as JSON."`
}

func (copying) Help() string {
	return `Copies all that a database holds, at one moment, into an empty one of the same or the other kind: entries, also of Schemas that are no longer declared, users, keys, history, deferred hooks. The manifests play no part. Then it reads the copy, compares counts and a hash of each table, and prints them. AUTH_SECRET must be the same for both.

To resume an interrupted copy, run the same command again. If the source has changed since, it is refused: use --restart to start over. Until the copy is whole, the database is not served. What is written to the source after the copy has begun is not in the copy.

Examples:

    quartet copy my-site --to postgres://quartet@db.example/quartet
    quartet copy --from sqlite:data.db --to postgres://quartet@db.example/quartet
    quartet copy my-site --to postgres://quartet@db.example/quartet --media-to s3://bucket?region=eu-central-1`
}

func (c copying) Run(ctx context.Context, t *terminal, h host) error {
	site, err := h.site(c.folder, database{})
	if err != nil {
		return err
	}
	options, err := c.options(site)
	if err != nil {
		return err
	}
	line := progressOn(t.stderr, c.JSON)
	options.Progress, options.Media = line.table, line.media
	done, err := app.Copy(ctx, site, options)
	line.clear()
	list, err := found(diag.Attempted(err, "copy the database"))
	if err != nil {
		return err
	}
	if err := c.write(t, done, list); err != nil {
		return err
	}
	if ctx.Err() != nil && !c.JSON {
		fmt.Fprintln(t.stderr, "The copy was interrupted; run the same command again to go on.")
	}
	if list.HasErrors() {
		return errFailed
	}
	return nil
}

// options are the URLs as the shell means them. The site's own are those that it
// would be served with.
func (c copying) options(site app.Options) (o app.CopyOptions, err error) {
	o.Restart = c.Restart
	for _, each := range []struct {
		given string
		into  *string
	}{{c.From, &o.From}, {c.To, &o.To}} {
		if *each.into, err = (database{each.given}).url(); err != nil {
			return o, err
		}
	}
	for _, each := range []struct {
		given string
		into  *string
	}{{c.MediaFrom, &o.MediaFrom}, {c.MediaTo, &o.MediaTo}} {
		if *each.into, err = (bucket{each.given}).url(); err != nil {
			return o, err
		}
	}
	o.From, o.MediaFrom = cmp.Or(o.From, site.Database), cmp.Or(o.MediaFrom, site.Media)
	return o, nil
}

func (c copying) write(t *terminal, done app.Copied, list diag.List) error {
	if c.JSON {
		return object(t.stdout, struct {
			outcome
			app.Copied
		}{outcomeOf(list), done})
	}
	diagnostics(t.stdout, list)
	if !list.HasErrors() {
		printCopied(t.stdout, done)
	}
	return nil
}

func printCopied(w io.Writer, done app.Copied) {
	table, rows := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0), int64(0)
	for _, each := range done.Tables {
		if rows += each.Rows; each.Rows > 0 {
			fmt.Fprintf(table, "%s\t%d\t%s\n", each.Table, each.Rows, each.SHA256)
		}
	}
	_ = table.Flush() // the terminal is gone; there is nobody left to tell
	fmt.Fprintf(w, "%d rows of %d tables were copied and compared.\n", rows, len(done.Tables))
	if m := done.Media; m != nil {
		fmt.Fprintf(w, "%s of media with %d bytes were copied and compared.\n", count(m.Objects, "object"), m.Bytes)
	}
}

// progressLine redraws one line on a terminal and stays silent elsewhere.
type progressLine struct{ w io.Writer }

func progressOn(w io.Writer, silent bool) progressLine {
	if silent || !isTerminal(w) {
		return progressLine{io.Discard}
	}
	return progressLine{w}
}

func (l progressLine) table(p transfer.Progress) {
	fmt.Fprintf(l.w, "\r\x1b[K%s %s, table %d of %d: %d rows", p.Step, p.Table, p.Number, p.Tables, p.Rows)
}

func (l progressLine) media(done mediatransfer.Total) {
	fmt.Fprintf(l.w, "\r\x1b[Kmedia: %s, %d bytes", count(done.Objects, "object"), done.Bytes)
}

func (l progressLine) clear() { fmt.Fprint(l.w, "\r\x1b[K") }
