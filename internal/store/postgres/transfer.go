package postgres

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/migration"
	"github.com/quartet-dev/quartet/internal/store/postgres/migrations"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

// A snapshot is one moment; a copy takes as long as it takes.
const (
	beginSnapshot = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`
	beginLoad     = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`
)

// Source implements store.Database.
func (d Database) Source(ctx context.Context) (store.Source, error) {
	driver, err := dialTransfer(ctx, d.URL)
	if err != nil {
		return nil, err
	}
	if err := driver.run(ctx, beginSnapshot); err != nil {
		_ = driver.Close()
		return nil, driver.Diagnostic(err)
	}
	source, err := transfer.NewSource(ctx, driver)
	if err == nil && source.Version() == 0 {
		_ = driver.Close()
		return nil, missing(driver.Name())
	}
	return source, err
}

// Target implements store.Database.
func (d Database) Target(ctx context.Context) (store.Target, error) {
	driver, err := dialTransfer(ctx, d.URL)
	if err != nil {
		return nil, err
	}
	return transfer.NewTarget(ctx, driver)
}

// refuseUnfinished refuses a database that is being loaded.
func refuseUnfinished(c *conn, name string) error {
	found, err := c.number(tableExists, transfer.Unfinished)
	if found == 0 || err != nil {
		return err
	}
	return transfer.Refusal(name)
}

// transferDriver is a connection as package transfer uses it. It keeps nothing
// between transactions, so that a pooler may be on the way.
type transferDriver struct {
	config *pgx.ConnConfig
	conn   *pgconn.PgConn
}

var _ transfer.Driver = &transferDriver{}

func dialTransfer(ctx context.Context, url string) (*transferDriver, error) {
	config, err := configOf(url)
	if err != nil {
		return nil, err
	}
	d := &transferDriver{config: config.ConnConfig}
	if d.conn, err = pgconn.ConnectConfig(ctx, &d.config.Config); err != nil {
		return nil, d.Diagnostic(err)
	}
	return d, nil
}

// Dialect implements transfer.Driver.
func (d *transferDriver) Dialect() *sqlgen.Dialect { return sqlgen.Postgres }

// Name implements transfer.Driver.
func (d *transferDriver) Name() string {
	return d.config.Database + " on " + d.config.Host
}

// Everything in the schema that new tables are made in, but for what belongs to
// an extension.
const selectRelations = `SELECT c.relname, a.attname, coalesce(k.place, 0)
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
LEFT JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k (attnum, place) ON k.attnum = a.attnum
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
ORDER BY c.relname COLLATE "C", a.attnum`

// Relations implements transfer.Driver.
func (d *transferDriver) Relations(ctx context.Context) (found []*transfer.Relation, err error) {
	err = d.Query(ctx, selectRelations, func(r store.Row) error {
		name, column := r[0].(string), transfer.Column{Name: r[1].(string), Key: int(r[2].(int64))}
		if len(found) == 0 || found[len(found)-1].Name != name {
			found = append(found, &transfer.Relation{Name: name})
		}
		last := found[len(found)-1]
		last.Columns = append(last.Columns, column)
		return nil
	})
	return found, err
}

// Version implements transfer.Driver.
func (d *transferDriver) Version(ctx context.Context) (version int, err error) {
	exists := false
	err = d.Query(ctx, `SELECT 1 WHERE to_regclass('`+migration.VersionTable+`') IS NOT NULL`, func(store.Row) error { exists = true; return nil })
	if err != nil || !exists {
		return 0, err
	}
	by := ""
	err = d.Query(ctx, migration.Recorded, func(r store.Row) error {
		version, by = int(r[0].(int64)), r[1].(string)
		return nil
	})
	if err == nil && version > migrations.Newest() {
		err = migration.Newer(d.Name(), version, by, migrations.Newest())
	}
	return version, err
}

// Migrate implements transfer.Driver.
func (d *transferDriver) Migrate(ctx context.Context) error {
	_, err := migrations.Run(ctx, d.config)
	return err
}

// Query implements transfer.Driver.
func (d *transferDriver) Query(ctx context.Context, statement string, fn func(store.Row) error, arguments ...any) error {
	values, formats := bound(arguments)
	result := d.conn.ExecParams(ctx, statement, values, nil, formats, nil)
	var failed error
	for failed == nil && result.NextRow() {
		var row store.Row
		if row, failed = rowOf(result); failed == nil {
			failed = fn(row)
		}
	}
	_, err := result.Close()
	return errors.Join(failed, err)
}

