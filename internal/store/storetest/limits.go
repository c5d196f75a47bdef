package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

func testLimits(t *testing.T, open Opener) {
	f := with(t, open, view("metas", "  fields: [meta]"))
	long := strings.Repeat("x", 1<<20)
	for i := range 12 {
		f.insert(draft(fmt.Sprintf("long-%02d", i), map[string]any{"meta": map[string]any{"text": long}}))
	}
	metas := content.ViewQuery{View: f.plan.View("metas"), Limit: 50}

	t.Run("an answer past the cap is RESOURCE_EXHAUSTED", func(t *testing.T) {
		_, err := f.store.View(context.Background(), metas, nil)
		wantCode(t, err, diag.ResourceExhausted)
	})

	t.Run("what is in dst does not count", func(t *testing.T) {
		q := metas
		q.Limit = 1
		page, err := f.store.View(context.Background(), q, []byte(strings.Repeat(" ", 12<<20)))
		if err != nil || page.Count != 1 {
			t.Errorf("%d rows, %v", page.Count, err)
		}
	})

	t.Run("a cancelled read is RESOURCE_UNAVAILABLE and says why", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, viewed := f.store.View(ctx, metas, nil)
		_, read := f.store.Entry(ctx, f.items, "long-00")
		for _, err := range []error{viewed, read, f.store.Ping(ctx)} {
			wantCode(t, err, diag.ResourceUnavailable)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%v does not say why", err)
			}
		}
	})

	t.Run("the store goes on afterwards", func(t *testing.T) {
		q := metas
		q.Limit = 2
		if page, err := f.store.View(context.Background(), q, nil); err != nil || page.Count != 2 {
			t.Errorf("%d rows, %v", page.Count, err)
		}
	})
}
