// Package docs is the handbook as files, for the program to show in the version that
// runs. Its tests hold the handbook against the program: the sites that it shows seal,
// the settings that it shows are taken, the templates that it shows write what it says,
// the codes that it names exist, and its links lead somewhere.
package docs

import "embed"

// Files are the pages, by their paths below docs/. A folder's own page is its README.md.
//
//go:embed *.md guides/*.md handlers/*.md
var Files embed.FS
