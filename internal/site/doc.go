// Package site is what a site says of itself, the siteDefaults of the contract:
// its locales, names, icons, analytics ids and media purposes, and the rules
// that they obey.
//
// Whoever reads a declaration (internal/settings) asks Check what is wrong with
// it and knows the place of each pointer. Seed writes what was declared to the
// table site_config, and Live reads the table back for whoever asks, so that
// what another process changes is seen without a restart. The package reads no
// file and knows no database but the Store that it is given.
package site
