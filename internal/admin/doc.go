// Package admin is the Admin API under /admin/api: what the Admin application,
// and nothing else, is served with. Every route wants the session of a member of
// staff and has a least role; routes.go lists them all.
//
// It turns a request into calls on content, where every rule of an entry lives,
// and the answer into the structs of package wire.
package admin
