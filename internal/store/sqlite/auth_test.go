package sqlite

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestAuth(t *testing.T) {
	storetest.RunAuth(t, func(t *testing.T) auth.Store { return openedPlatform(t).Auth() })
}

// openedPlatform is a store without Schemas.
func openedPlatform(t testing.TB) *Store {
	t.Helper()
	store, err := OpenPlatform(t.Context(), Options{Path: filepath.Join(t.TempDir(), "site.db"), CacheBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// An expired session keeps its row while a grant with offline access hangs on
// it, and such rows do not keep others from being purged.
func TestSessionsWithOfflineGrantsArePurgedLater(t *testing.T) {
	store := openedPlatform(t)
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	session := func(id string) *auth.Session {
		return &auth.Session{ID: id, UserID: "ann", CreatedAt: start, RefreshedAt: start, ExpiresAt: start}
	}
	update := func(fn func(auth.Tx) error) {
		t.Helper()
		if err := store.Auth().Update(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	grant := &query{Brief: true, Text: `INSERT INTO _quartet_oauth_grants
(id, client, user, session, scopes, resource, offline, thumbprint, created_at, used_at, ended_at) VALUES (?1, '', 'ann', ?1, '', '', ?2, '', 0, 0, ?3)`}
	grants := map[string][]any{"a-offline": {1, nil}, "b-ended": {1, 1}, "c-online": {0, nil}, "d-none": nil}
	for id, values := range grants {
		update(func(tx auth.Tx) error { return tx.InsertSession(session(id), []byte(id)) })
		if values != nil {
			store.inWriter(t, func(c *conn) error { return c.run(grant, append([]any{id}, values...)...) })
		}
	}
	purge := func(now time.Time) {
		for range len(grants) {
			update(func(tx auth.Tx) error { return tx.Purge(now, 1) })
		}
	}
	left := func() (ids []string) {
		err := store.Auth().Read(t.Context(), func(r auth.Reader) error {
			list, err := r.Sessions("ann", start.Add(-1*time.Hour), 10)
			for _, s := range list {
				ids = append(ids, s.ID)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return ids
	}
	purge(start.Add(time.Hour))
	if got := left(); len(got) != 1 || got[0] != "a-offline" {
		t.Fatalf("left are %v, want the one with the grant", got)
	}
	store.inWriter(t, func(c *conn) error { return c.exec(`UPDATE _quartet_oauth_grants SET ended_at = 1`) })
	purge(start.Add(25*time.Hour + 1*time.Minute))
	if got := left(); got != nil {
		t.Errorf("left are %v", got)
	}
}
