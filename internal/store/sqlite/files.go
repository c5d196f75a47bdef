package sqlite

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

	"github.com/quartet-dev/quartet/internal/diag"
)

// files watches the files that a store has open: the database, its write-ahead
// log and the index of that log. SQLite does not notice when one of them is
// removed, replaced or written over; it goes on with what nobody will find
// again. Once that has happened, no more is written in this process.
//
// What tells a write of SQLite's into the database file from any other is the
// index of the log: whoever moves pages from the log to the file says so there,
// before and after (decision 124).
type files struct {
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

// errForeign is in the chain of every error of a file that is not the one that
// was opened.
var errForeign = errors.New("the database is not the one that was opened")

func watchFiles(opts Options, c *conn) (*files, error) {
	f := &files{path: opts.Path, log: opts.Log}
	return f, f.adopt(c)
}

// adopt takes over the files of a connection that will write, which must be
// those of the one before.
func (f *files) adopt(c *conn) error {
	database, beside, err := c.files()
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closeBeside()
	f.beside, f.settled = beside, nil
	if f.database == nil {
		f.database = database
	}
	if !os.SameFile(f.database, database) {
		return f.found("another file is in its place")
	}
	return f.look()
}

// files are the database file of a connection, and the log and its index. What
// the system cannot tell is left out.
func (c *conn) files() (database fs.FileInfo, beside []*besideFile, err error) {
	if _, err := c.look(hasTable, ""); err != nil { // has SQLite open the log
		return nil, nil, err
	}
	main, err := c.file(sqlite3.FCNTL_FILE_POINTER)
	if err != nil {
		return nil, nil, err
	}
	if database, err = main.Stat(); err != nil {
		return nil, nil, err
	}
	log, err := c.file(sqlite3.FCNTL_JOURNAL_POINTER)
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

// file is one of a connection's files.
func (c *conn) file(op sqlite3.FcntlOpcode) (driverFile, error) {
	found, err := c.db.FileControl("main", op)
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

// same refuses a connection to another file than the one that is written.
func (f *files) same(c *conn, err error) (*conn, error) {
	if err != nil {
		return nil, err
	}
	main, err := c.file(sqlite3.FCNTL_FILE_POINTER)
	if err != nil {
		return nil, closeAfter(c, err)
	}
	info, err := main.Stat()
	if err != nil {
		return nil, closeAfter(c, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if !os.SameFile(f.database, info) {
		return nil, closeAfter(c, f.found("another file is in its place"))
	}
	return c, nil
}

// check reports what is wrong with the files; nil when an operator sees those
// that are open. It costs a few system calls.
func (f *files) check() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.foreign != nil {
		return f.foreign
	}
	return f.look()
}

func (f *files) look() error {
	database, err := f.compare(f.path, f.database)
	if err != nil {
		return err
	}
	for _, each := range f.beside {
		if each.now, err = f.compare(each.path, each.info); err != nil {
			return err
		}
	}
	if len(f.beside) < 2 || f.asBefore(database) {
		return nil
	}
	return f.lookInside(f.beside[0], f.beside[1])
}

// compare finds what lies at a path. What cannot be looked at now is no proof,
// and may be there the next time.
func (f *files) compare(path string, opened fs.FileInfo) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, f.found(path + " is gone")
	case err != nil:
		return nil, unavailable(fmt.Errorf("look at the database: %w", err))
	case !os.SameFile(opened, info):
		return nil, f.found("another file is at " + path)
	}
	return info, nil
}

// asBefore reports whether no page was moved to the database and nothing else
// has changed it, as most often.
func (f *files) asBefore(database fs.FileInfo) bool {
	log, index := f.beside[0], f.beside[1]
	now, ok := readLogIndex(index, f.buffer[:])
	return ok && f.settled != nil && f.settled.is(now, database) && now.fits(log, f.buffer[:])
}

// lookInside finds a file that was written over in place. Somebody who is at
// work is left to it; the next look will tell.
func (f *files) lookInside(log, index *besideFile) error {
	before, ok := readLogIndex(index, f.buffer[:])
	if !ok {
		return nil
	}
	database, err := os.Stat(f.path)
	if err == nil {
		log.now, err = log.Stat()
	}
	seen := err == nil
	fits := seen && before.fits(log, f.buffer[:])
	after, ok := readLogIndex(index, f.buffer[:])
	switch {
	case !seen || !ok || before != after:
		return nil
	case !fits:
		return f.found(log.path + " was written over")
	case before.moved != before.moving:
		return nil
	case f.settled == nil || f.settled.log.moves() != before.moves():
		f.settled = &settled{before, database.Size(), database.ModTime()}
	case !f.settled.is(before, database):
		return f.found(f.path + " was written over")
	}
	return nil
}

// is reports whether the database is as it was, with no page moved since.
func (s *settled) is(log logIndex, database fs.FileInfo) bool {
	return log.moved == log.moving && log.moves() == s.log.moves() &&
		s.size == database.Size() && s.modified.Equal(database.ModTime())
}

// found keeps what was found, and says it once.
func (f *files) found(what string) error {
	if f.foreign != nil {
		return f.foreign
	}
	d := diag.At(diag.ResourceUnavailable, "input#", "The database cannot be written now.")
	f.foreign = d.WithCause(fmt.Errorf("%w: %s", errForeign, what))
	f.log.Error("The database was removed or replaced while it was served. Writes are refused until the service is started again.",
		"file", f.path, "found", what, "suggestion", "Stop the service. Put the database that you want to serve at "+f.path+
			", without a -wal and a -shm of another one beside it, and start the service.")
	return f.foreign
}

// lost reports whether the files are no longer those that were opened, after a
// last look.
func (f *files) lost() bool { return errors.Is(f.check(), errForeign) }

// fresh reports whether every page of the log is in the database file, so that
// the next commit is likely to begin the log anew.
func (f *files) fresh() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.beside) != 2 {
		return false
	}
	index, ok := readLogIndex(f.beside[1], f.buffer[:])
	return ok && index.moved == index.frames
}

func (f *files) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closeBeside()
}

func (f *files) closeBeside() {
	for _, each := range f.beside {
		_ = each.Close() // it was only read
	}
	f.beside = nil
}
