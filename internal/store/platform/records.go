package platform

import (
	"context"
	"crypto/rand"
)

var (
	selectSecret = declare(`SELECT value FROM _quartet_secrets WHERE name = ?1`)
	insertSecret = declare(`INSERT INTO _quartet_secrets (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING`)
	selectSeed   = declare(`SELECT 1 FROM _quartet_seeds WHERE hash = ?1`)
	insertSeed   = declare(`INSERT INTO _quartet_seeds (hash) VALUES (?1) ON CONFLICT (hash) DO NOTHING`)
)

const secretBytes = 32

// Secret implements content.Store.
func (p Ports) Secret(ctx context.Context, name string) (secret []byte, err error) {
	read := Func(func(c *Conn) (err error) {
		secret, err = c.secret(name)
		return err
	})
	if err := p.db.Read(ctx, read); err != nil || secret != nil {
		return secret, err
	}
	fresh := make([]byte, secretBytes)
	_, _ = rand.Read(fresh) // never fails
	err = p.db.Update(ctx, Func(func(c *Conn) error {
		if err := c.run(insertSecret, name, fresh); err != nil {
			return err
		}
		return read(c)
	}))
	return secret, err
}

func (c *Conn) secret(name string) (secret []byte, err error) {
	err = c.each(selectSecret, func(r row) error {
		secret = blob(r.Blob(0))
		return nil
	}, name)
	return secret, err
}

// Seeded implements content.Store.
func (p Ports) Seeded(ctx context.Context, hash string) (seeded bool, err error) {
	err = p.db.Read(ctx, Func(func(c *Conn) (err error) {
		seeded, err = c.exists(selectSeed, hash)
		return err
	}))
	return seeded, err
}

// MarkSeeded implements content.Store.
func (p Ports) MarkSeeded(ctx context.Context, hash string) error {
	return p.db.Update(ctx, Func(func(c *Conn) error { return c.run(insertSeed, hash) }))
}
