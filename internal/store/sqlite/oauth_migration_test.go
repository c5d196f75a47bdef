package sqlite

import (
	"path/filepath"
	"testing"
	"time"
)

// Who was connected as one that stays connected, by its registration, does so
// after the migration; what its session's end has ended stays ended.
func TestGrantsOfClientsThatRefreshOutliveTheirSessions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	db := migratedTo(t, path, 6)
	hour := time.Now().Add(time.Hour).UnixMilli()
	for _, client := range []struct{ id, types string }{{"lasting", `["authorization_code","refresh_token"]`}, {"brief", `["authorization_code"]`}} {
		if _, err := db.ExecContext(t.Context(), `INSERT INTO _quartet_oauth_clients (id, metadata, created_at)
VALUES (?1, json_object('grant_types', json(?2)), 0)`, client.id, client.types); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.ExecContext(t.Context(), `INSERT INTO _quartet_sessions
(id, hash, user, provider, created_at, refreshed_at, expires_at, purge_at, address, agent)
VALUES ('living', 1, 'ann', '', 0, 0, ?1, ?1, '', ''), ('over', 2, 'ann', '', 0, 0, 1, 1, '', '')`, hour); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `INSERT INTO _quartet_oauth_grants
(id, client, user, session, scopes, resource, offline, thumbprint, created_at, ended_at) VALUES
('goes on', 'lasting', 'ann', 'living', 'mcp', '', 0, '', 0, NULL), ('ended', 'lasting', 'ann', 'living', 'mcp', '', 0, '', 0, 1),
('over', 'lasting', 'ann', 'over', 'mcp', '', 0, '', 0, NULL), ('brief', 'brief', 'ann', 'living', 'mcp', '', 0, '', 0, NULL)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	store, err := OpenPlatform(t.Context(), Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	var got []byte
	err = store.readers.read(t.Context(), func(c *conn) (err error) {
		got, err = c.look(&query{Text: `SELECT group_concat(id) FROM _quartet_oauth_grants WHERE offline = 1`})
		return err
	})
	if err != nil || string(got) != "goes on" {
		t.Errorf("%v; %q outlive their sessions, want that of a client that refreshes, in a living session", err, got)
	}
}
