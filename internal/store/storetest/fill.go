package storetest

import (
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// hands are as many as share one commit, and as many that come meanwhile.
const hands = 512

// Fill writes so many entries of a Schema for a measurement, which no hook and
// no audit log hears of. entry makes the one with a number from 0; it is called
// from several goroutines.
func Fill(t testing.TB, store content.Store, schema *plan.Schema, count int, entry func(i int) *content.Entry) {
	t.Helper()
	group, ctx := errgroup.WithContext(t.Context())
	group.SetLimit(hands)
	for i := range count {
		group.Go(func() error {
			return store.Write(ctx, &content.Write{Op: content.Insert, Schema: schema, Entry: entry(i)})
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
}
