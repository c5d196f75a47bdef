// Package plan links the atoms of a site, checks the graph that they make, and
// seals the result: one immutable Plan with compiled schemas, views,
// procedures, routes and tool names, and a fingerprint of its meaning.
//
// Only Seal makes a Plan. Its contents are read through accessors and are safe
// for concurrent use.
package plan
