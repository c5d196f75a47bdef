package dbfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

// A database that is served: its number of the log's round is raised, as the
// store does, before each round.
type served struct {
	*sqlite3.Conn
	path string
}

func serve(t *testing.T) *served {
	t.Helper()
	path := filepath.Join(t.TempDir(), "site.db")
	s := &served{connect(t, path, "rwc"), path}
	s.exec(t, `PRAGMA journal_mode = WAL; PRAGMA user_version = 7; CREATE TABLE books (id TEXT PRIMARY KEY) STRICT`)
	return s
}

func connect(t *testing.T, path, mode string) *sqlite3.Conn {
	t.Helper()
	db, err := sqlite3.Open(dbfile.URI(path, mode))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func (s *served) exec(t *testing.T, sql string) {
	t.Helper()
	if err := s.Exec(sql); err != nil {
		t.Fatal(sql, err)
	}
}

func (s *served) keep(t *testing.T, id string) {
	t.Helper()
	s.exec(t, `INSERT INTO books VALUES ('`+id+`')`)
}

// round moves the log to the database and begins it anew.
func (s *served) round(t *testing.T, number string) {
	t.Helper()
	s.exec(t, `PRAGMA wal_checkpoint; PRAGMA user_version = `+number)
}

// killed is the database as a service that was killed now would leave it.
func (s *served) killed(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "site.db")
	copyFile(t, s.path, path)
	copyFile(t, s.path+"-wal", path+"-wal")
	return path
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

// A log belongs to the database that it was written for, at any point of its
// rounds, and to no copy of it.
func TestALogBelongsToItsDatabaseAlone(t *testing.T) {
	s := serve(t)
	s.keep(t, "one")
	backup := filepath.Join(t.TempDir(), "backup.db")
	s.exec(t, `VACUUM INTO '`+backup+`'`)
	for _, number := range []string{"8", "9", "10"} {
		s.round(t, number)
		s.keep(t, "in round "+number)
		path := s.killed(t)
		if err := dbfile.CheckLog(path); err != nil {
			t.Errorf("round %s: %v", number, err)
		}
		copyFile(t, backup, path)
		err := dbfile.CheckLog(path)
		if d := (*diag.Diagnostic)(nil); !errors.As(err, &d) || !errors.Is(d, dbfile.ErrStrayLog) || !strings.Contains(d.Suggestion, path+"-wal") {
			t.Errorf("round %s: beside a backup: %v", number, err)
		}
	}
}

// A commit may be the first page alone, as when only the number of the round is
// raised, and be in the database while the log still has it at its end.
func TestALogThatEndsWithTheFirstPageBelongs(t *testing.T) {
	s := serve(t)
	s.keep(t, "one")
	s.exec(t, `PRAGMA user_version = 8; PRAGMA wal_checkpoint`)
	if err := dbfile.CheckLog(s.killed(t)); err != nil {
		t.Error(err)
	}
}

// Without the database its log alone is not taken for rubbish.
func TestALogWithoutADatabaseIsStray(t *testing.T) {
	s := serve(t)
	s.keep(t, "one")
	path := s.killed(t)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := dbfile.CheckLog(path); !errors.Is(err, dbfile.ErrStrayLog) {
		t.Error(err)
	}
}

const (
	magic       = "SQLite format 3\x00"
	pageBytes   = 4096
	headerBytes = 32 // of a log
	frameBytes  = 24
)

// A service that is killed, or at work, in the middle of a write leaves the head
// of a frame without its page. The log belongs all the same.
func TestALogWithATornFrameBelongs(t *testing.T) {
	for name, page := range map[string][]byte{
		"no page yet":       make([]byte, pageBytes),
		"an older page":     []byte(magic + strings.Repeat("\x00", pageBytes-len(magic))),
		"whatever was here": []byte(strings.Repeat("\xee", pageBytes)),
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t)
			s.round(t, "8")
			s.keep(t, "one")
			path := s.killed(t)
			log, err := os.ReadFile(path + "-wal")
			if err != nil {
				t.Fatal(err)
			}
			torn := make([]byte, frameBytes)
			torn[3] = 1 // the first page, of a transaction that goes on
			copy(torn[8:16], log[16:24])
			end := endOfLog(log)
			if end == headerBytes {
				t.Fatal("the log holds nothing")
			}
			if err := os.WriteFile(path+"-wal", append(log[:end:end], append(torn, page...)...), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := dbfile.CheckLog(path); err != nil {
				t.Error(err)
			}
		})
	}
}

// endOfLog is where the frames of the log's round end.
func endOfLog(log []byte) int {
	at := headerBytes
	for at+frameBytes+pageBytes <= len(log) && string(log[at+8:at+16]) == string(log[16:24]) {
		at += frameBytes + pageBytes
	}
	return at
}
