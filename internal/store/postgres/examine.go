package postgres

import (
	"context"
	"errors"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/migration"
	"github.com/quartet-dev/quartet/internal/store/postgres/migrations"
)

// Examine implements store.Database. It asks the server about itself and reads no
// tables of a Schema: PostgreSQL checks its pages when it reads them.
func (d Database) Examine(ctx context.Context) (store.Condition, error) {
	found := store.Condition{Newest: migrations.Newest(), Free: -1, Damage: []string{}}
	err := d.with(ctx, func(_ *pool, c *conn) (err error) {
		if found.Server, found.Bytes, err = c.server(); err != nil {
			return err
		}
		exists, err := c.number(tableExists, migration.VersionTable)
		if found.Exists = exists == 1; err != nil || !found.Exists {
			return err
		}
		version, err := c.number(`SELECT max(version_id) FROM ` + migration.VersionTable)
		found.Version = int(version)
		return err
	})
	return found, err
}

// askSuitable is what decides whether a server can be used at all.
const askSuitable = `SELECT current_setting('server_version_num')::bigint, split_part(current_setting('server_version'), ' ', 1),
	pg_encoding_to_char(encoding), pg_is_in_recovery()::int, current_user::text, (current_setting('default_transaction_read_only') = 'on')::int
	FROM pg_database WHERE datname = current_database()`

// suitable refuses what cannot be served from, before anything is changed there.
func (p *pool) suitable(c *conn) error {
	var problems diag.List
	err := c.each(askSuitable, func(s *stmt) error {
		problems = serverOf(s, p.name()).Unsuitable()
		return nil
	})
	return errors.Join(err, problems.Err())
}

// serverOf reads the columns that askSuitable and askServer begin with.
func serverOf(s *stmt, address string) *store.Server {
	return &store.Server{
		Address: address, Number: int(s.Integer(0)), Release: string(s.Text(1)), Encoding: string(s.Text(2)),
		Standby: s.Integer(3) == 1, Role: string(s.Text(4)), ReadOnly: s.Integer(5) == 1,
	}
}

// askServer counts connections by statistics that every role may read;
// pg_stat_activity shows a role nothing but its own.
const askServer = `SELECT current_setting('server_version_num')::bigint, split_part(current_setting('server_version'), ' ', 1),
	pg_encoding_to_char(encoding), pg_is_in_recovery()::int, current_user::text, (current_setting('default_transaction_read_only') = 'on')::int,
	(rolcreaterole OR rolsuper)::int,
	(SELECT sum(numbackends)::bigint FROM pg_stat_database),
	current_setting('max_connections')::bigint, pg_database_size(current_database()), current_database()::text
	FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`

// server is what the server says of itself, and the size of the database.
func (c *conn) server() (of *store.Server, bytes int64, err error) {
	err = c.each(askServer, func(s *stmt) error {
		of = serverOf(s, c.pg.Conn().RemoteAddr().String()+"/"+string(s.Text(10))) // of several hosts, the one that answered
		of.MakesRoles, of.Connections, of.Most = s.Integer(6) == 1, int(s.Integer(7)), int(s.Integer(8))
		bytes = s.Integer(9)
		return nil
	})
	if err == nil && of == nil {
		err = errors.New("the server does not know the role of the connection")
	}
	return of, bytes, err
}
