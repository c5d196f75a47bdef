// Package page is how a Go program has a part in the public pages of a site: its
// routes, templates and functions, a renderer of its own for the home or for paths
// without a page, and the data that all of them are given.
//
// Names and types of the exported fields of Page are the language of a site's
// templates, too (pages.md, Templates): what is removed or renamed here breaks
// sites.
package page
