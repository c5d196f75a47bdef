// Package fetch makes the requests of handlers to other services (decision
// 195). A Client belongs to a site, and everything that a handler says to it is
// input from outside: an address comes from whoever called the handler as often
// as from its author.
//
// What may be reached is decided where a connection is made, on the address that
// is connected to: neither a name that resolves to this machine, nor a redirect,
// nor another way to write an address leads around it. Only hosts that the
// operator names in handlers.allowHosts may be private.
//
// Every request is bounded in time, size and number, and an *Error tells the
// author of the handler what went wrong, in words that show nothing of the
// network behind the service.
package fetch
