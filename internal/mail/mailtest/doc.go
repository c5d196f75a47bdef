// Package mailtest has a mail server to send to, as a real SMTP server on
// loopback that keeps what it is given, for the tests of other rooms.
package mailtest
