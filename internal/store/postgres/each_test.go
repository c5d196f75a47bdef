package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

// The time of a read that gives every row holds from one chunk to the next: an
// export takes as long as it takes.
func TestEveryRowIsReadForLongerThanAPageMayTake(t *testing.T) {
	p := plantest.Seal(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: rows }
spec: { title: Rows, schema: { type: object, properties: { text: { type: string } } } }
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: all }, spec: { from: rows, surface: staff } }
`)
	const limit = 400 * time.Millisecond
	s, err := postgres.Open(t.Context(), postgres.Options{URL: postgrestest.URL(t), Plan: p, StatementTimeout: limit})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const rows = 60 // of 256 KiB: more than lies ready in buffers
	for i := range rows {
		e := &content.Entry{ID: fmt.Sprint(i), Status: content.Draft, Version: 1, Data: map[string]any{"text": strings.Repeat("x", 256<<10)}}
		if err := s.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schema("rows"), Entry: e}); err != nil {
			t.Fatal(err)
		}
	}
	chunks := 0
	_, err = s.View(context.Background(), content.ViewQuery{View: p.View("all"), Limit: 1, Each: func([]byte) error {
		chunks++
		time.Sleep(limit / 20)
		return nil
	}}, nil)
	if err != nil || chunks < rows {
		t.Errorf("%d chunks, %v", chunks, err)
	}
}
