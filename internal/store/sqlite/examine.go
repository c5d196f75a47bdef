package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
	"github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
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
	Damage  []string    `json:"damage"`  // what SQLite's quick_check finds, at most a hundred lines
}

// lowSpace is less than what the write-ahead log may come to need.
const lowSpace = 64 << 20

// IsFull reports whether so little room is left on the disk that writes may
// fail soon.
func (f Condition) IsFull() bool { return f.Free >= 0 && f.Free < lowSpace }

// IsOpen reports whether others than the owner of the file may use it.
func (f Condition) IsOpen() bool { return f.Mode.Perm()&0o077 != 0 }

// Examine looks at a database file and changes nothing. It reads all of it,
// beside whatever serves it. The error is a diagnostic of a file that cannot be
// read; what is known is returned with it.
func Examine(ctx context.Context, path string) (Condition, error) {
	opts, err := Options{Path: path}.withDefaults()
	if err != nil {
		return Condition{File: path}, failure(err)
	}
	found := Condition{File: opts.Path, Free: dbfile.FreeAbove(opts.Path), Newest: migrations.Newest(), Damage: []string{}}
	info, err := os.Stat(opts.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return found, dbfile.CheckLog(opts.Path)
	}
	if err != nil {
		return found, refusal(opts.Path, unavailable(err))
	}
	found.Exists, found.Mode, found.Bytes, found.ID = true, info.Mode().Perm(), info.Size(), dbfile.ID(info)
	if log, err := os.Stat(opts.Path + "-wal"); err == nil {
		found.Log = log.Size()
	}
	if err := found.read(ctx, opts); err != nil {
		return found, refusal(opts.Path, err)
	}
	return found, nil
}

var quickCheck = &query{text: "PRAGMA quick_check(100)", brief: true}

func (f *Condition) read(ctx context.Context, opts Options) (err error) {
	c, err := openConn(opts.Path, opts.access(false))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shielded(c, (*conn).close)) }()
	c.watch.guard(ctx, 0)
	defer c.watch.release()
	return shielded(c, func(c *conn) error {
		if err := f.readVersion(c); err != nil {
			return err
		}
		return c.each(quickCheck, func(s *stmt) error {
			if line := string(s.text(0)); line != "ok" {
				f.Damage = append(f.Damage, line)
			}
			return nil
		})
	})
}

func (f *Condition) readVersion(c *conn) error {
	if found, err := c.look(hasTable, migrations.VersionTable); found == nil || err != nil {
		return err
	}
	version, err := c.look(latestVersion)
	if err == nil {
		f.Version, err = strconv.Atoi(string(version))
	}
	return err
}

// Problems are what stands in the way of serving from the file.
func (f Condition) Problems() (list diag.List) {
	if len(f.Damage) == 0 {
		return nil
	}
	d := diag.At(diag.ResourceUnavailable, "", "The database "+f.File+" is damaged: "+f.Damage[0])
	d.Suggestion = remedy(sqlite3.CORRUPT)
	list.Add(d)
	return list
}
