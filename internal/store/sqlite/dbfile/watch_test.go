package dbfile_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/logtest"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

func watched(t *testing.T) (*served, *dbfile.Watch, *logtest.Log) {
	t.Helper()
	s, log := serve(t), &logtest.Log{}
	w := dbfile.NewWatch(s.path, slog.New(slog.NewTextHandler(log, nil)))
	if err := w.Adopt(s.Conn); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return s, w, log
}

// Once a file is no longer the one that was opened, it never is again, and the
// log says so once.
func TestFilesThatWereReplacedAreForeignForGood(t *testing.T) {
	for name, lose := range map[string]func(path, other string) error{
		"database removed":     func(path, _ string) error { return os.Remove(path) },
		"database replaced":    func(path, other string) error { return os.Rename(other, path) },
		"database emptied":     func(path, _ string) error { return os.Truncate(path, 0) },
		"log removed":          func(path, _ string) error { return os.Remove(path + "-wal") },
		"log emptied":          func(path, _ string) error { return os.Truncate(path+"-wal", 0) },
		"index of log removed": func(path, _ string) error { return os.Remove(path + "-shm") },
	} {
		t.Run(name, func(t *testing.T) {
			s, w, log := watched(t)
			other := filepath.Join(t.TempDir(), "other.db")
			copyFile(t, s.path, other)
			s.keep(t, "one")
			if err := w.Check(); err != nil {
				t.Fatal(err)
			}
			before := filepath.Join(t.TempDir(), "before.db")
			copyFile(t, s.path, before)
			if err := lose(s.path, other); err != nil {
				t.Fatal(err)
			}
			if err := w.Check(); !errors.Is(err, dbfile.ErrForeign) {
				t.Errorf("found %v", err)
			}
			copyFile(t, before, s.path)
			if err := w.Check(); !errors.Is(err, dbfile.ErrForeign) || !w.Lost() {
				t.Errorf("put back: %v", err)
			}
			if said := strings.Count(log.String(), "was removed or replaced"); said != 1 {
				t.Errorf("said %d times:\n%s", said, log)
			}
		})
	}
}

// What others do to the files by SQLite's own rules is no fault.
func TestWritesAndCheckpointsOfOthersAreNoFault(t *testing.T) {
	s, w, _ := watched(t)
	other := connect(t, s.path, "rw")
	for _, kind := range []string{"PASSIVE", "FULL", "RESTART", "TRUNCATE"} {
		s.keep(t, kind)
		if err := other.Exec(`INSERT INTO books VALUES ('other ` + kind + `'); PRAGMA wal_checkpoint(` + kind + `)`); err != nil {
			t.Fatal(err)
		}
		if err := w.Check(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if err := w.Same(other); err != nil {
		t.Error(err)
	}
}

// A log all of which is in the database is begun anew by the next commit.
func TestALogThatWasMovedIsFresh(t *testing.T) {
	s, w, _ := watched(t)
	s.keep(t, "one")
	if w.Fresh() {
		t.Error("before it was moved")
	}
	s.exec(t, `PRAGMA wal_checkpoint`)
	if !w.Fresh() {
		t.Error("after it was moved")
	}
}

// A connection to another file that lies at the path by now is refused.
func TestAConnectionToAnotherFileIsRefused(t *testing.T) {
	s, w, _ := watched(t)
	if err := os.Rename(s.path, s.path+".old"); err != nil {
		t.Fatal(err)
	}
	if err := w.Same(connect(t, s.path, "rwc")); !errors.Is(err, dbfile.ErrForeign) {
		t.Error(err)
	}
}

// A file that SQLite makes is its owner's alone; one that is there keeps its
// mode, which the files beside it take.
func TestFilesAreMadeForTheirOwner(t *testing.T) {
	s := serve(t)
	wantMode(t, 0o600, s.path, s.path+"-wal", s.path+"-shm")
	if err := errors.Join(s.Close(), os.Chmod(s.path, 0o640)); err != nil {
		t.Fatal(err)
	}
	again := &served{connect(t, s.path, "rw"), s.path}
	again.keep(t, "two")
	wantMode(t, 0o640, s.path, s.path+"-wal", s.path+"-shm")
}

func wantMode(t *testing.T, want os.FileMode, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
}
