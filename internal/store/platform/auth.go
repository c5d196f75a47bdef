package platform

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
)

// Auth is auth's store: users, sessions and what belongs to them.
func (p Ports) Auth() auth.Store { return authStore{p.db} }

type authStore struct{ db Database }

// Read implements auth.Store.
func (a authStore) Read(ctx context.Context, fn func(auth.Reader) error) error {
	return a.db.Read(ctx, authRead(fn))
}

// Update implements auth.Store.
func (a authStore) Update(ctx context.Context, fn func(auth.Tx) error) error {
	return a.db.Update(ctx, authUpdate(fn))
}

// authRead and authUpdate are what auth does in a unit of work.
type (
	authRead   func(auth.Reader) error
	authUpdate func(auth.Tx) error
)

func (fn authRead) Do(c *Conn) error   { return fn(authReader{c}) }
func (fn authUpdate) Do(c *Conn) error { return fn(authTx{authReader{c}}) }

type authReader struct{ c *Conn }

type authTx struct{ authReader }

// Record implements auth.AuditWriter.
func (t authTx) Record(l *audit.Record) error { return t.c.record(l) }
