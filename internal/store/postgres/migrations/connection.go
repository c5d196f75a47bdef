package migrations

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// begin is READ COMMITTED, whatever is the default: what was committed while a
// lock was waited for is seen. A migration takes as long as it takes.
const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 0`

// open makes a database of one connection, which is in a transaction from its
// first statement on. Closing it takes back what was not committed. No statement
// is prepared under a name, so that a pooler may be on the way.
func open(config *pgx.ConnConfig) *sql.DB {
	config = config.Copy()
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	connector := stdlib.GetConnector(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, begin)
		return err
	}))
	db := sql.OpenDB(transactions{connector})
	db.SetMaxOpenConns(1)
	return db
}

// transactions are connections that go back to the pool of package sql in the
// transaction that they are in.
type transactions struct{ driver.Connector }

func (t transactions) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := t.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return transaction{c.(*stdlib.Conn)}, nil //nolint:forcetypeassert // the connector makes no other
}

type transaction struct{ *stdlib.Conn }

// ResetSession implements driver.SessionResetter.
func (transaction) ResetSession(context.Context) error { return nil }
