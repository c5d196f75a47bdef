package sqlite

import (
	"context"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// signedIn is a store in which somebody has a session and an agent a grant.
func signedIn(t testing.TB) (store *Store, now time.Time) {
	t.Helper()
	store, now = openedPlatform(t), time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	err := store.Auth().Update(t.Context(), func(tx auth.Tx) error {
		ann := &auth.User{ID: "ann", Email: "ann@tea.example", EmailVerified: true, Name: "Ann", Role: auth.Editor, CreatedAt: now, UpdatedAt: now, SeenAt: now}
		session := &auth.Session{
			ID: "s1", UserID: "ann", Provider: "email-otp", CreatedAt: now, RefreshedAt: now, ExpiresAt: now.Add(time.Hour),
			Device: auth.Device{Address: "192.0.2.1", Agent: "a browser"},
		}
		if err := tx.InsertUser(ann); err != nil {
			return err
		}
		return tx.InsertSession(session, []byte("hash"))
	})
	if err != nil {
		t.Fatal(err)
	}
	err = store.OAuth().Update(t.Context(), func(tx oauth.Tx) error {
		return tx.InsertGrant(&oauth.Grant{
			ID: "g1", ClientID: "c1", UserID: "ann", SessionID: "s1", Scopes: []string{"mcp", "staff"}, Resource: "https://tea.example/mcp", CreatedAt: now,
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return store, now
}

// lookups are what each request of somebody who is signed in, or of an agent,
// asks of the database.
func lookups(sessions auth.Store, grants oauth.Store, now time.Time) map[string]func(context.Context) error {
	hash := []byte("hash")
	return map[string]func(context.Context) error{
		"Session": func(ctx context.Context) error {
			return sessions.Read(ctx, func(r auth.Reader) error {
				_, _, err := r.Session(hash)
				return err
			})
		},
		"LivingGrant": func(ctx context.Context) error {
			return grants.Read(ctx, func(r oauth.Reader) error {
				_, err := r.LivingGrant("g1", now)
				return err
			})
		},
	}
}

// What every request of somebody who is signed in costs: these are allocations of
// what is answered, of the arguments and of the caller alone.
func TestSignedInLookupsAllocateTheirAnswersAlone(t *testing.T) {
	store, now := signedIn(t)
	most := map[string]float64{"Session": 13, "LivingGrant": 12}
	for name, look := range lookups(store.Auth(), store.OAuth(), now) {
		got := testing.AllocsPerRun(100, func() {
			if err := look(t.Context()); err != nil {
				t.Fatal(err)
			}
		})
		if got > most[name] {
			t.Errorf("%s: %v allocations, want %v at most", name, got, most[name])
		}
	}
}

func BenchmarkSignedIn(b *testing.B) {
	store, now := signedIn(b)
	for name, look := range lookups(store.Auth(), store.OAuth(), now) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := look(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
