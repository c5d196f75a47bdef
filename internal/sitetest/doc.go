// Package sitetest runs the transcripts of a site, tests/*.txtar, each against the
// site as it is, in a scratch database (decision 194). docs/testing-a-site.md describes
// their form.
package sitetest
