// Package inflight bounds the memory that the requests in progress use, for the
// whole process. Large answers and large bodies are counted against a budget,
// and a request that does not fit waits. Small ones are not counted and never
// wait.
package inflight
