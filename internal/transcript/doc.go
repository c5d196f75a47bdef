// Package transcript reads the requests and answers that tests replay over
// HTTP, and compares answers with what was expected of them (decision 97).
// spec/README.md describes the form. It is for tests alone; each suite decides
// who sends a request and to which site.
package transcript
