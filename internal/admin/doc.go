// Package admin is the Admin API under /admin/api, which serves the Admin
// application. Every route wants the session of a member of staff and has a
// minimum role; routes.go lists them all.
//
// It turns a request into calls on content, which holds every rule about
// entries, and the answer into the structs of package wire.
package admin
