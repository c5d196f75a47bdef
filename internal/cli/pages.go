package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/staticsite"
)

// pageCommands is the commands on the public pages of a site.
type pageCommands struct {
	Export pagesExport `cmd:"" help:"Write every public page, with all that it shows, into a folder."`
}

func (pageCommands) Help() string {
	return `Examples:

    quartet pages export public-site my-site`
}

type pagesExport struct {
	To string `arg:"" help:"The folder to write to: a new one, an empty one, or that of an earlier export." placeholder:"TO"`
	folder
	database
	mediaURL
	Force bool `help:"Also write into a folder that holds other files, and replace those that are in the way."`
	JSON  bool `name:"json" help:"Print the outcome as JSON."`
}

func (pagesExport) Help() string {
	return `Writes what a site shows to anybody as files that every static host serves: pages, Markdown mirrors, feeds, sitemap, llms.txt, robots.txt, the error page 404.html, icons, the files of public/, and the media that pages show, in the sizes they show them. Drafts and what staff alone may see are never in it. Each file holds what "quartet serve" answers at its address. It runs beside a server.

A page is <path>/index.html. What a server has at ?cursor=, such as the second page of a list, is at <path>/page/2. A former address of a page, and / of a site with languages, is a small page that leads on (meta refresh), which every host understands. Links of the head and the sitemap are absolute where site.origin is set: set it to where the files will be.

The folder does not change until all files are made. Then the command replaces the files that changed and removes the files that are no longer made; a second export of the same site writes nothing. The file .quartet-export lists the files of an export, and says if one was interrupted. Other files in the folder, such as .git, stay. The command refuses a folder with files that it has not exported.

A link to an address of the site that has no page is a warning. Search, sign-in and all else that needs a server are not in an export.

Examples:

    quartet pages export public-site
    quartet pages export public-site my-site --json`
}

// pagesOutcome is the outcome as JSON.
type pagesOutcome struct {
	outcome
	staticsite.Counts
}

func (e pagesExport) Run(ctx context.Context, t *terminal, h host) error {
	site, err := h.siteWithMedia(e.folder, e.database, e.bucket())
	if err != nil {
		return err
	}
	line := progressOn(t.stderr, e.JSON)
	report, err := app.ExportPages(ctx, site, app.PagesExport{Dir: e.To, Force: e.Force, Progress: line.pages})
	line.clear()
	if errors.Is(err, staticsite.ErrOccupied) {
		return misuse{fmt.Errorf("%s: %w; name another one, or write into it with --force", e.To, err)}
	}
	list, err := found(diag.Attempted(err, "export the pages"))
	if err != nil {
		return err
	}
	list.Add(warningsOf(report)...)
	if e.JSON {
		err = object(t.stdout, pagesOutcome{outcomeOf(list), report.Counts})
	} else {
		diagnostics(t.stdout, list)
		if !list.HasErrors() {
			e.print(t.stdout, report)
		}
	}
	return failedBy(err, list)
}

func (e pagesExport) print(w io.Writer, r staticsite.Report) {
	fmt.Fprintf(w, "%s and %s in %s: %s written, %s removed.\n",
		plural(r.Pages, "page", "pages"), plural(r.Files-r.Pages, "other file", "other files"), e.To, grouped(r.Written), grouped(r.Removed))
}

// warningsOf are links that lead to nothing, and addresses that no file can have.
func warningsOf(r staticsite.Report) (list diag.List) {
	warn := func(code diag.Code, path, message string) {
		list.Add(&diag.Diagnostic{Code: code, Phase: diag.Runtime, Severity: diag.Warning, Path: path, Message: message})
	}
	for _, each := range r.Broken {
		warn(diag.NotFound, each.From, "The page links to "+each.To+", where nothing is.")
	}
	if more := r.AllBroken - len(r.Broken); more > 0 {
		warn(diag.NotFound, "", fmt.Sprintf("%d more links lead to nothing.", more))
	}
	for _, address := range r.Skipped {
		warn(diag.Conflict, address, "The page is not in the export: its address cannot be the name of a file.")
	}
	return list
}

func (l progressLine) pages(c staticsite.Counts) {
	if c.Files%20 == 0 {
		fmt.Fprintf(l.w, "\r\x1b[K%s, %s", plural(c.Pages, "page", "pages"), plural(c.Files, "file", "files"))
	}
}
