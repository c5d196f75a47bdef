package sqlite

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"

	"github.com/quartet-dev/quartet/internal/diag"
)

// warnKept names what the manifests no longer declare and the database still
// holds. Nothing of it is seen any more, which may be a mistake.
func warnKept(log *slog.Logger, changes []Change) {
	for _, c := range changes {
		if c.Rows == 0 || !c.Keeps() {
			continue
		}
		attrs := []any{"schema", c.Schema, "rows", c.Rows}
		switch {
		case c.Action == KeepColumn:
			log.Warn("A property is no longer declared; its values are kept, unseen. Declare it again to have them back, or remove them for good with quartet migrate --drop.", append(attrs, "property", c.Name)...)
		case c.Renamed != "":
			log.Warn("A Schema is no longer declared, and one like it is new; the entries of the first are kept, unseen. A renamed Schema begins empty: take the old name back to have them, or remove them for good with quartet migrate --drop.", append(attrs, "renamed", c.Renamed)...)
		default:
			log.Warn("A Schema is no longer declared; its entries are kept, unseen. Declare it again to have them back, or remove them for good with quartet migrate --drop.", attrs...)
		}
	}
}

// mustExist refuses a database that would have to be made.
func mustExist(opts Options) error {
	info, err := os.Stat(opts.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0:
		return missing(opts.Path)
	case err != nil:
		return unavailable(err)
	}
	c, err := openConn(opts.Path, opts.access(false))
	if err != nil {
		return err
	}
	version, err := platformVersion(c)
	if err == nil && version == 0 {
		err = missing(opts.Path)
	}
	return errors.Join(err, c.close())
}

func missing(path string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.DatabaseMissing, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
		Message:    "There is no database at " + path + ", and none was made because it must exist.",
		Suggestion: "Look whether the path is right and its volume is there; start without this rule to make a new database.",
	}
}
