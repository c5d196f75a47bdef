package auth

import (
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// maxLocalCounts bounds the counts that are kept in memory, some 10 MB.
const maxLocalCounts = 100_000

// localRates are counts in the memory of this process. When there are too many
// some are forgotten: whoever comes from so many addresses is not held by a
// limit on each.
type localRates struct {
	store diag.Described[Reader, Tx] // where other processes' counts are; none where there is no Store

	mu      sync.Mutex
	counts  map[localKey]localCount
	untold  map[localKey]int // what was counted since the last exchange
	sharing bool             // an exchange will come
}

type localKey struct {
	bucket string
	window int64
}

type localCount struct {
	count  int // of this process
	told   int // the part of it that the store has
	others int // of other processes, as of the last exchange
	ends   time.Time
}

// Counter holds callers to a limit by counts in the memory of this process,
// without a Service or a store. It is safe for concurrent use.
type Counter struct {
	limit Limit
	rates *localRates
}

// NewCounter makes a Counter that has counted nothing.
func NewCounter(l Limit) *Counter { return &Counter{l, newLocalRates()} }

// Share has the counts exchanged with those of other processes on the store.
func (c *Counter) Share(store Store) { c.rates.share(store) }

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
	retry, _, err = countAll(r, now, meters)
	return retry, err == nil && retry == 0, err
}

// Rate implements rateStore.
func (r *localRates) Rate(bucket string, window time.Time) (int, error) {
	c := r.counts[localKey{bucket, window.UnixMilli()}]
	return c.count + c.others, nil
}

// CountRate implements rateStore.
func (r *localRates) CountRate(bucket string, window, ends time.Time) error {
	key := localKey{bucket, window.UnixMilli()}
	c := r.counts[key]
	c.count++
	c.ends = ends
	r.counts[key] = c
	r.tell(key)
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
