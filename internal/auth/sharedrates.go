package auth

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

const (
	shareEvery   = time.Second // between two exchanges, while there is something to tell
	shareTimeout = 5 * time.Second
	sharedAtOnce = 200 // counts in an exchange, the largest first
)

// share has counts exchanged with those of other processes on a store: a second after
// something was counted they are added there, and what others have counted is learned.
// No request waits for it, and so many have one write (decision 52).
func (r *localRates) share(store Store) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.store, r.untold = diag.Described[Reader, Tx]{Store: store}, map[localKey]int{}
}

// tell has one more of a count be told. r.mu is held.
func (r *localRates) tell(key localKey) {
	if r.store.Store == nil {
		return
	}
	r.untold[key]++
	if !r.sharing {
		r.sharing = true
		time.AfterFunc(shareEvery, r.exchange)
	}
}

// telling is how much is added to a count of the store.
type telling struct {
	localKey
	n    int
	ends time.Time
}

// exchange tells the store what was counted, and learns what it has. What cannot be told
// is counted here alone: told twice, it could lock somebody out.
func (r *localRates) exchange() {
	all := r.take()
	ctx, cancel := context.WithTimeout(context.Background(), shareTimeout)
	defer cancel()
	totals := make([]int, len(all))
	err := r.store.Update(ctx, "share the counts of requests", func(tx Tx) (err error) {
		for i, each := range all {
			if totals[i], err = tx.AddRate(each.bucket, time.UnixMilli(each.window), each.ends, each.n); err != nil {
				return err
			}
		}
		return tx.Purge(time.Now(), purgeBatch)
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.learn(all, totals, err == nil)
	if r.sharing = len(r.untold) > 0; r.sharing {
		time.AfterFunc(shareEvery, r.exchange)
	}
}

// take takes the largest counts that are to be told, in the order of their names, so that
// two processes do not wait for each other.
func (r *localRates) take() (all []telling) {
	r.mu.Lock()
	defer r.mu.Unlock()
	keys := slices.SortedFunc(maps.Keys(r.untold), func(a, b localKey) int { return cmp.Compare(r.untold[b], r.untold[a]) })
	for _, key := range keys[:min(len(keys), sharedAtOnce)] {
		if c, kept := r.counts[key]; kept {
			all = append(all, telling{key, r.untold[key], c.ends})
		}
		delete(r.untold, key)
	}
	slices.SortFunc(all, func(a, b telling) int {
		return cmp.Or(cmp.Compare(a.bucket, b.bucket), cmp.Compare(a.window, b.window))
	})
	return all
}

// learn keeps what others have counted, where the totals are known. r.mu is held.
func (r *localRates) learn(all []telling, totals []int, known bool) {
	for i, each := range all {
		c, kept := r.counts[each.localKey]
		if !kept {
			continue
		}
		c.told += each.n
		if known {
			c.others = max(totals[i]-c.told, 0)
		}
		r.counts[each.localKey] = c
	}
}
