//go:build !noadmin

package bundle

import (
	"embed"
	"io/fs"
)

//go:embed all:files
var files embed.FS

// Files are index.html, favicon.svg and assets/.
func Files() fs.FS {
	built, err := fs.Sub(files, "files")
	if err != nil {
		panic(err) // "files" is a valid path; there is no other error
	}
	return built
}
