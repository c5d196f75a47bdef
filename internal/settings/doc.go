// Package settings reads the configuration of a site: quartet.yaml, the
// environment and the git-ignored .env beside it (site-folder.md).
//
// Every key has a default and every file may be missing. What is present is
// checked strictly: unknown keys, wrong types and bad values are all reported
// in one run, each at its place. Secrets come from the environment alone.
package settings
