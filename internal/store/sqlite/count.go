package sqlite

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// Count implements content.StaffStore. Its statements walk indexes alone.
func (s *Store) Count(ctx context.Context, q content.CountQuery) (content.Counts, error) {
	if _, err := s.collection(q.Schema); err != nil {
		return content.Counts{}, err
	}
	counts := content.Counts{ByStatus: map[content.Status]int64{}, ByValue: map[string]int64{}, Created: make([]int64, q.Spans)}
	err := s.readers.read(ctx, func(c *conn) error { return c.countEntries(q, counts) })
	if err != nil {
		return content.Counts{}, err
	}
	return counts, nil
}

func (c *conn) countEntries(q content.CountQuery, counts content.Counts) error {
	if err := c.countStatuses(q, counts.ByStatus); err != nil {
		return err
	}
	if q.By != nil {
		byValue := &query{text: sqlgen.CountValues(sqlgen.SQLite, q.Schema, q.By), brief: true}
		err := c.each(byValue, func(s *stmt) error {
			counts.ByValue[string(s.text(0))] = s.integer(1)
			return nil
		})
		if err != nil {
			return err
		}
	}
	created := &query{text: sqlgen.CountCreated(sqlgen.SQLite, q.Schema), brief: true}
	return c.each(created, func(s *stmt) error {
		counts.Created[s.integer(0)] = s.integer(1)
		return nil
	}, q.From, q.Width, q.From+q.Width*int64(q.Spans))
}

// countStatuses takes for published what is in no other state.
func (c *conn) countStatuses(q content.CountQuery, count map[content.Status]int64) error {
	byStatus := &query{text: sqlgen.CountStatuses(sqlgen.SQLite, q.Schema), brief: true}
	var published int64
	err := c.each(byStatus, func(s *stmt) error {
		switch status, n := content.Status(s.text(0)), s.integer(1); {
		case status == "":
			published += n
		case n > 0:
			count[status] = n
			published -= n
		}
		return nil
	})
	if published > 0 {
		count[content.Published] = published
	}
	return err
}
