package sqlite

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

// errStrayLog is in the chain of the error of a write-ahead log that lies beside
// a database that it does not belong to.
var errStrayLog = errors.New("the write-ahead log belongs to another database file, or to another time of this one")

// Of a database's header and of the first page in a log:
const (
	headerBytes  = 100
	changesAt    = 24 // raised by connections that change the first page, in turns
	roundAt      = 60 // PRAGMA user_version, which conn.mark raises
	largestPage  = 1 << 16
	looks        = 5 // at files that somebody is writing
	walMagic     = 0x377f0682
	walMagicMask = ^uint32(1) // the last bit tells the byte order of checksums
)

// header is what the header of a database says of its state.
type header struct{ changes, round uint32 }

func readHeader(b []byte) header {
	return header{binary.BigEndian.Uint32(b[changesAt:]), binary.BigEndian.Uint32(b[roundAt:])}
}

// checkLog refuses a write-ahead log that does not belong to the database beside
// it, such as one that was left there when a backup was put in place. SQLite
// would move its pages into the file, and destroy it. Nothing is changed. It
// must be asked before SQLite opens the file.
func checkLog(path string) error {
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
	first, last, found := firstPages(log)
	if !found {
		return true, true
	}
	if before != nil && readHeader(before).leadsTo(first, last) {
		return true, true
	}
	after, err := databaseHeader(path)
	again, _, _ := firstPages(log)
	return false, err == nil && string(before) == string(after) && first == again
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

// leadsTo reports whether a log whose first and last copies of the first page
// are these may have begun with the database in this state, or was moved to it
// in part. A number may stay the same from one state to the next. What was
// written before rounds were counted has round 0.
func (h header) leadsTo(first, last header) bool {
	return h.changes+1 >= first.changes && h.changes <= last.changes &&
		(h.round == 0 || h.round+1 >= first.round && h.round <= last.round)
}

// firstPages are the first and the last copy of the database's first page in a
// log. There is none in a log that is empty or whose commits left that page
// alone.
func firstPages(log io.ReaderAt) (first, last header, found bool) {
	var b [logHeaderBytes]byte
	if n, _ := log.ReadAt(b[:], 0); n < len(b) || binary.BigEndian.Uint32(b[:])&walMagicMask != walMagic {
		return first, last, false
	}
	salts, size := [8]byte(b[16:24]), int64(binary.BigEndian.Uint32(b[8:]))
	if size < 512 || size > largestPage {
		return first, last, false
	}
	frame := make([]byte, frameBytes+headerBytes)
	for at := int64(logHeaderBytes); ; at += frameBytes + size {
		if n, _ := log.ReadAt(frame, at); n < len(frame) || [8]byte(frame[8:16]) != salts {
			return first, last, found
		}
		if binary.BigEndian.Uint32(frame) == 1 {
			last = readHeader(frame[frameBytes:])
			if !found {
				first, found = last, true
			}
		}
	}
}

func strayLog(path string) *diag.Diagnostic {
	d := diag.At(diag.ResourceUnavailable, "", fmt.Sprintf(
		"%s-wal does not belong to %s: one of them was replaced. Nothing was changed.", path, path))
	d.Suggestion = fmt.Sprintf("To serve a backup that you have put in place, move %s-wal and %s-shm away. "+
		"To go on where the service ended, put back the database file that was beside the log.", path, path)
	return d.WithCause(errStrayLog)
}
