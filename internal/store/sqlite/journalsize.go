package sqlite

import (
	"context"

	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

// ReadJournalSize looks at the journal of the file at path, all of it; nothing
// when there is none, or one of before there was a history.
func ReadJournalSize(ctx context.Context, path string) (size store.JournalSize, err error) {
	err = withTable(path, "_quartet_versions", func(c *conn) error {
		c.watch.guard(ctx, 0)
		size, err = platform.JournalSize(c.platform)
		return err
	})
	return size, err
}
