package sqlite

import (
	"errors"
	"log/slog"
	"path/filepath"
	"sync"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

// writeTrouble is why writes fail now. It is logged when it begins and when it is
// over, however many writes it costs.
type writeTrouble struct {
	path string
	log  *slog.Logger

	mu  sync.Mutex
	err error // of the last write that failed so; nil since one succeeded
}

// note takes how a write ended. What is wrong with one write alone is no
// trouble.
func (t *writeTrouble) note(err error) {
	if err != nil && (!isFull(err) && !isBroken(err) || errors.Is(err, dbfile.ErrForeign)) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.err
	t.err = err
	switch {
	case err == nil && before != nil:
		t.log.Info("The database can be written again.", "file", t.path)
	case err != nil && isFull(err) && (before == nil || !isFull(before)):
		t.log.Error("The disk is full. Writes are refused until there is room; reads go on.",
			"file", t.path, "free", dbfile.FreeBytes(filepath.Dir(t.path)), "error", err, "suggestion", remedy(err))
	case err != nil && !isFull(err) && (before == nil || isFull(before)):
		t.log.Error("The database cannot be written.", "file", t.path, "error", err, "suggestion", remedy(err))
	}
}

// broken is the error of the last write when the file or the disk under it
// refused it. A disk that is full can be read, and comes back by itself.
func (t *writeTrouble) broken() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil || isFull(t.err) {
		return nil
	}
	return t.err
}

// remedy says what an operator does about an error of the database file.
func remedy(err error) string {
	switch {
	case isFull(err):
		return "Make room on the disk. Nothing needs to be started again."
	case errors.Is(err, sqlite3.CORRUPT):
		return store.RestoreBackup
	case errors.Is(err, sqlite3.NOTADB):
		return "The file is not an SQLite database, or its first bytes are damaged. Name another file as database, or restore a backup."
	case errors.Is(err, sqlite3.READONLY), errors.Is(err, sqlite3.PERM):
		return "Let the user of the service write the file, its -wal and its -shm, and the folder that they are in."
	case errors.Is(err, sqlite3.CANTOPEN):
		return "Check that the folder exists, and that the user of the service may read and write it and the file."
	case isBusy(err):
		return "Another program holds the database. End it, or wait."
	case errors.Is(err, sqlite3.IOERR):
		return "The disk fails, or is gone: look at the system's log. Keep a copy of the file before you go on."
	}
	return ""
}
