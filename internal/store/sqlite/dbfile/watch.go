package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// Watch looks after the files that a service has open: the database, its write-ahead
// log and the index of that log. SQLite does not notice when one of them is
// removed, replaced or written over; it goes on with what nobody will find
// again. Once that has happened, no more is written in this process.
//
// What tells a write of SQLite's into the database file from any other is the
// index of the log: whoever moves pages from the log to the file says so there,
// before and after (decision 124).
type Watch struct {
	path string
	log  *slog.Logger

	mu       sync.Mutex
	database fs.FileInfo // as it was first opened
	beside   []*besideFile
	settled  *settled // nil until the log was once seen at rest
	foreign  error    // what was found; nothing takes it back
	buffer   [logIndexBytes]byte
}

// besideFile is the log or its index, read through a handle of our own.
type besideFile struct {
	*os.File
	path string
	info fs.FileInfo // as it was opened
	now  fs.FileInfo // at the last look
}

// settled is the database file at a moment when nobody moved pages to it.
type settled struct {
	log      logIndex
	size     int64
	modified time.Time
}

// ErrForeign is in the chain of every error of a file that is not the one that
// was opened.
var ErrForeign = errors.New("the database is not the one that was opened")

// ErrUnseen is in the chain of the error of a file that cannot be looked at now.
var ErrUnseen = errors.New("look at the database")

// NewWatch watches the files of the database at a path, once Adopt was given a
// connection to them.
func NewWatch(path string, log *slog.Logger) *Watch { return &Watch{path: path, log: log} }

// Adopt takes over the files of a connection that will write, which must be
// those of the one before.
func (w *Watch) Adopt(db *sqlite3.Conn) error {
	database, beside, err := opened(db)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closeBeside()
	w.beside, w.settled = beside, nil
	if w.database == nil {
		w.database = database
	}
	if !os.SameFile(w.database, database) {
		return w.found("another file is in its place")
	}
	return w.look()
}

// opened are the database file of a connection, and the log and its index. What
// the system cannot tell is left out.
func opened(db *sqlite3.Conn) (database fs.FileInfo, beside []*besideFile, err error) {
	if err := db.Exec(`SELECT 1 FROM sqlite_schema LIMIT 1`); err != nil { // has SQLite open the log
		return nil, nil, err
	}
	main, err := fileOf(db, sqlite3.FCNTL_FILE_POINTER)
	if err != nil {
		return nil, nil, err
	}
	if database, err = main.Stat(); err != nil {
		return nil, nil, err
	}
	log, err := fileOf(db, sqlite3.FCNTL_JOURNAL_POINTER)
	if err != nil {
		return nil, nil, err
	}
	for _, path := range []string{log.Name(), main.Name() + "-shm"} {
		file, err := openBeside(path)
		if err != nil {
			return nil, nil, fmt.Errorf("look at %s: %w", path, err)
		}
		beside = append(beside, file)
	}
	return database, beside, nil
}

func openBeside(path string) (*besideFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &besideFile{file, path, info, info}, nil
}

// fileOf is one of a connection's files.
func fileOf(db *sqlite3.Conn, op sqlite3.FcntlOpcode) (driverFile, error) {
	found, err := db.FileControl("main", op)
	if err != nil {
		return nil, err
	}
	if outer, ok := found.(vfs.FileUnwrap); ok {
		found = outer.Unwrap()
	}
	if file, ok := found.(driverFile); ok {
		return file, nil
	}
	return nil, fmt.Errorf("the driver's file is a %T", found)
}

// Same refuses a connection to another file than the one that is written.
func (w *Watch) Same(db *sqlite3.Conn) error {
	main, err := fileOf(db, sqlite3.FCNTL_FILE_POINTER)
	if err != nil {
		return err
	}
	info, err := main.Stat()
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !os.SameFile(w.database, info) {
		return w.found("another file is in its place")
	}
	return nil
}

// Check reports what is wrong with the files; nil when an operator sees those
// that are open. It costs a few system calls.
func (w *Watch) Check() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.foreign != nil {
		return w.foreign
	}
	return w.look()
}

func (w *Watch) look() error {
	database, err := w.compare(w.path, w.database)
	if err != nil {
		return err
	}
	for _, each := range w.beside {
		if each.now, err = w.compare(each.path, each.info); err != nil {
			return err
		}
	}
	if len(w.beside) < 2 || w.asBefore(database) {
		return nil
	}
	return w.lookInside(w.beside[0], w.beside[1])
}

// compare finds what lies at a path. What cannot be looked at now is no proof,
// and may be there the next time.
func (w *Watch) compare(path string, opened fs.FileInfo) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, w.found(path + " is gone")
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrUnseen, err)
	case !os.SameFile(opened, info):
		return nil, w.found("another file is at " + path)
	}
	return info, nil
}

// asBefore reports whether no page was moved to the database and nothing else
// has changed it, as most often.
func (w *Watch) asBefore(database fs.FileInfo) bool {
	log, index := w.beside[0], w.beside[1]
	now, ok := readLogIndex(index, w.buffer[:])
	return ok && w.settled != nil && w.settled.is(now, database) && now.fits(log, w.buffer[:])
}

// lookInside finds a file that was written over in place. Somebody who is at
// work is left to it; the next look will tell.
func (w *Watch) lookInside(log, index *besideFile) error {
	before, ok := readLogIndex(index, w.buffer[:])
	if !ok {
		return nil
	}
	database, err := os.Stat(w.path)
	if err == nil {
		log.now, err = log.Stat()
	}
	seen := err == nil
	fits := seen && before.fits(log, w.buffer[:])
	after, ok := readLogIndex(index, w.buffer[:])
	switch {
	case !seen || !ok || before != after:
		return nil
	case !fits:
		return w.found(log.path + " was written over")
	case before.moved != before.moving:
		return nil
	case w.settled == nil || w.settled.log.moves() != before.moves():
		w.settled = &settled{before, database.Size(), database.ModTime()}
	case !w.settled.is(before, database):
		return w.found(w.path + " was written over")
	}
	return nil
}

// is reports whether the database is as it was, with no page moved since.
func (s *settled) is(log logIndex, database fs.FileInfo) bool {
	return log.moved == log.moving && log.moves() == s.log.moves() &&
		s.size == database.Size() && s.modified.Equal(database.ModTime())
}

// found keeps what was found, and says it once.
func (w *Watch) found(what string) error {
	if w.foreign != nil {
		return w.foreign
	}
	w.foreign = fmt.Errorf("%w: %s", ErrForeign, what)
	w.log.Error("The database was removed or replaced while it was served. Writes are refused until the service is started again.",
		"file", w.path, "found", what, "suggestion", "Stop the service. Put the database that you want to serve at "+w.path+
			", without a -wal and a -shm of another one beside it, and start the service.")
	return w.foreign
}

// Lost reports whether the files are no longer those that were opened, after a
// last look.
func (w *Watch) Lost() bool { return errors.Is(w.Check(), ErrForeign) }

// Fresh reports whether every page of the log is in the database file, so that
// the next commit is likely to begin the log anew.
func (w *Watch) Fresh() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.beside) != 2 {
		return false
	}
	index, ok := readLogIndex(w.beside[1], w.buffer[:])
	return ok && index.moved == index.frames
}

// Close lets go of the log and its index.
func (w *Watch) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closeBeside()
}

func (w *Watch) closeBeside() {
	for _, each := range w.beside {
		_ = each.Close() // it was only read
	}
	w.beside = nil
}
