package entries

import (
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// Count counts entries. Its statements walk indexes alone.
func Count(d *sqlgen.Dialect, c Conn, q content.CountQuery) (content.Counts, error) {
	counts := content.Counts{ByStatus: map[content.Status]int64{}, ByValue: map[string]int64{}, Created: make([]int64, q.Spans)}
	return counts, countAll(d, c, q, counts)
}

func countAll(d *sqlgen.Dialect, c Conn, q content.CountQuery, counts content.Counts) error {
	if err := countStatuses(d, c, q, counts.ByStatus); err != nil {
		return err
	}
	if q.By != nil {
		byValue := &Query{Text: sqlgen.CountValues(d, q.Schema, q.By), Brief: true}
		err := each(c, byValue, func(s Statement) error {
			counts.ByValue[string(s.Text(0))] = s.Integer(1)
			return nil
		})
		if err != nil {
			return err
		}
	}
	created := &Query{Text: sqlgen.CountCreated(d, q.Schema), Brief: true}
	return each(c, created, func(s Statement) error {
		counts.Created[s.Integer(0)] = s.Integer(1)
		return nil
	}, q.From, q.Width, q.From+q.Width*int64(q.Spans))
}

// countStatuses takes for published what is in no other state.
func countStatuses(d *sqlgen.Dialect, c Conn, q content.CountQuery, count map[content.Status]int64) error {
	byStatus := &Query{Text: sqlgen.CountStatuses(d, q.Schema), Brief: true}
	var published int64
	err := each(c, byStatus, func(s Statement) error {
		switch status, n := content.Status(s.Text(0)), s.Integer(1); {
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
