package auth

import (
	"sync"
	"time"
)

// maxLocalCounts bounds the counts that are kept in memory, some 10 MB.
const maxLocalCounts = 100_000

// localRates are counts in the memory of this process. When there are too many
// some are forgotten: whoever comes from so many addresses is not held by a
// limit on each.
type localRates struct {
	mu     sync.Mutex
	counts map[localKey]localCount
}

type localKey struct {
	bucket string
	window int64
}

type localCount struct {
	count int
	ends  time.Time
}

// Counter holds callers to a limit by counts in the memory of this process,
// without a Service or a store. It is safe for concurrent use.
type Counter struct {
	limit Limit
	rates *localRates
}

// NewCounter makes a Counter that has counted nothing.
func NewCounter(l Limit) *Counter { return &Counter{l, newLocalRates()} }

// Allow is Service.Allow.
func (c *Counter) Allow(who ...string) (retry time.Duration, ok bool) {
	retry, ok, _ = c.rates.allow(time.Now(), c.limit.meters(who)) // memory does not fail
	return retry, ok
}

func newLocalRates() *localRates { return &localRates{counts: map[localKey]localCount{}} }

func (r *localRates) allow(now time.Time, meters []meter) (retry time.Duration, ok bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(now)
	retry, err = countAll(r, now, meters)
	return retry, err == nil && retry == 0, err
}

// Rate implements rateStore.
func (r *localRates) Rate(bucket string, window time.Time) (int, error) {
	return r.counts[localKey{bucket, window.UnixMilli()}].count, nil
}

// CountRate implements rateStore.
func (r *localRates) CountRate(bucket string, window, ends time.Time) error {
	key := localKey{bucket, window.UnixMilli()}
	r.counts[key] = localCount{r.counts[key].count + 1, ends}
	return nil
}

// forget looks at a few counts, in an order that differs each time, and drops
// those that are over; when there are too many, any.
func (r *localRates) forget(now time.Time) {
	looked := 0
	for key, c := range r.counts {
		if !now.Before(c.ends) || len(r.counts) > maxLocalCounts {
			delete(r.counts, key)
		}
		if looked++; looked == purgeBatch {
			return
		}
	}
}
