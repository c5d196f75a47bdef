//go:build noadmin

package bundle

import (
	"embed"
	"io/fs"
)

// Files are none: this build was asked to leave the application out.
func Files() fs.FS { return embed.FS{} }
