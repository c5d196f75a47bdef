// Package plan links the atoms of a site, checks the graph they make, and
// seals the result: one immutable Plan with compiled schemas, views,
// procedures, routes and tool names, and a fingerprint of its meaning.
//
// Only Seal makes a Plan. Everything in it is read through accessors and is
// safe for concurrent use.
package plan
