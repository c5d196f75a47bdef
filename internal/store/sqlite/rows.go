package sqlite

// first reads the first row of a statement; nil without a row.
func first[T any](c *conn, q *query, read func(*stmt) *T, arguments ...any) (found *T, err error) {
	err = c.each(q, func(s *stmt) error {
		if found == nil {
			found = read(s)
		}
		return nil
	}, arguments...)
	return found, err
}

// every reads all rows of a statement.
func every[T any](c *conn, q *query, read func(*stmt) *T, arguments ...any) (found []*T, err error) {
	err = c.each(q, func(s *stmt) error {
		found = append(found, read(s))
		return nil
	}, arguments...)
	return found, err
}

// exists tells whether a statement has a row.
func (c *conn) exists(q *query, arguments ...any) (bool, error) {
	found, err := c.look(q, arguments...)
	return found != nil, err
}

// hits runs a statement and tells whether it changed a row.
func (c *conn) hits(q *query, arguments ...any) (bool, error) {
	err := c.run(q, arguments...)
	return err == nil && c.changes() > 0, err
}
