package manifest

import "github.com/quartet-dev/quartet/internal/diag"

// ReadDir reads every *.yaml and *.yml directly in dir, in byte order of file
// name. Files are named prefix + base name in diagnostics.
func ReadDir(dir, prefix string) ([]File, diag.List) { panic("manifest: ReadDir") }

// Parse reads files into a Set. It is all or nothing: with one error anywhere
// the Set is nil. The list also holds warnings, and is sorted.
func Parse(files []File) (*Set, diag.List) { panic("manifest: Parse") }
