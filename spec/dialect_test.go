package spec

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// A dialect names the database that a site is kept in.
type dialect string

const (
	sqliteDialect   dialect = "sqlite"
	postgresDialect dialect = "postgres"
)

// database is an empty one for the site in dir, and its address; "" for the file
// that a site has by default.
func (d dialect) database(t *testing.T, dir string) (store.Database, string) {
	if d == sqliteDialect {
		return sqlite.Database{Path: filepath.Join(dir, ".service", "data", "quartet.db")}, ""
	}
	url := migrated.URL(t)
	return postgres.Database{URL: url}, url
}

// migrated is a database with the tables of the platform, which every site has.
var migrated = postgrestest.Template{Fill: func(ctx context.Context, url string) error {
	_, err := postgres.Database{URL: url}.Migrate(ctx, new(plan.Plan), false)
	return err
}}

// section is a section of the archive. The text of one that ends with the name of
// the database, such as "diagnostics on postgres", stands for that of all.
func (s *site) section(name string) string {
	if own := transcript.Section(s.archive, name+" on "+string(s.dialect)); own != "" {
		return own
	}
	return transcript.Section(s.archive, name)
}
