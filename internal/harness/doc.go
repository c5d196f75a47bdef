// Package harness finds the indexes that a site lacks. It fills a scratch
// database with rows that fit the Schemas, runs every View over the store that
// serves sites, counts what it visits, and proposes an index only after it has
// seen that the View is served by it.
package harness