// rowOf is the present row, in memory of its own.
func rowOf(result *pgconn.ResultReader) (store.Row, error) {
	row := make(store.Row, len(result.Values()))
	for i, text := range result.Values() {
		var err error
		if row[i], err = valueOf(text, result.FieldDescriptions()[i].DataTypeOID); err != nil {
			return nil, err
		}
	}
	return row, nil
}

// valueOf reads the text of a value.
func valueOf(text []byte, oid uint32) (any, error) {
	if text == nil {
		return nil, nil
	}
	switch oid {
	case pgtype.Int8OID, pgtype.Int4OID, pgtype.Int2OID:
		return strconv.ParseInt(string(text), 10, 64)
	case pgtype.Float8OID:
		return strconv.ParseFloat(string(text), 64)
	case pgtype.ByteaOID:
		return hex.AppendDecode([]byte{}, text[len(`\x`):])
	default:
		return string(text), nil
	}
}

// bound are arguments as they are sent: bytes as they are, all else as text.
func bound(arguments []any) (values [][]byte, formats []int16) {
	values, formats = make([][]byte, len(arguments)), make([]int16, len(arguments))
	for i, each := range arguments {
		switch v := each.(type) {
		case int64:
			values[i] = strconv.AppendInt(nil, v, 10)
		case float64:
			values[i] = strconv.AppendFloat(nil, v, 'g', -1, 64)
		case string:
			values[i] = []byte(v)
		case []byte:
			values[i], formats[i] = v, pgx.BinaryFormatCode
		}
	}
	return values, formats
}

// Exec implements transfer.Driver. All rows are sent before the first answer is
// waited for.
func (d *transferDriver) Exec(ctx context.Context, statement string, rows ...store.Row) (err error) {
	if len(rows) == 1 {
		values, formats := bound(rows[0])
		return d.conn.ExecParams(ctx, statement, values, nil, formats, nil).Read().Err
	}
	prepared := "load_" + rand.Text() // a pooler may bring us to a connection where one of an earlier load is left
	if _, err := d.conn.Prepare(ctx, prepared, statement, nil); err != nil {
		return err
	}
	var batch pgconn.Batch
	for _, row := range rows {
		values, formats := bound(row)
		batch.ExecPrepared(prepared, values, formats, nil)
	}
	batch.ExecParams("DEALLOCATE "+pgx.Identifier{prepared}.Sanitize(), nil, nil, nil, nil)
	return d.conn.ExecBatch(ctx, &batch).Close()
}

// Atomically implements transfer.Driver.
func (d *transferDriver) Atomically(ctx context.Context, fn func() error) error {
	if err := d.run(ctx, beginLoad); err != nil {
		return err
	}
	if err := fn(); err != nil {
		if d.conn.IsClosed() {
			return err
		}
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
		defer cancel()
		return errors.Join(err, d.run(last, "ROLLBACK"))
	}
	return d.run(ctx, "COMMIT")
}

// run runs statements without arguments and rows.
func (d *transferDriver) run(ctx context.Context, statements string) error {
	_, err := d.conn.Exec(ctx, statements).ReadAll()
	return err
}

// Advance implements transfer.Driver.
func (d *transferDriver) Advance(ctx context.Context, table, column string) error {
	sequence := ""
	err := d.Query(ctx, `SELECT pg_get_serial_sequence($1::text, $2::text)`, func(r store.Row) error {
		sequence, _ = r[0].(string)
		return nil
	}, table, column)
	if err != nil || sequence == "" {
		return err
	}
	return d.Exec(ctx, `SELECT setval($1::text::regclass, (SELECT max(`+column+`) FROM `+table+`))`, store.Row{sequence})
}

// unfitClasses are those of errors of what is stored: values that have not the type of
// their column, that it does not take, or that are too long.
var unfitClasses = []string{"22", "23", "54"}

// Unfit implements transfer.Driver.
func (d *transferDriver) Unfit(err error) bool {
	state := stateOf(err)
	return slices.ContainsFunc(unfitClasses, func(class string) bool { return strings.HasPrefix(state, class) })
}

// Diagnostic implements transfer.Driver.
func (d *transferDriver) Diagnostic(err error) error {
	var known *diag.Diagnostic
	if errors.As(err, &known) {
		return known
	}
	unusable := &diag.Diagnostic{
		Code: diag.ResourceUnavailable, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
		Message: "The database " + d.Name() + " cannot be used.",
	}
	return unusable.WithCause(err)
}

// closeTimeout is how long the end of a connection is waited for.
const closeTimeout = 5 * time.Second

// Close implements transfer.Driver.
func (d *transferDriver) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	return d.conn.Close(ctx)
}
