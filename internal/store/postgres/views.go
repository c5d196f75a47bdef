package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/postgres/sqlview"
	"github.com/quartet-dev/quartet/internal/store/postgres/viewrole"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

// guard is what statements by hand run through: the role of Views, its
// connections, and what of them must not run.
type guard struct {
	role    viewrole.Role
	pool    *pool // nil for a plan without such statements
	refused map[*plan.View]string
}

// roleSecret names the secret that the password of the role is derived from.
const roleSecret = transfer.RoleSecret

// guardOf makes the role ready for a plan, opens its connections and has every
// statement checked. A plan without statements needs no role.
func guardOf(ctx context.Context, opts Options, p *pool, secret func(context.Context, string) ([]byte, error)) (*guard, error) {
	g := &guard{refused: map[*plan.View]string{}}
	err := p.owned(ctx, func(owner *pgx.Conn) (err error) {
		m := roleMaker{opts, owner, secret}
		if g.role, err = viewrole.Of(ctx, owner, m.named()); err != nil || !hasStatements(opts.Plan) {
			return err
		}
		config, role, err := m.open(ctx, p, &g.role)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, role.Close(ctx)) }()
		if g.pool, err = openPool(ctx, config, opts.StatementTimeout); err != nil {
			return err
		}
		return g.check(ctx, opts, owner, role)
	})
	if err != nil {
		g.close()
		return nil, err
	}
	return g, nil
}

func hasStatements(of *plan.Plan) bool {
	return slices.ContainsFunc(of.Views(), func(v *plan.View) bool {
		_, written := v.SQL(sqlgen.Postgres.Name)
		return written
	})
}

// check finds the statements that must not run. The site is served all the same,
// as it is over SQLite: such a View answers INTERNAL_ERROR.
func (g *guard) check(ctx context.Context, opts Options, owner, role *pgx.Conn) error {
	refusals, err := sqlview.Check{
		Owner: owner, Role: role, Schema: g.role.Schema, Dialect: g.dialect(opts.Plan),
	}.Refusals(ctx, opts.Plan)
	for _, r := range refusals {
		g.refused[r.View] = r.Message
		warn(opts.Log, r)
	}
	return err
}

func warn(log *slog.Logger, r store.Refusal) {
	d := r.View.AtStatement(diag.ViewStatementInvalid, r.Dialect, r.Offset, "The database refuses this statement: "+r.Message+".")
	attrs := []any{"code", d.Code, "view", r.View.Name()}
	if d.Source != nil {
		attrs = append(attrs, "file", d.Source.File, "line", d.Source.Line, "column", d.Source.Column)
	}
	log.Warn(d.Message, attrs...)
}

// dialect shows statements by hand the logical tables.
func (g *guard) dialect(of *plan.Plan) *sqlgen.Dialect {
	return sqlgen.Postgres.Logical(g.role.Schema, of.Schemas())
}

func (g *guard) close() {
	if g != nil && g.pool != nil {
		g.pool.close()
	}
}

// owned lends a connection of the owner of the tables.
func (p *pool) owned(ctx context.Context, fn func(*pgx.Conn) error) error {
	lent, c, err := p.lend(ctx)
	if err != nil {
		return err
	}
	defer func() { give(lent, c, err) }()
	err = fn(lent.Conn())
	return err
}

// roleMaker makes the role of Views, by a connection of the owner of the tables.
type roleMaker struct {
	opts   Options
	owner  *pgx.Conn
	secret func(context.Context, string) ([]byte, error)
}

// named is the role of the address that was given.
func (m roleMaker) named() string {
	if config, err := pgx.ParseConfig(m.opts.ViewsURL); m.opts.ViewsURL != "" && err == nil {
		return config.User
	}
	return ""
}

// ensure makes the role and its rights where something is missing, while no other
// process does.
func (m roleMaker) ensure(ctx context.Context, role *viewrole.Role) (password string, err error) {
	if m.opts.ViewsURL == "" {
		secret, err := m.secret(ctx, roleSecret)
		if err != nil {
			return "", err
		}
		if password, err = role.Password(secret); err != nil {
			return "", err
		}
	}
	missing, err := role.Missing(ctx, m.owner, m.opts.Plan.Schemas(), "")
	if err == nil && len(missing) > 0 {
		err = m.locked(ctx, func(tx pgx.Tx) error { return role.Ensure(ctx, tx, m.opts.Plan.Schemas(), password) })
	}
	if err != nil {
		return "", err
	}
	excess, err := role.Excess(ctx, m.owner)
	if err == nil && len(excess) > 0 {
		err = roleProblem("The role "+role.Name+", which sql Views run as, may do more than read the tables of Schemas: "+strings.Join(excess, ", ")+".",
			"Take these rights from it, and from PUBLIC.")
	}
	return password, err
}

