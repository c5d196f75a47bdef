package pages

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"time"

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

// newStylesheet finds the stylesheet in the first of the folders of templates that
// has one, or else in the theme. A folder may be nil.
func newStylesheet(folders ...fs.FS) (*Stylesheet, error) {
	files, err := styled(append(folders, theme.Files()))
	if err != nil {
		return nil, err
	}
	css, err := fs.ReadFile(files, theme.StylesheetName)
	if err != nil {
		return nil, err
	}
	at := theme.PathOf(css)
	only := oneFile{path.Base(at), css}
	return &Stylesheet{at, http.StripPrefix(filesRoot, httpx.NewBundle(only))}, nil
}

func styled(folders []fs.FS) (fs.FS, error) {
	for _, each := range folders {
		if each == nil {
			continue
		}
		if _, err := fs.Stat(each, theme.StylesheetName); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return each, err
		}
	}
	return nil, fs.ErrNotExist
}

// Serves reports whether a path is that of a file of the theme.
func (*Stylesheet) Serves(path string) bool { return httpx.Under(filesRoot, path) }

// ServeHTTP implements http.Handler.
func (s *Stylesheet) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.files.ServeHTTP(w, r) }

// oneFile is a file system of one file, which is in memory: what was found at its
// address stays the same while the service runs.
type oneFile struct {
	name string
	text []byte
}

// Open implements fs.FS.
func (o oneFile) Open(name string) (fs.File, error) {
	if name != o.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &opened{o, *bytes.NewReader(o.text)}, nil
}

// opened is the file.
type opened struct {
	oneFile
	bytes.Reader
}

func (o *opened) Stat() (fs.FileInfo, error) { return o.oneFile, nil }
func (o *opened) Close() error               { return nil }

func (o oneFile) Name() string     { return o.name }
func (o oneFile) Size() int64      { return int64(len(o.text)) }
func (oneFile) Mode() fs.FileMode  { return 0o444 }
func (oneFile) ModTime() time.Time { return time.Time{} }
func (oneFile) IsDir() bool        { return false }
func (oneFile) Sys() any           { return nil }
