// Package site holds the site configuration, which is the siteDefaults of the
// contract: locales, names, icons, analytics ids and media purposes, and their
// rules.
//
// The reader of a declaration (internal/settings) asks Check for its faults and
// knows the place of each pointer. Seed writes the declared values to the table
// site_config. Live reads the table, so a change by another process is seen
// without a restart. The package reads no file and knows no database but the
// Store that it is given.
package site
