package store

import (
	"io/fs"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Condition is how a database file is.
type Condition struct {
	File    string      `json:"file"`
	Exists  bool        `json:"exists"`
	Mode    fs.FileMode `json:"-"`       // of the file; 0 when there is none
	ID      string      `json:"id"`      // which file it is to the system; "" where that is not known
	Bytes   int64       `json:"bytes"`   // of the file
	Log     int64       `json:"log"`     // bytes of its write-ahead log
	Free    int64       `json:"free"`    // bytes that the disk has left for the service; -1 where that is not known
	Version int         `json:"version"` // of the platform's tables, the number of the last migration
	Newest  int         `json:"newest"`  // the version that this program brings them to
	Damage  []string    `json:"damage"`  // what the database's own check finds, at most a hundred lines
}

// lowSpace is less than what a log of writes may come to need.
const lowSpace = 64 << 20

// IsFull reports whether so little room is left on the disk that writes may
// fail soon.
func (c Condition) IsFull() bool { return c.Free >= 0 && c.Free < lowSpace }

// IsOpen reports whether others than the owner of the file may use it.
func (c Condition) IsOpen() bool { return c.Mode.Perm()&0o077 != 0 }

// RestoreBackup is what an operator does about a damaged file.
const RestoreBackup = "The file is damaged. Stop the service, keep a copy of the file with its -wal, and restore a copy with quartet restore; quartet doctor says what is damaged."

// Problems are what stands in the way of serving from the file.
func (c Condition) Problems() (list diag.List) {
	if len(c.Damage) == 0 {
		return nil
	}
	d := diag.At(diag.ResourceUnavailable, "", "The database "+c.File+" is damaged: "+c.Damage[0])
	d.Suggestion = RestoreBackup
	list.Add(d)
	return list
}
