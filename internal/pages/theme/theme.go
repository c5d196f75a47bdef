package theme

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
)

//go:embed files
var embedded embed.FS

// StylesheetName is the file of the stylesheet among those of the theme, and
// among a site's templates where it has one of its own.
const StylesheetName = "theme.css"

// Files are the files of the theme, under the names that a site's own have in its
// folder of templates.
func Files() fs.FS {
	files, err := fs.Sub(embedded, "files")
	if err != nil {
		panic(err) // a constant name
	}
	return files
}

// Stylesheet is the theme's own stylesheet and its path.
func Stylesheet() (path string, css []byte) {
	css, err := fs.ReadFile(Files(), StylesheetName)
	if err != nil {
		panic(err) // it is embedded
	}
	return PathOf(css), css
}

// PathOf is where a stylesheet is served. It changes with what it says, so that
// browsers may keep for good what they found there.
func PathOf(css []byte) string {
	sum := sha256.Sum256(css)
	return "/_service/pages/theme." + hex.EncodeToString(sum[:8]) + ".css"
}
