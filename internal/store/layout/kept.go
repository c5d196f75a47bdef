package layout

import (
	"log/slog"

	"github.com/quartet-dev/quartet/internal/store"
)

// WarnKept names what the manifests no longer declare and the database still
// holds. Nothing of it is seen any more, which may be a mistake.
func WarnKept(log *slog.Logger, changes []store.Change) {
	for _, c := range changes {
		if c.Rows == 0 || !c.Keeps() {
			continue
		}
		attrs := []any{"schema", c.Schema, "rows", c.Rows}
		switch {
		case c.Action == store.KeepColumn:
			log.Warn("A property is no longer declared; its values are kept, unseen. Declare it again to have them back, or remove them for good with quartet migrate --drop.", append(attrs, "property", c.Name)...)
		case c.Renamed != "":
			log.Warn("A Schema is no longer declared, and one like it is new; the entries of the first are kept, unseen. A renamed Schema begins empty: take the old name back to have them, or remove them for good with quartet migrate --drop.", append(attrs, "renamed", c.Renamed)...)
		default:
			log.Warn("A Schema is no longer declared; its entries are kept, unseen. Declare it again to have them back, or remove them for good with quartet migrate --drop.", attrs...)
		}
	}
}
