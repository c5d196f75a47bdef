// Package script serves the handlers that a site has as TypeScript: it keeps
// realms ready in a process of their own (package worker, decision 193), leads each call
// through its turns, and carries out what handlers ask for. To the rest of the
// service they are functions behind ref keys, as those of Go programs are.
package script
