package sqlite

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/platform"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

// Every statement of the platform's ports is one of SQLite over its tables, and
// none reads a table from end to end, but for those that mayScan has.
func TestPlatformStatementsSearchByIndex(t *testing.T) {
	store := openedPlatform(t)
	queries := platform.Queries()
	if len(queries) < 90 {
		t.Errorf("%d statements are declared", len(queries))
	}
	for _, q := range queries {
		text := q.In(sqlgen.SQLite)
		for _, step := range queryPlan(t, store, queryOf(q)) {
			if strings.HasPrefix(step, "SCAN ") && !mayScan[step] || strings.Contains(step, "AUTOMATIC") {
				t.Errorf("%s\n%s", step, text)
			}
		}
	}
}

var mayScan = map[string]bool{
	"SCAN CONSTANT ROW": true,

	// These hold a few rows, or those that are asked for by an index.
	"SCAN _quartet_sweep":        true,
	"SCAN here":                  true,
	"SCAN next":                  true,
	"SCAN _quartet_signing_keys": true,
	"SCAN site_config":           true,

	// The dead are counted by an index of theirs; an event that staff replay is
	// looked for among those that wait.
	"SCAN _quartet_outbox USING INDEX _quartet_outbox_dead": true,
	"SCAN _quartet_outbox USING INDEX _quartet_outbox_due":  true,

	// Packs behind the audit log are looked for when it has become shorter, which is
	// once after a backup was restored.
	"SCAN _quartet_versions": true,
}

// The suites of sign-in and of the OAuth provider run every statement over their
// tables, so that whoever passes them has run it, too.
func TestTheSuitesRunEveryStatement(t *testing.T) {
	ran := make(map[*platform.Query]bool)
	t.Run("suites", func(t *testing.T) {
		storetest.RunAuth(t, func(t *testing.T) auth.Store { return noted(t, ran).Auth() })
		storetest.RunOAuth(t, func(t *testing.T) (oauth.Store, storetest.People) {
			store := noted(t, ran)
			return store.OAuth(), people{t, store}
		})
	})
	tables := regexp.MustCompile(`_quartet_(users|accounts|sessions|verifications|invitations|api_keys|rates|signing_keys|oauth_\w+)`)
	for _, q := range platform.Queries() {
		if text := q.In(sqlgen.SQLite); tables.MatchString(text) && !ran[q] {
			t.Errorf("no suite runs %s", text)
		}
	}
}

// noted is a store whose prepared statements are noted when its test is over.
func noted(t *testing.T, ran map[*platform.Query]bool) *Store {
	t.Helper()
	store := openedPlatform(t)
	writer := store.writer.conn
	t.Cleanup(func() {
		store.readers.mu.Lock()
		defer store.readers.mu.Unlock()
		for _, c := range append([]*conn{writer}, store.readers.idle...) {
			for q := range c.ports.kept {
				ran[q] = true
			}
		}
	})
	return store
}

// queryWith is the one statement of the ports that a part of a text is in.
func queryWith(t *testing.T, part string) (found *query) {
	t.Helper()
	part = strings.Join(strings.Fields(part), " ")
	for _, q := range platform.Queries() {
		if text := q.In(sqlgen.SQLite); strings.Contains(strings.Join(strings.Fields(text), " "), part) {
			if found != nil {
				t.Fatalf("%q is in several statements", part)
			}
			found = queryOf(q)
		}
	}
	if found == nil {
		t.Fatalf("%q is in no statement", part)
	}
	return found
}

// queryPlan is what SQLite says it does for a statement, a line a step.
func queryPlan(t *testing.T, store *Store, q *query) (steps []string) {
	t.Helper()
	c, err := openConn(store.opts.Path, store.opts.access(false))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.close() }()
	s, err := c.compile("EXPLAIN QUERY PLAN "+q.text, sqlite3.PREPARE_PERSISTENT)
	if err != nil {
		t.Fatalf("%s: %v", q.text, err)
	}
	for {
		more, err := s.step()
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			return steps
		}
		steps = append(steps, string(s.text(3)))
	}
}
