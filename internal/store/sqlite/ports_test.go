package sqlite

import (
	"regexp"
	"slices"
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
			known := step == "SCAN CONSTANT ROW" || slices.ContainsFunc(mayScan, func(s scan) bool { return s.of(text, step) })
			if strings.HasPrefix(step, "SCAN ") && !known || strings.Contains(step, "AUTOMATIC") {
				t.Errorf("%s\n%s", step, text)
			}
		}
	}
}

// A scan is a step that reads all of a table, in the statements that begin so.
type scan struct{ begins, step string }

var mayScan = []scan{
	{"SELECT id, began_at, ended_at", "SCAN _quartet_backups"}, // of which a few hundred are kept
	{"DELETE FROM _quartet_backups", "SCAN _quartet_backups"},
	// These hold a few rows.
	{"SELECT key, value FROM site_config", "SCAN site_config"},
	{"SELECT id, public, private", "SCAN _quartet_signing_keys"},
	{"UPDATE _quartet_signing_keys", "SCAN _quartet_signing_keys"},
	{"DELETE FROM _quartet_signing_keys", "SCAN _quartet_signing_keys"},
	{"SELECT seen FROM", "SCAN _quartet_sweep"},
	{"SELECT versions, lines, told FROM", "SCAN _quartet_sweep"},
	{"UPDATE _quartet_sweep", "SCAN _quartet_sweep"},

	// Staff make these by hand, and a collection has a few of each person.
	{"SELECT id, collection, owner, shared, name, search, created_at, updated_at FROM _quartet_lists WHERE shared", "SCAN _quartet_lists"},

	// These are what a subquery found by an index.
	{"SELECT count(*) FROM (SELECT 1 FROM _quartet_audit", "SCAN here"},
	{"SELECT max(key), collection, subject, max(valued) FROM (", "SCAN next"},

	// This is the list that the caller gives.
	{"SELECT d.asset_id, count(*) FROM", "SCAN json_each VIRTUAL TABLE INDEX 1:"},
	{"SELECT collection, entry_id, counter", "SCAN json_each VIRTUAL TABLE INDEX 1:"},
	{"SELECT id, collection, entry, direction, due", "SCAN json_each VIRTUAL TABLE INDEX 1:"},
	{"SELECT asset_id, count(*) FROM", "SCAN json_each VIRTUAL TABLE INDEX 1:"},
	{"SELECT a.id, a.purpose, a.filename", "SCAN json_each VIRTUAL TABLE INDEX 1:"},
	{"UPDATE _quartet_outbox SET claim = ?2, due = ?3, tries", "SCAN json_each VIRTUAL TABLE INDEX 1:"},
	{"UPDATE _quartet_outbox SET due = ?3 WHERE key IN", "SCAN json_each VIRTUAL TABLE INDEX 1:"},
	{"DELETE FROM _quartet_outbox WHERE key IN", "SCAN json_each VIRTUAL TABLE INDEX 1:"},

	// The dead are counted by an index of theirs; an event that staff replay is
	// looked for among those that wait.
	{"SELECT (SELECT count(*) FROM _quartet_outbox", "SCAN _quartet_outbox USING INDEX _quartet_outbox_dead"},
	{"SELECT key FROM _quartet_outbox WHERE dead IS NOT NULL AND event", "SCAN _quartet_outbox USING INDEX _quartet_outbox_due"},

	// These read the first rows of an order, and stop.
	{"SELECT id, collection, entry, thread, pointer, author, author_name, text, mentions, created_at, edited_at, removed_at, resolved_at, resolved_by, resolved_name, quote FROM _quartet_comments ORDER BY id DESC LIMIT", "SCAN _quartet_comments"},
	{"SELECT collection, entry_id, counter, base, title, locale, begun_by, begun_at, saved_by, saved_at FROM _quartet_drafts WHERE data IS NOT NULL ORDER BY saved_at DESC LIMIT", "SCAN _quartet_drafts USING INDEX _quartet_drafts_last"},

	// A start reads every layout; the first one tells that the database answers.
	{"SELECT layout FROM", "SCAN _quartet_layout"},
	{"SELECT 1 FROM _quartet_layout LIMIT 1", "SCAN _quartet_layout"},

	// Packs behind the audit log are looked for when it has become shorter, which is
	// once after a backup was restored.
	{"DELETE FROM _quartet_versions AS v WHERE last > ?1", "SCAN v"},

	// The size of the audit log is asked for by operators.
	{"SELECT count(*), CAST(", "SCAN _quartet_audit"},
	{"SELECT CAST(", "SCAN _quartet_undo"},
	{"SELECT CAST(", "SCAN _quartet_versions"},
}

func (s scan) of(text, step string) bool {
	return s.step == step && strings.HasPrefix(strings.Join(strings.Fields(text), " "), s.begins)
}

// The suites of sign-in and of the OAuth provider run every statement over their
// tables, so that whoever passes them has run it, too.
func TestTheSuitesRunEveryStatement(t *testing.T) {
	ran := make(map[*platform.Query]bool)
	t.Run("suites", func(t *testing.T) {
		storetest.RunAuth(t, func(t *testing.T) auth.Store { return noted(t, ran).Auth() })
		storetest.RunOAuth(t, func(t *testing.T) (oauth.Store, storetest.People) {
			store := noted(t, ran)
			return store.OAuth(), peopleIn(t, store)
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
	s, err := c.compile("EXPLAIN QUERY PLAN "+q.Text, sqlite3.PREPARE_PERSISTENT)
	if err != nil {
		t.Fatalf("%s: %v", q.Text, err)
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
