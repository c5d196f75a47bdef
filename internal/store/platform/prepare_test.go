package platform

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/postgres/migrations"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

// What a driver binds as text fits an argument of these types, and a column of
// these is what Statement can give. PostgreSQL takes an argument for a narrow
// integer where it is compared with a constant: those are flags.
var (
	argumentTypes = []uint32{pgtype.Int8OID, pgtype.Int4OID, pgtype.TextOID, pgtype.ByteaOID, pgtype.JSONOID}
	columnTypes   = []uint32{pgtype.Int8OID, pgtype.Int4OID, pgtype.TextOID, pgtype.ByteaOID}
)

// Every statement is one that PostgreSQL takes, over the tables that the migrations
// make, with arguments and columns of the types that a driver has.
func TestPostgreSQLPreparesEveryStatement(t *testing.T) {
	conn := migrated(t)
	for _, q := range Queries() {
		s, err := conn.Prepare(t.Context(), "", q.In(sqlgen.Postgres))
		if err != nil {
			t.Errorf("%v\n%s", err, q.text)
			continue
		}
		for i, of := range s.ParamOIDs {
			if !slices.Contains(argumentTypes, of) {
				t.Errorf("the argument %d has the type %d\n%s", i+1, of, q.text)
			}
		}
		for _, column := range s.Fields {
			if !slices.Contains(columnTypes, column.DataTypeOID) {
				t.Errorf("the column %s has the type %d\n%s", column.Name, column.DataTypeOID, q.text)
			}
		}
	}
}

func migrated(t *testing.T) *pgx.Conn {
	t.Helper()
	config, err := pgx.ParseConfig(postgrestest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := migrations.Run(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}
