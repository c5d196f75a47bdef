package sqlite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

var oauthQueries = map[string]*query{
	"selectProfile": selectProfile, "selectSigningKeys": selectSigningKeys, "insertSigningKey": insertSigningKey,
	"retireSigningKeys": retireSigningKeys, "dropSigningKeys": dropSigningKeys,
	"selectClient": selectClient, "saveClient": saveClient, "useClient": useClient, "dropUnusedClients": dropUnusedClients,
	"selectConsent": selectConsent, "hasConsented": hasConsented, "saveConsent": saveConsent, "dropConsents": dropConsents,
	"selectGrant": selectGrant, "selectApps": selectApps, "insertGrant": insertGrant, "useGrant": useGrant,
	"endGrant": endGrant, "endGrants": endGrants, "dropIdleGrant": dropIdleGrant,
	"selectCode": selectCode, "insertCode": insertCode, "spendCode": spendCode, "dropCodes": dropCodes,
	"selectRefreshToken": selectRefreshToken, "insertRefreshToken": insertRefreshToken, "rotateRefreshToken": rotateRefreshToken,
	"dropRotated": dropRotated, "dropRefreshTokens": dropRefreshTokens,
	"insertProof": insertProof, "dropProofs": dropProofs,
}

// No statement of the provider reads a table from end to end, but for that of
// the signing keys, of which there are two.
func TestOAuthStatementsFindTheirRows(t *testing.T) {
	if got, want := len(oauthQueries), declaredQueries(t, "oauth*.go"); got != want {
		t.Errorf("%d statements are tested, want the %d that are declared", got, want)
	}
	store := openedPlatform(t)
	for name, q := range oauthQueries {
		for _, step := range queryPlan(t, store, q) {
			scans := strings.HasPrefix(step, "SCAN ") && step != "SCAN CONSTANT ROW" && step != "SCAN _quartet_signing_keys"
			if scans || strings.Contains(step, "AUTOMATIC") {
				t.Errorf("%s: %s", name, step)
			}
		}
	}
}

// declaredQueries counts the statements in the files of a pattern.
func declaredQueries(t *testing.T, pattern string) (n int) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			n += strings.Count(string(text), "&query{")
		}
	}
	return n
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
