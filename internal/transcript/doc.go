// Package transcript reads the requests and answers that tests replay over HTTP,
// and holds answers against what was expected of them. spec/README.md describes
// the form. It is for tests alone: who asks, and of what, is theirs
// (decision 97).
package transcript
