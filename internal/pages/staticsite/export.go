package staticsite

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"net/http"
)

// Options are what is exported.
type Options struct {
	Handler   http.Handler             // the site
	Origin    string                   // of the site, without a path; "" for none
	Locales   []string                 // that have an error page each
	Addresses iter.Seq2[string, error] // escaped paths to begin with; some may have no page
	Public    fs.FS                    // files that are served at their names, linked or not
	Media     string                   // the path below which links in texts are looked for

	Force    bool         // replace files in the folder that no export has made
	Progress func(Counts) // after each file; nil for nobody
}

// Counts are what an export has made so far.
type Counts struct {
	Pages     int64 `json:"pages"`     // HTML
	Redirects int64 `json:"redirects"` // pages that lead on
	Files     int64 `json:"files"`     // all files, pages included
	Bytes     int64 `json:"bytes"`     // of all files
	Written   int64 `json:"written"`   // files that were not there or said something else
	Removed   int64 `json:"removed"`   // files of the export before that are gone
}

// Report is what an export has made, and what it could not.
type Report struct {
	Counts
	Broken    []Link   // links of pages that lead to nothing, the first MaxBroken of them
	AllBroken int      // how many there are
	Skipped   []string // addresses that cannot be the name of a file
}

// Link is a link of a page to an address of the site.
type Link struct{ From, To string }

// MaxBroken is how many broken links and skipped addresses a Report names.
const MaxBroken = 100

// Export writes a site into a folder. The folder is as it was until all files are made;
// they take their places afterwards, and a marker says that they have. An export that
// broke off is begun anew by the next one. Files that are not of an export stay; a folder
// with others is refused with ErrOccupied.
func Export(ctx context.Context, dir string, o Options) (_ Report, err error) {
	to, err := openFolder(dir, o.Force)
	if err != nil {
		return Report{}, err
	}
	defer to.close()
	c := &crawl{Options: o, to: to, asked: map[digest]struct{}{}}
	if err := c.run(ctx); err != nil {
		return c.report, err
	}
	c.report.Written, c.report.Removed, err = to.install()
	return c.report, err
}

// run asks for everything.
func (c *crawl) run(ctx context.Context) error {
	if err := c.publicFiles(ctx); err != nil {
		return err
	}
	for path, err := range c.Addresses {
		if err != nil {
			return err
		}
		if err := c.from(ctx, job{path: path}); err != nil {
			return err
		}
	}
	return c.errorPages(ctx)
}

// errorPages are what hosts answer where no file is: that of the nearest folder, or of
// the root.
func (c *crawl) errorPages(ctx context.Context) error {
	if err := c.from(ctx, job{path: "/" + errorName, missing: true}); err != nil {
		return err
	}
	for _, locale := range c.Locales {
		if err := c.from(ctx, job{path: "/" + locale + "/" + errorName, missing: true}); err != nil {
			return err
		}
	}
	return c.written(job{path: "/" + noJekyll}, 0, c.to.write(noJekyll, nil))
}

const (
	errorName = "404.html"

	// noJekyll has GitHub Pages serve folders whose names begin with an underscore, as
	// that of the theme's stylesheet does.
	noJekyll = ".nojekyll"
)

// publicFiles asks for each file of the public folder.
func (c *crawl) publicFiles(ctx context.Context) error {
	return fs.WalkDir(c.Public, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return fs.SkipAll // there is no such folder
		case err != nil:
			return fmt.Errorf("read the public files: %w", err)
		case d.IsDir():
			return nil
		}
		return c.from(ctx, job{path: escaped(name)})
	})
}
