package sqlite

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/logtest"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// lines keeps what is logged.
type lines struct{ logtest.Log }

func (l *lines) count(text string) int { return strings.Count(l.String(), text) }

func (l *lines) await(t *testing.T, text string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); l.count(text) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never logged: %s", text)
		}
	}
}

// logged is a store in a folder of its own, and what it logs.
func logged(t *testing.T) (*Store, *lines) {
	t.Helper()
	return loggedAt(t, filepath.Join(t.TempDir(), "site", "site.db"))
}

func loggedAt(t *testing.T, path string) (*Store, *lines) {
	t.Helper()
	log := &lines{}
	s, err := Open(t.Context(), Options{
		Path: path, Plan: plantest.Seal(t, shelf), BusyTimeout: time.Second, Log: slog.New(slog.NewTextHandler(log, nil)),
	})
	if err != nil {
		t.Fatal(err, errors.Unwrap(err))
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, log
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600) // into the file that is there
	}
	if err != nil {
		t.Fatal(err)
	}
}

// under are the ways in which the files of a database are lost or replaced
// beneath a server. before is a copy of the database from earlier, other is
// another database.
var under = map[string]func(path, before, other string) error{
	"database removed":  func(path, _, _ string) error { return os.Remove(path) },
	"database moved":    func(path, _, _ string) error { return os.Rename(path, path+".old") },
	"database replaced": func(path, _, other string) error { return os.Rename(other, path) },
	"restored beside": func(path, before, _ string) error {
		return errors.Join(os.Remove(path), os.Remove(path+"-wal"), os.Remove(path+"-shm"), os.Rename(before, path))
	},
	"another database copied over": func(path, _, other string) error { return writeOver(other, path) },
	"its own backup copied over":   func(path, before, _ string) error { return writeOver(before, path) },
	"database emptied":             func(path, _, _ string) error { return os.Truncate(path, 0) },
	"log removed":                  func(path, _, _ string) error { return os.Remove(path + "-wal") },
	"log replaced": func(path, _, other string) error {
		return errors.Join(os.Remove(path+"-wal"), writeOver(other, path+"-wal"))
	},
	"log emptied":          func(path, _, _ string) error { return os.Truncate(path+"-wal", 0) },
	"log copied over":      func(path, _, other string) error { return writeOver(other, path+"-wal") },
	"index of log removed": func(path, _, _ string) error { return os.Remove(path + "-shm") },
	"folder removed":       func(path, _, _ string) error { return os.RemoveAll(filepath.Dir(path)) },
	"folder moved":         func(path, _, _ string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+".old") },
	"folder replaced": func(path, before, _ string) error {
		folder := filepath.Dir(path)
		return errors.Join(os.Rename(folder, folder+".old"), os.Mkdir(folder, 0o700), writeOver(before, path))
	},
}

func writeOver(from, to string) error {
	data, err := os.ReadFile(from)
	return errors.Join(err, os.WriteFile(to, data, 0o600))
}

// A write that is answered is in the file that an operator sees: once that is
// no longer the file that was opened, writes are refused, and the files that
// are there now are left alone.
func TestNothingIsWrittenOnceTheFilesAreNotThoseThatWereOpened(t *testing.T) {
	for name, lose := range under {
		t.Run(name, func(t *testing.T) {
			s, log := logged(t)
			before, other := filepath.Join(t.TempDir(), "before"), filepath.Join(t.TempDir(), "other.db")
			s.keepBook(t, "one")
			s.inWriter(t, func(c *conn) error { return nil })
			if err := s.checkpointed(t); err != nil {
				t.Fatal(err)
			}
			copyFile(t, s.opts.Path, before)
			stranger, _ := loggedAt(t, other)
			stranger.keepBook(t, "strange")
			if err := stranger.Close(); err != nil {
				t.Fatal(err)
			}
			s.keepBook(t, "two")
			if err := s.checkpointed(t); err != nil {
				t.Fatal(err)
			}
			s.keepBook(t, "three")
			if err := s.Ping(t.Context()); err != nil {
				t.Fatal(err, errors.Unwrap(err))
			}

			if err := lose(s.opts.Path, before, other); err != nil {
				t.Fatal(err)
			}
			if err := s.Ping(t.Context()); !diag.HasCode(err, diag.ResourceUnavailable) {
				t.Errorf("ready: %v", err)
			}
			for range 2 {
				if err := s.insertBook(t.Context(), "lost", ""); !diag.HasCode(err, diag.ResourceUnavailable) {
					t.Errorf("written: %v", err)
				}
			}
			if log.count("was removed or replaced") != 1 || log.count("suggestion=") != 1 {
				t.Errorf("logged:\n%s", log.String())
			}
			found := contents(t, filepath.Dir(s.opts.Path))
			_ = s.Close()
			if got := contents(t, filepath.Dir(s.opts.Path)); got != found {
				t.Error("closing has changed what was put in place")
			}
		})
	}
}

