package admin

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
)

func (s *Surface) statistics(q *request) error {
	stats, err := s.Content.Statistics(q.Context(), q.PathValue("name"), content.Span(q.query["range"]))
	if err != nil {
		return err
	}
	out := wire.Statistics{
		Total: stats.Total, ByStatus: map[string]int64{}, ByFilterValue: stats.ByValue,
		From: stats.From, To: stats.To, BucketMs: stats.Bucket, Buckets: []wire.Bucket{},
	}
	for status, n := range stats.ByStatus {
		out.ByStatus[string(status)] = n
	}
	for i, n := range stats.Created {
		out.Buckets = append(out.Buckets, wire.Bucket{Start: stats.From + int64(i)*stats.Bucket, Count: n})
	}
	return q.answer(out, nil)
}

func (s *Surface) usedValues(q *request) error {
	used, err := s.staffEntries(q).UsedValues(q.Context(), q.PathValue("name"), q.query["field"], q.query["search"])
	out := wire.UsedValues{Values: []wire.UsedValue{}}
	for _, each := range used {
		out.Values = append(out.Values, wire.UsedValue{Value: each.Text, Entries: each.Entries})
	}
	return q.answer(out, err)
}
