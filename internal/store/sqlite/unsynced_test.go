package sqlite

import (
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// A commit waits for the disk, unless the site has chosen that it need not.
func TestCommitsWaitForTheDiskUnlessTheyNeedNot(t *testing.T) {
	for unsynced, want := range map[bool]string{false: "2", true: "1"} {
		s, err := Open(t.Context(), Options{
			Path: filepath.Join(t.TempDir(), "site.db"), Plan: plantest.Seal(t, shelf), Unsynced: unsynced,
		})
		if err != nil {
			t.Fatal(err)
		}
		s.inWriter(t, func(c *conn) error {
			got, err := c.look(&query{Text: "PRAGMA synchronous", Brief: true})
			if string(got) != want {
				t.Errorf("unsynced %v: %s", unsynced, got)
			}
			return err
		})
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
