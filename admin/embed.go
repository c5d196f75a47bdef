//go:build !noadmin

package admin

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Bundle is the built application: index.html, favicon.svg and assets/.
func Bundle() fs.FS {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		return embed.FS{} // "dist" is a valid path; there is no other error
	}
	return built
}
