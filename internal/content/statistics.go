package content

import (
	"context"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Span is a stretch of time that statistics are taken over.
type Span string

// The spans.
const (
	Hour  Span = "1h"
	Day   Span = "24h"
	Week  Span = "7d"
	Month Span = "30d"
)

var spans = []Span{Hour, Day, Week, Month}

// lengths are how long a Span and each of its buckets is.
var lengths = map[Span]struct{ length, bucket time.Duration }{
	Hour:  {time.Hour, time.Minute},
	Day:   {24 * time.Hour, time.Hour},
	Week:  {7 * 24 * time.Hour, 6 * time.Hour},
	Month: {30 * 24 * time.Hour, 24 * time.Hour},
}

// Statistics is how many entries a collection has, and when they were made.
// Times are Unix epoch milliseconds; From to To holds the buckets, the last of
// which is not over. Callers must not change the Counts.
type Statistics struct {
	Counts
	Total            int64
	From, To, Bucket int64
}

// Statistics counts the entries of a collection; those of each value of
// uiSchema.list.filterField, where it has one. "" is 7d; another Span than 1h,
// 24h, 7d and 30d is INPUT_VALIDATION_FAILED at input#/range.
func (s *Service) Statistics(ctx context.Context, collection string, span Span) (Statistics, error) {
	schema, err := s.schema(collection)
	if err != nil {
		return Statistics{}, err
	}
	if span == "" {
		span = Week
	}
	over, known := lengths[span]
	if !known {
		d := refusedParam("range", "Must be 1h, 24h, 7d or 30d.")
		d.Expected = spans
		return Statistics{}, d
	}
	stats := Statistics{Bucket: over.bucket.Milliseconds()}
	stats.To = (s.opts.Now().UnixMilli()/stats.Bucket + 1) * stats.Bucket
	stats.From = stats.To - over.length.Milliseconds()
	stats.Counts, err = s.count(ctx, CountQuery{
		Schema: schema, By: schema.Column(schema.FilterField()),
		From: stats.From, Width: stats.Bucket, Spans: int(over.length / over.bucket),
	})
	for _, n := range stats.ByStatus {
		stats.Total += n
	}
	return stats, err
}

// count counts anew when something was written since.
func (s *Service) count(ctx context.Context, q CountQuery) (Counts, error) {
	generation, known := s.store.Generation(q.Schema)
	if counts, ok := s.counts.find(q, generation); known && ok {
		return counts, nil
	}
	counts, err := s.store.Count(ctx, q)
	if err != nil {
		return counts, diag.Attempted(err, "count the entries of %s", q.Schema.Name())
	}
	if known {
		s.counts.keep(q, generation, counts)
	}
	return counts, nil
}

// countCache are what was counted last, one for each Span of a collection: whoever
// opens a list asks for its counts, and the databases count row by row
// (decision 100).
type countCache struct {
	mu   sync.Mutex
	last map[countKey]cachedCount
}

type countKey struct {
	schema *plan.Schema
	width  int64
}

// cachedCount is what a query counted in a generation of the Schema's entries.
type cachedCount struct {
	query      CountQuery
	generation uint64
	counts     Counts
}

func (t *countCache) find(q CountQuery, generation uint64) (Counts, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	last, ok := t.last[countKey{q.Schema, q.Width}]
	return last.counts, ok && last.query == q && last.generation == generation
}

func (t *countCache) keep(q CountQuery, generation uint64, counts Counts) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last == nil {
		t.last = map[countKey]cachedCount{}
	}
	t.last[countKey{q.Schema, q.Width}] = cachedCount{q, generation, counts}
}
