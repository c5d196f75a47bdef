package dbfile

import (
	"net/url"
	"path/filepath"
	"strings"
)

// URI names a database file to the driver, on FileSystem; mode is SQLite's: ro,
// rw or rwc. It keeps a path that looks like a URI, or holds ? or #, from being
// taken for anything but a path.
func URI(path, mode string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: "vfs=" + FileSystem + "&mode=" + mode}).String()
}
