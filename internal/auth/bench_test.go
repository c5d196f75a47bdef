package auth_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
)

// A look at a session, among ten thousand.
func BenchmarkSession(b *testing.B) {
	w := newTestSite(b, auth.Options{})
	store := w.open()
	if err := store.Update(b.Context(), func(tx auth.Tx) error { return fill(tx, w.now, 10_000) }); err != nil {
		b.Fatal(err)
	}
	in := w.in(ann)
	look := func() {
		if s, _, err := w.Session(context.Background(), in.Token); s == nil || err != nil {
			b.Error(s, err)
		}
	}
	b.Run("one after the other", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			look()
		}
	})
	b.Run("many at once", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				look()
			}
		})
	})
}

func fill(tx auth.Tx, now time.Time, n int) error {
	for i := range n {
		id := fmt.Sprint("u", i)
		if err := tx.InsertUser(&auth.User{ID: id, CreatedAt: now, UpdatedAt: now, SeenAt: now}); err != nil {
			return err
		}
		s := &auth.Session{ID: id, UserID: id, CreatedAt: now, RefreshedAt: now, ExpiresAt: now.Add(auth.SessionLifetime)}
		if err := tx.InsertSession(s, []byte(id)); err != nil {
			return err
		}
	}
	return nil
}

// A sign-in by code, from the mail to the session.
func BenchmarkSignIn(b *testing.B) {
	w := newTestSite(b, auth.Options{})
	for b.Loop() {
		w.in(ann)
	}
}
