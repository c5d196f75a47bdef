// Package latency samples the routes of a running service: how long their
// answers take, how many fail, and how that compares with an earlier run.
package latency
