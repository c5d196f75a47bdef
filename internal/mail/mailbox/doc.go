// Package mailbox runs a real SMTP server on loopback that keeps every message, so
// that tests of a site can read its mail.
package mailbox
