package dbfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/quartet-dev/quartet/internal/diag"
)

// ErrStrayLog is in the chain of the error of a write-ahead log that lies beside
// a database that it does not belong to.
var ErrStrayLog = errors.New("the write-ahead log belongs to another database file, or to another time of this one")

// Of a database's header and of the first page in a log:
const (
	headerBytes = 100
	cookieAt    = 40 // SQLite's schema cookie, which changes of tables and VACUUM INTO raise
	roundAt     = 60 // PRAGMA user_version, which the writer raises at each round of the log
	looks       = 5  // at files that somebody is writing
)

// header is what the header of a database says of its state. Both numbers only
// grow, whichever process writes. SQLite's change counter does not: a connection
// goes on from what it found when it was opened.
type header struct{ cookie, round uint32 }

func readHeader(b []byte) header {
	return header{binary.BigEndian.Uint32(b[cookieAt:]), binary.BigEndian.Uint32(b[roundAt:])}
}

// CheckLog refuses a write-ahead log that does not belong to the database beside
// it, such as one that was left there when a backup was put in place. SQLite
// would move its pages into the file, and destroy it. Nothing is changed. It
// must be asked before SQLite opens the file (decision 125).
func CheckLog(path string) error {
	if whole, err := filepath.EvalSymlinks(path); err == nil {
		path = whole
	}
	for range looks {
		log, err := os.Open(path + "-wal")
		if err != nil {
			return nil //nolint:nilerr // there is none, or SQLite tells why it cannot be read
		}
		belongs, sure := logBelongs(path, log)
		_ = log.Close() // it was only read
		switch {
		case belongs:
			return nil
		case sure:
			return strayLog(path)
		}
	}
	return nil
}

// logBelongs compares the log with the database. It is not sure when somebody
// changed them meanwhile.
func logBelongs(path string, log io.ReaderAt) (belongs, sure bool) {
	before, err := databaseHeader(path)
	if err != nil {
		return true, false
	}
	least, most, found := firstPages(log)
	if !found {
		return true, true
	}
	if before != nil && readHeader(before).leadsTo(least, most) {
		return true, true
	}
	after, err := databaseHeader(path)
	leastNow, mostNow, _ := firstPages(log)
	return false, err == nil && string(before) == string(after) && least == leastNow && most == mostNow
}

// databaseHeader is nil when there is no database, or an empty one.
func databaseHeader(path string) ([]byte, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b := make([]byte, headerBytes)
	if _, err := io.ReadFull(file, b); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return b, nil
}

// leadsTo reports whether a log with these numbers in its copies of the first page
// may have begun with the database in this state, or was moved to it
// in part. A copy by VACUUM INTO has a cookie that no log of its original has,
// until tables change. What was written before rounds were counted has round 0.
func (h header) leadsTo(least, most header) bool {
	return h.cookie <= most.cookie &&
		(h.round == 0 || h.round+1 >= least.round && h.round <= most.round)
}

// firstPages are the least and the greatest of the numbers that the log has in
// committed copies of the database's first page. There is none in a log that is
// empty or whose commits left that page alone. What SQLite would not replay, such
// as what a process is writing, or was writing when it ended, counts for nothing.
func firstPages(log io.ReaderAt) (least, most header, found bool) {
	frames, ok := readLogHeader(log)
	if !ok {
		return least, most, false
	}
	var written []header // copies behind which there is no commit yet
	for frames.next() {
		if page := frames.page(); frames.number() == 1 && string(page[:len(databaseMagic)]) == databaseMagic {
			written = append(written, readHeader(page))
		}
		if frames.isCommit() {
			for _, each := range written {
				least, most = each.widen(least, most, found)
				found = true
			}
			written = written[:0]
		}
	}
	return least, most, found
}

// databaseMagic begins the first page of every database.
const databaseMagic = "SQLite format 3\x00"

// widen takes a copy into what was found before, if anything was.
func (h header) widen(least, most header, found bool) (header, header) {
	if !found {
		return h, h
	}
	return header{min(least.cookie, h.cookie), min(least.round, h.round)}, header{max(most.cookie, h.cookie), max(most.round, h.round)}
}

func strayLog(path string) *diag.Diagnostic {
	d := diag.At(diag.ResourceUnavailable, "", fmt.Sprintf(
		"%s-wal does not belong to %s: one of them was replaced. Nothing was changed.", path, path))
	d.Suggestion = fmt.Sprintf("To serve a backup that you have put in place, move %s-wal and %s-shm away. "+
		"To go on where the service ended, put back the database file that was beside the log.", path, path)
	return d.WithCause(ErrStrayLog)
}
