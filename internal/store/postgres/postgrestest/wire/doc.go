// Package wire is a proxy between a service and PostgreSQL that reads the
// protocol: it delays what passes, counts and shows the round trips, and cuts
// connections at a chosen place of a conversation. Tests and bench use it
// (decision 208).
package wire
