package sqlite

import (
	"context"
	"crypto/rand"
)

var (
	selectSecret = &query{text: `SELECT value FROM _quartet_secrets WHERE name = ?1`}
	insertSecret = &query{text: `INSERT OR IGNORE INTO _quartet_secrets (name, value) VALUES (?1, ?2)`}
	selectSeed   = &query{text: `SELECT 1 FROM _quartet_seeds WHERE hash = ?1`}
	insertSeed   = &query{text: `INSERT OR IGNORE INTO _quartet_seeds (hash) VALUES (?1)`}
	selectAny    = &query{text: `SELECT 1 FROM _quartet_layout LIMIT 1`}
)

const secretBytes = 32

// Secret implements content.Store.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	secret, err := s.look(ctx, selectSecret, name)
	if err != nil || secret != nil {
		return secret, err
	}
	fresh := make([]byte, secretBytes)
	_, _ = rand.Read(fresh) // never fails
	err = s.writer.do(ctx, func(c *conn) error {
		if err := c.run(insertSecret, name, fresh); err != nil {
			return err
		}
		secret, err = c.look(selectSecret, name)
		return err
	})
	return secret, err
}

// Seeded implements content.Store.
func (s *Store) Seeded(ctx context.Context, hash string) (bool, error) {
	found, err := s.look(ctx, selectSeed, hash)
	return found != nil, err
}

// MarkSeeded implements content.Store.
func (s *Store) MarkSeeded(ctx context.Context, hash string) error {
	return s.writer.do(ctx, func(c *conn) error { return c.run(insertSeed, hash) })
}

// Ping implements content.Store.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.writer.files.Check(); err != nil {
		return failure(err)
	}
	if err := s.writer.trouble.broken(); err != nil {
		return failure(err)
	}
	_, err := s.look(ctx, selectAny)
	return err
}

// look reads the bytes of one value; nil when there is no row.
func (s *Store) look(ctx context.Context, q *query, arguments ...any) (found []byte, err error) {
	err = s.readers.read(ctx, func(c *conn) (err error) {
		found, err = c.look(q, arguments...)
		return err
	})
	return found, err
}
