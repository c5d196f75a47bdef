package quartet

import (
	"context"

	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// JournalSize is how much the journal of a site holds: the fields Lines,
// Waiting (bytes of values that are not packed yet), Versions and Packed (their
// bytes).
type JournalSize = sqlite.JournalSize

// SizeOfJournal looks at the journal of a site that need not be served, and
// changes nothing.
func SizeOfJournal(ctx context.Context, o Options) (JournalSize, error) {
	b, err := configured(o)
	if err != nil {
		return JournalSize{}, err
	}
	return sqlite.ReadJournalSize(ctx, b.databaseFile())
}
