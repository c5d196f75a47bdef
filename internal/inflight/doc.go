// Package inflight bounds the bytes that the requests under way keep in memory,
// for the whole process: what large answers and large bodies take is counted
// against a budget, and a request that finds no room waits its turn. Small ones
// are not counted and wait for nobody.
package inflight
