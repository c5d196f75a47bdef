package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/disktest"
)

// noRoom are the ways in which the system refuses to make a file larger. Each
// returns what makes room again.
var noRoom = map[string]func(t *testing.T, folder string) (makeRoom func()){
	"a full disk": func(t *testing.T, folder string) func() {
		disktest.Mount(t, folder, "8m")
		ballast := filepath.Join(folder, "ballast")
		if err := os.WriteFile(ballast, make([]byte, 4<<20), 0o600); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := os.Remove(ballast); err != nil {
				t.Fatal(err)
			}
		}
	},
	"a limit of the process": func(t *testing.T, _ string) func() {
		return disktest.LimitFiles(t, 16<<20) // above what the test command logs of the files that tests open
	},
}

// Without room a write is RESOURCE_EXHAUSTED and leaves nothing, it is logged
// once, reads and readiness go on, and with room writes work again.
func TestWithoutRoomOnTheDiskWritesAreResourceExhausted(t *testing.T) {
	for name, fill := range noRoom {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			makeRoom := fill(t, folder)
			s, log := loggedAt(t, filepath.Join(folder, "site.db"))
			s.keepBook(t, "before")
			refused := s.fillUp(t)
			for range 2 {
				if err := s.insertBook(t.Context(), refused, strings.Repeat("x", 1<<20)); !diag.HasCode(err, diag.ResourceExhausted) {
					t.Errorf("got %v", err)
				}
			}
			s.wantBook(t, "before", true)
			s.wantBook(t, refused, false)
			if err := s.Ping(t.Context()); err != nil {
				t.Errorf("not ready: %v", err)
			}
			if log.count("The disk is full") != 1 || log.count("again") != 1 { // in the suggestion
				t.Error(log.String())
			}
			makeRoom()
			if err := s.insertBook(t.Context(), refused, strings.Repeat("x", 1<<20)); err != nil {
				t.Fatal(err)
			}
			s.wantBook(t, refused, true)
			if log.count("The database can be written again") != 1 {
				t.Error(log.String())
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s, _ = loggedAt(t, s.opts.Path)
			s.wantBook(t, refused, true)
		})
	}
}

// fillUp writes until it is refused, and returns what was not written.
func (s *Store) fillUp(t *testing.T) (refused string) {
	t.Helper()
	for i := range 20 {
		id := strings.Repeat("x", i+1)
		switch err := s.insertBook(t.Context(), id, strings.Repeat("x", 1<<20)); {
		case diag.HasCode(err, diag.ResourceExhausted):
			return id
		case err != nil:
			t.Fatalf("%v: %v", err, errors.Unwrap(err))
		}
	}
	t.Fatal("there is room without end")
	return ""
}
