package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

// backups are the ways in which a database that is served may be copied.
// rounds of the log are written after it.
var backups = []struct {
	how    string
	rounds int
	copy   func(s *Store, to string) error
}{
	{"VACUUM INTO", 0, func(s *Store, to string) error { return s.backup("VACUUM INTO '" + to + "'") }},
	{"VACUUM INTO", 1, func(s *Store, to string) error { return s.backup("VACUUM INTO '" + to + "'") }},
	{"VACUUM INTO", 3, func(s *Store, to string) error { return s.backup("VACUUM INTO '" + to + "'") }},
	{"the file", 2, func(s *Store, to string) error { return writeOver(s.opts.Path, to) }},
	{"the file", 3, func(s *Store, to string) error { return writeOver(s.opts.Path, to) }},
}

func (s *Store) backup(sql string) error {
	c, err := openConn(s.opts.Path, access{})
	if err != nil {
		return err
	}
	return errors.Join(c.exec(sql), c.close())
}

// A backup that is put in place beside the log of a service that was killed is
// not opened: SQLite would move pages of the one into the other.
func TestALogThatABackupFindsBesideItIsRecognised(t *testing.T) {
	for _, each := range backups {
		t.Run(each.how, func(t *testing.T) {
			s, _ := logged(t)
			copied := filepath.Join(t.TempDir(), "backup.db")
			s.keepBook(t, "kept")
			s.wantRound(t)
			if err := each.copy(s, copied); err != nil {
				t.Fatal(err)
			}
			s.keepBook(t, "x")
			for range each.rounds {
				s.wantRound(t)
			}
			s.keepBook(t, "xx")
			folder := s.killed(t)
			path := filepath.Join(folder, "site.db")
			if err := writeOver(copied, path); err != nil {
				t.Fatal(err)
			}
			before := contents(t, folder)
			wantStray(t, path)
			if contents(t, folder) != before {
				t.Error("the files were changed")
			}
			if err := os.Remove(path + "-wal"); err != nil {
				t.Fatal(err)
			}
			s, _ = loggedAt(t, path)
			s.wantBook(t, "kept", true)
			s.wantBook(t, "x", false)
		})
	}
}

// Without the database its log alone is not taken for rubbish.
func TestALogWithoutADatabaseIsKept(t *testing.T) {
	s, _ := logged(t)
	s.keepBook(t, "one")
	path := filepath.Join(s.killed(t), "site.db")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wantStray(t, path)
	if _, err := os.Stat(path + "-wal"); err != nil {
		t.Error(err)
	}
}

// A log that a killed service has left belongs to its database, however far it
// was moved.
func TestTheLogOfAKilledServiceBelongs(t *testing.T) {
	s, _ := logged(t)
	for i := range 6 {
		id := strings.Repeat("x", i+1)
		s.keepBook(t, id)
		path := filepath.Join(s.killed(t), "site.db")
		after, _ := loggedAt(t, path)
		after.wantBook(t, id, true)
		if i%2 == 1 {
			s.wantRound(t)
		}
	}
}

// Processes that write in turns each go on from the change counter that they
// found when they opened the file. What they leave belongs together.
func TestTheLogOfSeveralProcessesBelongs(t *testing.T) {
	first, _ := logged(t)
	for i := range 4 {
		second, _ := loggedAt(t, first.opts.Path)
		second.keepBook(t, strings.Repeat("s", i+1))
		second.wantRound(t)
		if i%2 == 0 {
			second.keepBook(t, strings.Repeat("t", i+1))
			second.wantRound(t)
		}
		id := strings.Repeat("f", i+1)
		first.keepBook(t, id)
		after, _ := loggedAt(t, filepath.Join(first.killed(t), "site.db"))
		after.wantBook(t, id, true)
		closeStore(t, second)
	}
}

// A start that changes tables is the first to write to a log, and raises the
// number of its round for another reason. Its log belongs too.
func TestTheLogOfAChangeOfTablesBelongs(t *testing.T) {
	s, _ := logged(t)
	path := s.opts.Path
	s.keepBook(t, "kept")
	for i := range 3 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		manifests := strings.Replace(shelf, "properties: {", fmt.Sprintf("properties: { more%d: { type: string },", i), 1)
		changed, err := Open(t.Context(), Options{Path: path, Plan: plantest.Seal(t, manifests)})
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			changed.keepBook(t, strings.Repeat("y", i))
		}
		after, _ := loggedAt(t, filepath.Join(changed.killed(t), "site.db"))
		after.wantBook(t, "kept", true)
		s = changed
	}
	closeStore(t, s)
}

// wantRound moves the log to the database, so that the next commit begins it
// anew.
func (s *Store) wantRound(t *testing.T) {
	t.Helper()
	s.inWriter(t, func(*conn) error { return nil })
	if err := s.checkpointed(t); err != nil {
		t.Fatal(err)
	}
}

// killed is the folder as a service that was killed now would leave it.
func (s *Store) killed(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, suffix := range []string{"", "-wal"} {
		copyFile(t, s.opts.Path+suffix, filepath.Join(folder, "site.db"+suffix))
	}
	return folder
}

// wantStray has every way to open a database refuse it.
func wantStray(t *testing.T, path string) {
	t.Helper()
	p := plantest.Seal(t, shelf)
	_, opened := Open(t.Context(), Options{Path: path, Plan: p})
	_, migrated := Migrate(t.Context(), path, p, false)
	_, planned := Changes(t.Context(), path, p)
	if len(planned) == 0 {
		t.Fatal("planned")
	}
	_, examined := Examine(t.Context(), path)
	for by, err := range map[string]error{"open": opened, "migrate": migrated, "plan": planned[0], "examine": examined} {
		d := (*diag.Diagnostic)(nil)
		if !errors.As(err, &d) || !errors.Is(d, dbfile.ErrStrayLog) || !strings.Contains(d.Suggestion, path+"-wal") {
			t.Errorf("%s: %v", by, err)
		}
	}
}