// makeRole makes the role of Views, where the plan needs one.
func (d Database) makeRole(ctx context.Context, p *pool, of *plan.Plan) error {
	if !hasStatements(of) {
		return nil
	}
	platform := newStore(Options{Plan: new(plan.Plan)}.withDefaults(), p)
	return p.owned(ctx, func(owner *pgx.Conn) error {
		m := roleMaker{Options{Plan: of, ViewsURL: d.ViewsURL}, owner, platform.Secret}
		role, err := viewrole.Of(ctx, owner, m.named())
		if err == nil {
			_, err = m.ensure(ctx, &role)
		}
		return asRoleProblem(err)
	})
}

// locked runs fn while nobody else changes tables or their rights.
func (m roleMaker) locked(ctx context.Context, fn func(pgx.Tx) error) error {
	return pgx.BeginTxFunc(ctx, m.owner, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = 0; "+lockLayout, pgx.QueryExecModeSimpleProtocol); err != nil {
			return err
		}
		return fn(tx)
	})
}

// open ensures the role and logs in as it. A role of our own whose password is
// another gets it again.
func (m roleMaker) open(ctx context.Context, p *pool, role *viewrole.Role) (*pgxpool.Config, *pgx.Conn, error) {
	password, err := m.ensure(ctx, role)
	if err != nil {
		return nil, nil, asRoleProblem(err)
	}
	config, err := m.config(p, role, password)
	if err != nil {
		return nil, nil, err
	}
	config.ConnConfig.MaxProtocolMessageBodyLen = m.opts.AnswerBytes + aside
	c, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if hasState(err, invalidPassword) && m.opts.ViewsURL == "" {
		if err = m.locked(ctx, func(tx pgx.Tx) error { return role.SetPassword(ctx, tx, password) }); err == nil {
			c, err = pgx.ConnectConfig(ctx, config.ConnConfig)
		}
	}
	if err != nil {
		return nil, nil, asRoleProblem(err)
	}
	if err := m.fits(ctx, role, c); err != nil {
		return nil, nil, errors.Join(err, c.Close(ctx))
	}
	return config, c, nil
}

// aside is what a row has in a message beside the values that fit an answer.
const aside = 1 << 20

// viewConnections are those of the role that a process has, unless its address
// says it.
const viewConnections = 4

// config is the address that was given, or that of the database itself: a pooler
// knows no role of ours.
func (m roleMaker) config(p *pool, role *viewrole.Role, password string) (*pgxpool.Config, error) {
	config, err := m.opts.direct(p)
	if m.opts.ViewsURL != "" {
		config, err = configOf(m.opts.ViewsURL)
	}
	if err != nil {
		return nil, err
	}
	if m.opts.ViewsURL != "" {
		password = config.ConnConfig.Password
	}
	if !asksPool(m.opts.ViewsURL) {
		config.MaxConns = min(config.MaxConns, viewConnections)
	}
	config.ConnConfig = role.Config(config.ConnConfig, password)
	config.ConnConfig.RuntimeParams["application_name"] += " views"
	return config, nil
}

// fits reports why the role must not be used: it is led elsewhere, or has not the
// settings that were made for it.
func (m roleMaker) fits(ctx context.Context, role *viewrole.Role, c *pgx.Conn) error {
	differing, err := role.Differing(ctx, c)
	if err != nil {
		return err
	}
	if len(differing) == 0 {
		return nil
	}
	return roleProblem("Sessions of the role "+role.Name+", which sql Views run as, are not as they should be: "+strings.Join(differing, ", ")+".",
		"Check that DATABASE_VIEWS_URL leads to the same database, and what sets these values.")
}

func roleProblem(message, suggestion string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.DatabaseRoleRequired, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
		Message: message, Suggestion: suggestion,
	}
}

// asRoleProblem says what an operator does about a role that the service cannot
// make, or not log in as.
func asRoleProblem(err error) error {
	var need *viewrole.Need
	var refused *pgconn.ConnectError
	switch {
	case errors.As(err, &need):
		return roleProblem("The sql Views need a role of their own, and the user of the service may not make it as it should be.",
			"Have somebody who may run this, and set DATABASE_VIEWS_URL to the address of the database with that role and password:\n"+need.Script()).WithCause(err)
	case errors.As(err, &refused) && (hasState(err, invalidPassword, notAuthorized, "08P01")):
		return roleProblem(fmt.Sprintf("The server does not let in the role %s, which sql Views run as.", refused.Config.User),
			"Allow it in pg_hba.conf or in the pooler, or set DATABASE_VIEWS_URL to an address where it may log in.").WithCause(err)
	default:
		return err
	}
}
