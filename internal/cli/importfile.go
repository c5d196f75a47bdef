package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/exchange/csv"
	"github.com/quartet-dev/quartet/internal/exchange/ghost"
	"github.com/quartet-dev/quartet/internal/exchange/mapping"
	"github.com/quartet-dev/quartet/internal/exchange/wordpress"
)

// importFile is the file of an import, while it is read.
type importFile struct {
	importing
	stdin io.Reader

	closers []func() error
	media   *mapping.Folder
	blog    *wordpress.Reader
	unused  func() map[string]int64
}

func (f *importFile) close() error {
	var err error
	for _, each := range f.closers {
		err = errors.Join(err, each())
	}
	return err
}

// leftOut counts the records that there was no place for, and comments.
func (f *importFile) leftOut() map[string]int64 {
	left := map[string]int64{}
	if f.unused != nil {
		left = f.unused()
	}
	if f.blog != nil && f.blog.Comments > 0 {
		left["comment"] = f.blog.Comments
	}
	return left
}

// open is an app.ImportSource.
func (f *importFile) open(site app.ImportSite) (exchange.Source, exchange.Files, error) {
	if f.Format == "quartet" {
		return f.openExport()
	}
	m, err := f.mapping(site)
	if err != nil {
		return nil, nil, err
	}
	records, err := f.records(m)
	if err != nil {
		return nil, nil, err
	}
	source, unused := mapping.Source(records, m, f.media)
	f.unused = unused
	return source, f.media, nil
}

func (f *importFile) openExport() (exchange.Source, exchange.Files, error) {
	if f.Map != "" || f.MediaFolder != "" || f.Purpose != "" {
		return nil, nil, misuse{errors.New("--map, --media-folder and --purpose are for the files of other programs; say which with --format")}
	}
	from, err := exchange.OpenPackage(f.File, f.stdin)
	if err != nil {
		return nil, nil, unread(err)
	}
	f.closers = append(f.closers, from.Close)
	return exchange.NewLines(from), from, nil
}

// unread is a file that cannot be read: a diagnostic where its bytes are at fault.
func unread(err error) error {
	if app.DiagnosticsOf(err) != nil {
		return err
	}
	return misuse{fmt.Errorf("read the import: %w", err)}
}

// mapping is the one of --map, or that of the names of Schemas.
func (f *importFile) mapping(site app.ImportSite) (*mapping.Mapping, error) {
	if f.MediaFolder != "" {
		folder, err := mapping.OpenFolder(f.MediaFolder)
		if err != nil {
			return nil, unread(err)
		}
		f.media, f.closers = folder, append(f.closers, folder.Close)
	}
	if f.Map != "" {
		text, err := readAtMost(f.Map, mapping.MaxBytes)
		if err != nil {
			return nil, unread(err)
		}
		var fields []string
		if f.Format != "csv" { // whose first line names them
			fields = mapping.BlogFields()
		}
		m, problems := mapping.Read(f.Map, text, site.Plan, fields...)
		return m, problems.Err()
	}
	if f.Format == "csv" {
		return nil, misuse{errors.New("--format csv needs --map: a YAML file that says which column becomes which property")}
	}
	purpose, err := f.purpose(site)
	if err != nil {
		return nil, err
	}
	m := mapping.Automatic(site.Plan, site.Locales, purpose)
	if m == nil {
		return nil, misuse{errors.New("the site has no Schema named posts, pages, authors, tags or categories; say with --map what records become")}
	}
	return m, nil
}

// purpose is that of pictures; "" where there are none to import.
func (f *importFile) purpose(site app.ImportSite) (string, error) {
	switch {
	case f.media == nil || f.Purpose != "":
		return f.Purpose, nil
	case len(site.Purposes) == 1:
		return site.Purposes[0], nil
	}
	return "", misuse{fmt.Errorf("the site has %d purposes of media; name one with --purpose", len(site.Purposes))}
}

func (f *importFile) records(m *mapping.Mapping) (mapping.Reader, error) {
	switch f.Format {
	case "csv":
		from, name, done, err := exchange.Open(f.File, f.stdin)
		if err != nil {
			return nil, unread(err)
		}
		f.closers = append(f.closers, done)
		return csv.Open(name, from, m)
	case "wordpress":
		blog, err := wordpress.Open(f.File, f.again)
		if err != nil {
			return nil, unread(err)
		}
		f.blog, f.closers = blog, append(f.closers, blog.Close)
		return blog, nil
	}
	blog, err := ghost.Open(f.File, f.again)
	if err != nil {
		return nil, unread(err)
	}
	f.closers = append(f.closers, blog.Close)
	return blog, nil
}

// again opens the file from its beginning.
func (f *importFile) again() (io.ReadCloser, error) {
	if f.File == "-" {
		return nil, errors.New("the file is read twice, so it cannot be stdin; name a file")
	}
	from, _, done, err := exchange.Open(f.File, nil)
	return &opened{from, done}, err
}

type opened struct {
	*bufio.Reader
	done func() error
}

func (o *opened) Close() error { return o.done() }

func readAtMost(name string, most int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most+1))
}
