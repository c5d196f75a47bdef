package pages

import (
	"errors"
	"io/fs"
	"net/http"
	"path"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/pages/theme"
)

// filesRoot is where the files of the theme are served.
const filesRoot = "/_service/pages"

// Stylesheet serves the stylesheet of the built-in theme, or the one that the site
// has in its place. It is a surface of its own: its path is a reserved one.
type Stylesheet struct {
	path  string
	files http.Handler
}

// newStylesheet finds the stylesheet among the templates of a site; nil for none.
func newStylesheet(templates fs.FS) (*Stylesheet, error) {
	files := theme.Files()
	if templates != nil {
		if _, err := fs.Stat(templates, theme.StylesheetName); err == nil {
			files = templates
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	css, err := fs.ReadFile(files, theme.StylesheetName)
	if err != nil {
		return nil, err
	}
	at := theme.PathOf(css)
	only := renamed{files, path.Base(at), theme.StylesheetName}
	return &Stylesheet{at, http.StripPrefix(filesRoot, httpx.NewBundle(only))}, nil
}

// Serves reports whether a path is that of a file of the theme.
func (*Stylesheet) Serves(path string) bool { return httpx.Under(filesRoot, path) }

// ServeHTTP implements http.Handler.
func (s *Stylesheet) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.files.ServeHTTP(w, r) }

// renamed is one file of a file system, under another name.
type renamed struct {
	files          fs.FS
	name, original string
}

// Open implements fs.FS.
func (r renamed) Open(name string) (fs.File, error) {
	if name != r.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return r.files.Open(r.original)
}
