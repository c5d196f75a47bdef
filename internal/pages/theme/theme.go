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
// among a site's templates where it has one of its own (decision 147).
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

// contents are those of a file of the theme, which must have it.
func contents(name string) []byte {
	text, err := fs.ReadFile(Files(), name)
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}

// Stylesheet is the theme's own stylesheet and its path.
func Stylesheet() (path string, css []byte) {
	css = contents(StylesheetName)
	return PathOf(css), css
}

// PathOf is where a stylesheet is served. It changes with what it says, so that
// browsers may keep for good what they found there.
func PathOf(css []byte) string {
	sum := sha256.Sum256(css)
	return "/_service/pages/theme." + hex.EncodeToString(sum[:8]) + ".css"
}
