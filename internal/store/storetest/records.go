package storetest

import (
	"bytes"
	"context"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

func testRecords(t *testing.T, open Opener) {
	ctx := context.Background()
	f := with(t, open)

	t.Run("a secret is random, kept and its name's own", func(t *testing.T) {
		first, err := f.store.Secret(ctx, "cursor")
		if err != nil || len(first) != 32 {
			t.Fatalf("%d bytes, %v; want 32", len(first), err)
		}
		again, err := f.store.Secret(ctx, "cursor")
		if err != nil || !bytes.Equal(first, again) {
			t.Errorf("the second time %x, %v; want %x", again, err, first)
		}
		other, err := f.store.Secret(ctx, "other")
		if err != nil || bytes.Equal(first, other) {
			t.Errorf("another name has %x, %v too", other, err)
		}
	})

	t.Run("a seed is remembered", func(t *testing.T) {
		for _, want := range []bool{false, true, true} {
			if got, err := f.store.Seeded(ctx, "hash"); err != nil || got != want {
				t.Fatalf("seeded %v, %v; want %v", got, err, want)
			}
			if err := f.store.MarkSeeded(ctx, "hash"); err != nil {
				t.Fatal(err)
			}
		}
	})

	t.Run("Ping answers", func(t *testing.T) {
		if err := f.store.Ping(ctx); err != nil {
			t.Error(err)
		}
	})

	t.Run("a closed store answers nothing and can be closed again", func(t *testing.T) {
		p := plantest.Seal(t, items)
		store := open(t, p)
		for range 2 {
			if err := store.Close(); err != nil {
				t.Fatal(err)
			}
		}
		wantCode(t, store.Ping(ctx), diag.ResourceUnavailable)
		wantCode(t, store.MarkSeeded(ctx, "late"), diag.ResourceUnavailable)
		wantCode(t, store.Write(ctx, &content.Write{Schema: p.Schema("items"), Entry: draft("late", nil)}), diag.ResourceUnavailable)
	})
}
