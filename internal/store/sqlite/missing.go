package sqlite

import (
	"errors"
	"github.com/quartet-dev/quartet/internal/store"
	"io/fs"
	"os"

	"github.com/quartet-dev/quartet/internal/diag"
)

// mustExist refuses a database that would have to be made.
func mustExist(opts Options) error {
	info, err := os.Stat(opts.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0:
		return missing(opts.Path)
	case err != nil:
		return store.Unavailable(err)
	}
	c, err := openConn(opts.Path, opts.access(false))
	if err != nil {
		return err
	}
	err = refuseUnfinished(c, opts.Path)
	if err == nil {
		err = refuseEmpty(c, opts.Path)
	}
	return errors.Join(err, c.close())
}

// refuseEmpty refuses a database without tables.
func refuseEmpty(c *conn, path string) error {
	version, err := platformVersion(c)
	if err == nil && version == 0 {
		return missing(path)
	}
	return err
}

func missing(path string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.DatabaseMissing, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
		Message:    "There is no database at " + path + ", and none was made because it must exist.",
		Suggestion: "Check the path, and that its volume is mounted; start without this rule to make a new database.",
	}
}
