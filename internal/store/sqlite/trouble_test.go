package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// failWith has a write fail as SQLite does after an error of the disk.
func (s *Store) failWith(t *testing.T, cause error) {
	t.Helper()
	err := s.writer.do(t.Context(), func(c *conn) error { return errors.Join(c.exec("ROLLBACK"), cause) })
	if !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("%v: %v", cause, err)
	}
}

// A store whose last write failed by the disk is not ready until one succeeds,
// and finds out by itself that it does.
func TestAWriteThatFailsByTheDiskIsNotReady(t *testing.T) {
	for i, cause := range []error{sqlite3.IOERR, sqlite3.IOERR_FSYNC, sqlite3.CORRUPT, sqlite3.READONLY} {
		s, log := logged(t)
		s.failWith(t, cause)
		s.failWith(t, cause)
		if err := s.Ping(t.Context()); !diag.HasCode(err, diag.ResourceUnavailable) {
			t.Errorf("%v: ready: %v", cause, err)
		}
		if log.count("The database cannot be written.") != 1 || log.count("suggestion=") != 1 {
			t.Error(log.String())
		}
		if i == 0 {
			log.await(t, "The database can be written again")
		} else {
			s.keepBook(t, "one")
		}
		if err := s.Ping(t.Context()); err != nil || log.count("The database can be written again") != 1 {
			t.Errorf("%v: %v\n%s", cause, err, log.String())
		}
	}
}

// A start that fails names the file and what to do.
func TestAStartThatFailsNamesTheFileAndTheRemedy(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, path string){
		"no database": func(t *testing.T, path string) { write(t, path, strings.Repeat("text ", 1000)) },
		"no folder":   func(t *testing.T, path string) { write(t, filepath.Dir(path), "a file") },
		"damaged": func(t *testing.T, path string) {
			s, _ := loggedAt(t, path)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			data, _ := os.ReadFile(path)
			write(t, path, string(data[:100])+strings.Repeat("\xaa", len(data)-100))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "site", "site.db")
			if name != "no folder" {
				if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			spoil(t, path)
			_, err := Open(t.Context(), Options{Path: path, Plan: plantest.Seal(t, shelf)})
			d := (*diag.Diagnostic)(nil)
			if !errors.As(err, &d) || d.Code != diag.ResourceUnavailable || !strings.Contains(d.Message, path) ||
				d.Suggestion == "" || strings.HasPrefix(d.Suggestion, "Repeat") {
				t.Errorf("%v, suggestion %q", err, d.Suggestion)
			}
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Damage that no start runs into is found by an examination, which changes
// nothing.
func TestAnExaminationFindsDamage(t *testing.T) {
	s, _ := logged(t)
	for i := range 200 {
		s.keepBook(t, strings.Repeat("x", i+1))
	}
	found, err := Examine(t.Context(), s.opts.Path)
	if err != nil || len(found.Problems()) > 0 || found.Version != found.Newest || found.Bytes == 0 || found.IsOpen() {
		t.Fatalf("%+v, %v", found, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(s.opts.Path)
	if err != nil {
		t.Fatal(err)
	}
	last := len(data) - 4096
	write(t, s.opts.Path, string(data[:last])+strings.Repeat("\xaa", 4096))
	found, err = Examine(t.Context(), s.opts.Path)
	if err != nil || len(found.Problems()) != 1 {
		t.Errorf("%+v, %v", found, err)
	}
	if _, problems := Changes(t.Context(), s.opts.Path, plantest.Seal(t, shelf)); problems.HasErrors() == false {
		t.Error("a plan for a damaged file")
	}
}

// What the store makes is its owner's alone; what is there keeps its mode.
func TestFilesAreMadeForTheirOwner(t *testing.T) {
	s, _ := logged(t)
	s.keepBook(t, "one")
	wantModes(t, s.opts.Path, 0o700, 0o600)
	if err := errors.Join(s.Close(), os.Chmod(s.opts.Path, 0o640), os.Chmod(filepath.Dir(s.opts.Path), 0o750)); err != nil {
		t.Fatal(err)
	}
	s, _ = loggedAt(t, s.opts.Path)
	s.keepBook(t, "two")
	wantModes(t, s.opts.Path, 0o750, 0o640)
	if found, err := Examine(t.Context(), s.opts.Path); err != nil || !found.IsOpen() {
		t.Errorf("%+v, %v", found, err)
	}
}

func wantModes(t *testing.T, path string, folder, files os.FileMode) {
	t.Helper()
	for _, each := range []string{filepath.Dir(path), path, path + "-wal", path + "-shm"} {
		want := files
		if each == filepath.Dir(path) {
			want = folder
		}
		if info, err := os.Stat(each); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", each, info.Mode(), err)
		}
	}
}
