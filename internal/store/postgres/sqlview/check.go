package sqlview

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/sqltext"
	"github.com/quartet-dev/quartet/internal/store"
)

// Check is what statements are held against: connections of the owner of the
// tables and of the role of Views, and the schema of the tables.
type Check struct {
	Owner, Role *pgx.Conn
	Schema      string
	Dialect     *sqlgen.Dialect // with logical tables
}

// Refusals lists the statements of the plan's sql Views that must not run: what
// PostgreSQL does not prepare for the role, and what uses anything else than the
// Schemas' tables and plain functions. None of them is run.
func (c Check) Refusals(ctx context.Context, p *plan.Plan) (refusals []store.Refusal, err error) {
	tx, err := c.Owner.Begin(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, tx.Rollback(ctx)) }() // nothing of it stays
	if _, err := tx.Exec(ctx, analysed); err != nil {
		return nil, err
	}
	tables, err := c.tables(ctx, tx, p.Schemas())
	if err != nil {
		return nil, err
	}
	for _, v := range p.Views() {
		statement, ok := sqlgen.Wrap(c.Dialect, v)
		if !v.IsSQL() || !ok {
			continue
		}
		r, err := c.refusal(ctx, tx, tables, v, statement.Text)
		if err != nil {
			return refusals, fmt.Errorf("view %s: %w", v.Name(), err)
		}
		if r != nil {
			refusals = append(refusals, *r)
		}
	}
	return refusals, nil
}

// analysed has names and literals mean for the owner what they mean for the role.
const analysed = `SET LOCAL search_path = pg_catalog; SET LOCAL standard_conforming_strings = on;
SET LOCAL transform_null_equals = off; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'`

// tables are the numbers of the Schemas' tables.
func (c Check) tables(ctx context.Context, tx pgx.Tx, schemas []*plan.Schema) ([]uint32, error) {
	names := make([]string, len(schemas))
	for i, s := range schemas {
		names[i] = s.Name()
	}
	rows, err := tx.Query(ctx, `SELECT c.oid FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
		WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relname = ANY ($2::text[])`, pgx.QueryExecModeExec, c.Schema, names)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uint32])
}

// refusal is why a View's statement must not run; nil when it may. What the role
// may not do comes first, in the database's own words and with a place.
func (c Check) refusal(ctx context.Context, tx pgx.Tx, tables []uint32, v *plan.View, text string) (*store.Refusal, error) {
	r := &store.Refusal{View: v, Dialect: sqlgen.Postgres.Name}
	described, err := c.Role.PgConn().Prepare(ctx, "", text, nil)
	if err == nil {
		if r.Message = unreadable(described.Fields); r.Message == "" {
			r.Message, err = c.analyse(ctx, tx, tables, text)
		}
	}
	if refused := (*pgconn.PgError)(nil); errors.As(err, &refused) && isOfStatement(refused.Code) {
		r.Message, r.Offset, err = refused.Message, c.offset(v, text, refused), nil
	}
	if r.Message == "" {
		r = nil
	}
	return r, err
}

// isOfStatement reports whether an error is about a statement, and not about the
// connection or the moment.
func isOfStatement(code string) bool {
	for _, class := range []string{"0A", "22", "42", "54"} { // not supported, data, syntax or rights, limits of the program
		if strings.HasPrefix(code, class) {
			return true
		}
	}
	return false
}

// offset is the place of an error in the statement as it is written. PostgreSQL
// counts characters, from 1; 0 for none.
func (c Check) offset(v *plan.View, text string, refused *pgconn.PgError) int {
	at := 0
	for range max(refused.Position-1, 0) {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return sqlgen.WrittenAt(c.Dialect, v, at)
}

func unreadable(fields []pgconn.FieldDescription) string {
	for _, f := range fields {
		if !Holds(f.DataTypeOID) {
			return fmt.Sprintf("the column %q is of a type that JSON cannot hold; cast it to text", f.Name)
		}
	}
	return ""
}

// analyse has the database analyse a statement, as the condition of a view that
// is taken back, and reads the tree that it made of it.
func (c Check) analyse(ctx context.Context, tx pgx.Tx, tables []uint32, text string) (message string, err error) {
	inner, err := tx.Begin(ctx)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, inner.Rollback(ctx)) }()
	name := pgx.Identifier{c.Schema, "_quartet_check_" + rand.Text()}.Sanitize()
	create := "CREATE VIEW " + name + " AS SELECT 1 AS one WHERE EXISTS (" + withoutArguments(text) + "\n)"
	if _, err := inner.Exec(ctx, create, pgx.QueryExecModeExec); err != nil {
		return "", err
	}
	var (
		tree string
		self uint32 // a view's tree names the view, up to PostgreSQL 15
	)
	found := inner.QueryRow(ctx, `SELECT ev_action::text, ev_class FROM pg_catalog.pg_rewrite WHERE ev_class = $1::regclass`, pgx.QueryExecModeExec, name)
	if err := found.Scan(&tree, &self); err != nil {
		return "", err
	}
	used, err := read(tree)
	if errors.Is(err, errKind) || errors.Is(err, errTree) {
		return err.Error(), nil
	}
	return used.refuse(ctx, inner, append(slices.Clone(tables), self))
}

// withoutArguments has null in the place of arguments, which a view cannot have.
// Their types stand beside them.
func withoutArguments(text string) string {
	var out strings.Builder
	for _, token := range sqltext.Tokens(sqlgen.Postgres.Name, text) {
		if token.Kind == sqltext.Foreign {
			out.WriteString("NULL")
			continue
		}
		out.WriteString(token.Text)
	}
	return out.String()
}
