package sqlite

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
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

// No statement of this room's walks a table: the suite runs all of them, and
// each is explained on the connection that ran it.
func TestAuthStatementsSearchByIndex(t *testing.T) {
	explained := &plans{seen: map[*query]bool{}}
	t.Run("suite", func(t *testing.T) {
		storetest.RunAuth(t, func(t *testing.T) auth.Store {
			store := openedPlatform(t)
			t.Cleanup(func() { explained.of(t, store) })
			return store.Auth()
		})
	})
	if declared := queriesIn(t, "auth*.go"); len(explained.seen) != declared {
		t.Errorf("%d statements were explained; %d are declared", len(explained.seen), declared)
	}
}

type plans struct {
	mu   sync.Mutex
	seen map[*query]bool
}

// of explains what the connections of a store have prepared.
func (p *plans) of(t *testing.T, s *Store) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := s.writer.do(context.Background(), func(c *conn) error { return p.explain(t, c) }); err != nil {
		t.Error(err)
	}
	s.readers.mu.Lock()
	defer s.readers.mu.Unlock()
	for _, c := range s.readers.idle {
		if err := p.explain(t, c); err != nil {
			t.Error(err)
		}
	}
}

func (p *plans) explain(t *testing.T, c *conn) error {
	for q := range c.kept {
		if !strings.Contains(q.text, migrations.Prefix) || p.seen[q] {
			continue
		}
		p.seen[q] = true
		err := c.each(&query{text: "EXPLAIN QUERY PLAN " + q.text, brief: true}, func(s *stmt) error {
			if step := s.string(3); strings.HasPrefix(step, "SCAN") {
				t.Errorf("%s\n%s", step, q.text)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// queriesIn counts the statements that files declare.
func queriesIn(t *testing.T, pattern string) (declared int) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files match %s, %v", len(files), pattern, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || file == "authorizer.go" {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if literal, ok := n.(*ast.CompositeLit); ok {
				if name, ok := literal.Type.(*ast.Ident); ok && name.Name == "query" {
					declared++
				}
			}
			return true
		})
	}
	return declared
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
	grant := &query{brief: true, text: `INSERT INTO _quartet_oauth_grants
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
