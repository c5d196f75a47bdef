// Package site is what a site declares of itself, the siteDefaults of the
// contract: its locales, names, icons, analytics ids and media purposes, and
// the rules that they obey.
//
// The package reads no file and keeps no row. Whoever reads a declaration
// (internal/settings) asks Check what is wrong with it and knows the place of
// each pointer.
package site