func (s *Store) keepBook(t *testing.T, id string) {
	t.Helper()
	if err := s.insertBook(t.Context(), id, ""); err != nil {
		t.Fatal(err, errors.Unwrap(err))
	}
}

// checkpointed has the writer move the whole log to the database.
func (s *Store) checkpointed(t *testing.T) (err error) {
	t.Helper()
	c, err := openConn(s.opts.Path, access{busy: time.Second})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	return c.checkpoint()
}

// contents are the names and bytes of the files of a folder, and of nothing
// when it is gone. The index of a log is not looked into.
func contents(t *testing.T, folder string) string {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		all.WriteString(file.Name() + "\n")
		if strings.HasSuffix(file.Name(), "-shm") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	return all.String()
}

// Nobody need write or ask for it to be noticed.
func TestAFileThatIsGoneIsNoticedByItself(t *testing.T) {
	s, log := logged(t)
	s.keepBook(t, "one")
	if err := os.Remove(s.opts.Path); err != nil {
		t.Fatal(err)
	}
	log.await(t, "was removed or replaced")
}

// A commit that comes between the look before it and the loss of the file is
// not answered as done.
func TestAWriteIntoAFileThatGoesMeanwhileIsNotAnswered(t *testing.T) {
	s, _ := logged(t)
	err := s.writer.do(t.Context(), func(c *conn) error {
		if err := s.book("lost", "")(c); err != nil {
			return err
		}
		return os.Remove(s.opts.Path)
	})
	if !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("answered with %v", err)
	}
}

// A reader that is opened late does not read another file than is written.
func TestALateReaderOfAnotherFileIsRefused(t *testing.T) {
	s, _ := logged(t)
	s.keepBook(t, "one")
	other, _ := loggedAt(t, filepath.Join(t.TempDir(), "other.db"))
	other.keepBook(t, "strange")
	if err := errors.Join(other.Close(), os.Rename(other.opts.Path, s.opts.Path)); err != nil {
		t.Fatal(err)
	}
	s.readers.mu.Lock() // the sweep reads too
	s.readers.idle = nil
	s.readers.mu.Unlock()
	if _, err := s.Entry(t.Context(), s.opts.Plan.Schema("books"), "strange"); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("read: %v", err)
	}
}

// What others do to the files by SQLite's own rules is no fault: checkpoints of
// any kind, and a reader that holds one up.
func TestCheckpointsOfOthersAreNoFault(t *testing.T) {
	s, log := logged(t)
	other, err := openConn(s.opts.Path, access{busy: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	reader, err := openConn(s.opts.Path, access{readOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, kind := range []string{"PASSIVE", "FULL", "RESTART", "TRUNCATE", "PASSIVE", "PASSIVE"} {
		if i == 4 {
			if err := reader.exec("BEGIN; SELECT * FROM sqlite_schema"); err != nil {
				t.Fatal(err)
			}
		}
		for j := range 5 {
			s.keepBook(t, strings.Repeat("x", 100)+kind+string(rune('a'+i))+string(rune('a'+j)))
			if err := other.exec("PRAGMA wal_checkpoint(" + kind + ")"); err != nil {
				t.Fatal(err)
			}
			if err := s.Ping(t.Context()); err != nil {
				t.Fatalf("%s: %v", kind, errors.Unwrap(err))
			}
		}
	}
	if err := errors.Join(reader.close(), other.close()); err != nil {
		t.Fatal(err)
	}
	s.keepBook(t, "last")
	if log.count("removed or replaced") != 0 {
		t.Error(log.String())
	}
}

// BenchmarkFilesCheck is what each commit pays twice.
func BenchmarkFilesCheck(b *testing.B) {
	s, err := Open(b.Context(), Options{Path: filepath.Join(b.TempDir(), "site.db"), Plan: plantest.Seal(b, shelf)})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := s.insertBook(b.Context(), "one", ""); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := s.writer.files.Check(); err != nil {
			b.Fatal(err)
		}
	}
}
