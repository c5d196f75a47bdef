// Package mailtest runs a real SMTP server on loopback that keeps every
// message, for the tests of other packages.
package mailtest
