// Package store is a database as the service needs it: the ports of all who
// keep something in it, and what can be done with one that is not served. The
// adapters below it speak a dialect each; nobody else names one.
package store
