package content_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
)

// attentive is a Store that knows how often it has counted.
type attentive struct {
	content.Store
	counts int
}

func (a *attentive) Count(ctx context.Context, q content.CountQuery) (content.Counts, error) {
	a.counts++
	return a.Store.Count(ctx, q)
}

// Databases count row by row: whoever opens a list would wait for as long as the
// collection is large.
func TestStatisticsCountWhatWasWrittenOnce(t *testing.T) {
	s := open(t, staffSite, content.Options{})
	store := &attentive{Store: s.store}
	now := time.UnixMilli(1_700_000_000_000)
	counting, err := content.New(s.ctx, s.Plan(), store, content.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	take := func(span content.Span) {
		t.Helper()
		if _, err := counting.Statistics(s.ctx, "posts", span); err != nil {
			t.Fatal(err)
		}
	}
	var got []int
	for _, step := range []func(){
		func() { take("7d") },
		func() { take("7d") },
		func() { take("1h"); take("7d") },
		func() { s.add("posts", values{"title": "Tea"}); take("7d") },
		func() { now = now.Add(time.Minute); take("7d") },
		func() { take("1h") }, // the last hour is another one now
	} {
		step()
		got = append(got, store.counts)
	}
	if diff := cmp.Diff([]int{1, 1, 2, 3, 3, 4}, got); diff != "" {
		t.Error(diff)
	}
}
