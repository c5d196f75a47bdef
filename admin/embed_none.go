//go:build noadmin

package admin

import (
	"embed"
	"io/fs"
)

// Bundle is empty: this build was asked to leave the application out.
func Bundle() fs.FS { return embed.FS{} }
