package httpx

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"
)

// Static is the static layer: it answers GET and HEAD of a file's own path with
// the file, as open-parts.md, "Site configuration" says, and everything else
// with NOT_FOUND. Names that carry a hash are immutable for a year; all have a
// strong entity tag, and those without a hash `no-cache`. It looks at the files
// anew for each request. It is to be asked last: it knows of no routes but
// the reserved paths, which it leaves alone.
type Static struct {
	// Missing answers where there is no file; nil for NOT_FOUND.
	Missing http.Handler

	files      fs.FS
	tags       fileTags
	compressed *gzipCache // nil: nothing goes out compressed
}

// NewStatic serves files, which must be able to seek, as those of os.Root and
// embed.FS are.
func NewStatic(files fs.FS) *Static { return &Static{files: files} }

const staticRoute = "static"

// Cache-Control of the static layer.
var (
	immutable  = []string{"public, max-age=31536000, immutable"}
	revalidate = []string{"no-cache"}
)

func (s *Static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, ok := fileName(r.URL)
	if !ok {
		s.missing(w, r)
		return
	}
	file, info, err := s.open(name)
	caching := cachingOf(name)
	if errors.Is(err, fs.ErrNotExist) {
		if plain, ok := s.plainName(name); ok {
			name, caching = plain, immutable
			file, info, err = s.open(name)
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.missing(w, r)
		return
	case err != nil:
		WriteFailure(w, r, notFound().WithCause(err)) // such as a file that may not be read
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		_ = file.Close()
		NotAllowed(w, r, "GET, HEAD")
		return
	}
	defer file.Close()
	w.Header()["Cache-Control"] = caching
	s.send(w, r, name, file, info)
}

func (s *Static) missing(w http.ResponseWriter, r *http.Request) {
	if s.Missing == nil {
		NotFound(w, r)
		return
	}
	s.Missing.ServeHTTP(w, r)
}

// fileName is the name of the file whose path it is. Reserved paths, names
// that begin with a dot at any depth, and all that is not spelt as the one path
// of a file (empty segments, . and .., an encoded slash) have none.
func fileName(u *url.URL) (string, bool) {
	name, rooted := strings.CutPrefix(u.Path, "/")
	hidden := strings.HasPrefix(name, ".") || strings.Contains(name, "/.")
	slash := strings.Contains(strings.ToLower(u.RawPath), "%2f")
	return name, rooted && fs.ValidPath(name) && !hidden && !slash && !Reserved(u.Path)
}

// open opens a regular file. It looks before it opens: opening a named pipe
// would wait for its writer.
func (s *Static) open(name string) (fs.File, fs.FileInfo, error) {
	info, err := fs.Stat(s.files, name)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fs.ErrNotExist
	}
	file, err := s.files.Open(name)
	if err != nil {
		return nil, nil, err
	}
	return file, info, nil
}

func (s *Static) send(w http.ResponseWriter, r *http.Request, name string, file fs.File, info fs.FileInfo) {
	content, ok := file.(io.ReadSeeker)
	if !ok {
		WriteFailure(w, r, fmt.Errorf("the file system of %s gives files that cannot seek", name))
		return
	}
	tag, err := s.tags.of(name, info, content)
	if err != nil {
		WriteFailure(w, r, err)
		return
	}
	h := w.Header()
	if packed, err := s.compressed.of(name, content); err != nil {
		WriteFailure(w, r, err)
		return
	} else if packed != nil {
		h["Vary"] = []string{"Accept-Encoding"}
		if acceptsGzip(r.Header.Get("Accept-Encoding")) {
			h["Content-Encoding"] = []string{"gzip"}
			content, tag = packed, tag[:len(tag)-1]+`-gzip"`
		}
	}
	h["Etag"] = []string{tag}
	h["Content-Type"] = []string{contentType(name)}
	if answer, ok := w.(*response); ok {
		answer.static, answer.route = true, staticRoute
	}
	http.ServeContent(w, r, "", time.Time{}, content)
}

func cachingOf(name string) []string {
	if isHashed(name) {
		return immutable
	}
	return revalidate
}

// isFileStatus reports whether an answer of the status is a file, a part of it, or
// word that it has not changed.
func isFileStatus(status int) bool {
	return status == http.StatusOK || status == http.StatusPartialContent || status == http.StatusNotModified
}

// isHashed reports whether a name has the form name.hash.ext, its hash being 8 to 64
// characters, either of 0-9 a-f with a digit and a letter, or of 0-9 A-Z a-z
// with a digit and letters of both cases. Words and dates are no hashes: a file
// that is wrongly taken for immutable cannot be changed for a year (decision 28).
func isHashed(name string) bool {
	parts := strings.Split(path.Base(name), ".")
	n := len(parts)
	return n >= 3 && parts[0] != "" && parts[n-1] != "" && isHash(parts[n-2])
}

func isHash(text string) bool {
	if len(text) < 8 || len(text) > 64 {
		return false
	}
	var digit, lower, upper, beyondF bool
	for _, c := range []byte(text) {
		switch {
		case '0' <= c && c <= '9':
			digit = true
		case 'a' <= c && c <= 'z':
			lower, beyondF = true, beyondF || c > 'f'
		case 'A' <= c && c <= 'Z':
			upper = true
		default:
			return false
		}
	}
	// Of digits alone there are dates and times, which are shorter.
	return digit && (lower && (upper || !beyondF) || !lower && !upper && len(text) >= digitsOfHash)
}

// digitsOfHash is how many digits are a hash that happens to have no letter (decision 363): one in ten
// thousand of 20 hexadecimal digits.
const digitsOfHash = 20
