package dev

import (
	_ "embed"

	"github.com/quartet-dev/quartet/internal/diag"
)

// firstManifest is what the page of an empty folder offers to begin with.
//
//go:embed first.yaml
var firstManifest string

// beginning is the manifest to begin with where a site lacks its manifests and nothing else
// is wrong; "" otherwise.
func beginning(problems diag.List) string {
	if len(problems) != 1 || problems[0].Code != diag.ManifestRootNotFound {
		return ""
	}
	return firstManifest
}
