// Package spec holds the contract as conformance transcripts: one folder for
// each clause, one txtar file for a rule or a table of rules. Each file is a
// whole site with requests and the answers they must get, replayed through a
// real server over HTTP on a real database. README.md explains how to add one.
package spec
