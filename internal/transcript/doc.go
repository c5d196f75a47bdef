// Package transcript is the form of a transcript: requests with the answers that they
// must get, sent over HTTP and compared (decisions 97 and 194). `quartet test` and the tests
// of this repository share it; docs/testing-a-site.md and spec/README.md describe it.
// Each of them decides to which site a transcript speaks, and has verbs of its own.
package transcript
