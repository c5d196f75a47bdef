package sqlite

import "context"

var selectAny = &query{text: `SELECT 1 FROM _quartet_layout LIMIT 1`}

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
