package auth_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// TestAFailureOfTheDatabaseSaysWhatWasAttempted takes the database away and looks
// what a log would say.
func TestAFailureOfTheDatabaseSaysWhatWasAttempted(t *testing.T) {
	w := &testSite{t: t, path: t.TempDir() + "/site.db"}
	store, err := sqlite.OpenPlatform(t.Context(), sqlite.Options{Path: w.path})
	if err != nil {
		t.Fatal(err)
	}
	s := auth.New(store.Auth(), secretKeys(t), nil, auth.Options{})
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, by := t.Context(), audit.Actor{ID: "ada"}
	for words, call := range map[string]func() error{
		"read a user":          func() error { _, err := s.User(ctx, "ada"); return err },
		"list members":         func() error { _, _, err := s.Members(ctx, "", auth.Cursor{}, 1); return err },
		"delete a user":        func() error { return s.DeleteUser(ctx, by, "ada") },
		"list staff":           func() error { _, _, err := s.Staff(ctx, auth.Cursor{}, 1); return err },
		"set a role":           func() error { return s.SetRole(ctx, by, "bob", auth.Editor) },
		"list sessions":        func() error { _, err := s.Sessions(ctx, "ada"); return err },
		"end a session":        func() error { return s.EndSession(ctx, "ada", "s") },
		"list invitations":     func() error { _, err := s.Invitations(ctx, "", 1); return err },
		"list API keys":        func() error { _, err := s.Keys(ctx, "ada", "", 1); return err },
		"revoke an API key":    func() error { return s.RevokeKey(ctx, by, "k") },
		"write an API key":     func() error { _, _, err := s.CreateKey(ctx, by, "a key", nil, w.now); return err },
		"list accounts":        func() error { _, err := s.Accounts(ctx, "ada"); return err },
		"delete an invitation": func() error { return s.DeleteInvitation(ctx, by, "i") },
	} {
		err := call()
		if said := diag.Logged(err); said == nil || !strings.Contains(said.Error(), "("+words+": ") || !strings.Contains(said.Error(), "closed") {
			t.Errorf("%s: a log says %v", words, said)
		}
		if err != nil && strings.Contains(err.Error(), words) {
			t.Errorf("%s: the caller is told %v", words, err)
		}
	}
}
