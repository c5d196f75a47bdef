// Package portable writes JSON Schemas of the manifests' subset as clients read
// them: nullable becomes a type, localized words their English ones, patterns of
// RE2 that mean something else elsewhere, and extensions, become words. What it
// writes, drafts 2020-12 and 07 read alike.
package portable
