package postgres

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store/migration"
	"github.com/quartet-dev/quartet/internal/store/postgres/migrations"
)

// migrate brings the platform's tables up to date; fresh when there were none.
func (p *pool) migrate(ctx context.Context, mustExist bool) (fresh bool, err error) {
	if err = p.use(ctx, func(c *conn) error {
		if err := p.suitable(c); err != nil {
			return err
		}
		if err := refuseUnfinished(c, p.name()); err != nil {
			return err
		}
		found, err := c.number(tableExists, migration.VersionTable)
		fresh = found == 0
		return err
	}); err != nil {
		return false, err
	}
	if fresh && mustExist {
		return false, missing(p.name())
	}
	_, err = migrations.Run(ctx, p.pgx.Config().ConnConfig)
	return fresh, err
}

// name is the database as an operator knows it, without secrets.
func (p *pool) name() string {
	config := p.pgx.Config().ConnConfig
	return config.Database + " on " + config.Host
}

func missing(name string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.DatabaseMissing, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
		Message:    "The database " + name + " has no tables of a site, and none were made because it must exist.",
		Suggestion: "Check the address; start without this rule to make new tables.",
	}
}
