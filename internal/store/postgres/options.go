package postgres

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Options configure Open. URL and Plan are required; everything else has a
// default.
type Options struct {
	URL string // postgres://…; pool_max_conns is how many connections there may be

	// DirectURL is the address of the database itself, where URL is that of a pool
	// which gives each transaction another connection; "" where there is none.
	DirectURL string

	Plan *plan.Plan // what the tables and statements are made for
	Log  *slog.Logger

	// ViewsURL is the address for the statements of sql Views, with a role that an
	// operator has made for them; "" for a role of our own.
	ViewsURL string

	MustExist bool // refuse a database without tables, and make none

	AnswerBytes      int           // longest answer of a View; default 8 MiB
	StatementTimeout time.Duration // longest that one read may run; default 5 s

	Retention *audit.Retention // bounds of the history; default audit.RetainAll
}

// defaultConnections are how many a process has, unless its address says it. Four
// processes stay below the hundred that a server lets in.
const defaultConnections = 16

func (o Options) withDefaults() Options {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.AnswerBytes <= 0 {
		o.AnswerBytes = 8 << 20
	}
	if o.StatementTimeout <= 0 {
		o.StatementTimeout = 5 * time.Second
	}
	if o.Retention == nil {
		o.Retention = &audit.RetainAll
	}
	return o
}

// configOf reads an address. The driver's own words would show the password, and
// are left out.
func configOf(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, &diag.Diagnostic{
			Code: diag.SettingsInvalid, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
			Message:    "The address of the database is not one that the PostgreSQL driver accepts.",
			Suggestion: "Write postgres://user@host:5432/database, and check its parameters.",
		}
	}
	if !asksPool(address) {
		config.MaxConns = defaultConnections
	}
	config.MinConns, config.MinIdleConns = 0, 0
	parameters := config.ConnConfig.RuntimeParams
	if parameters["application_name"] == "" {
		parameters["application_name"] = "quartet"
	}
	return config, nil
}

// direct is how connections to the database itself are opened.
func (o Options) direct(p *pool) (*pgxpool.Config, error) {
	if o.DirectURL == "" {
		return p.pgx.Config(), nil
	}
	return configOf(o.DirectURL)
}

// asksPool reports whether an address says how many connections there may be.
func asksPool(address string) bool { return strings.Contains(address, "pool_max_conns=") }

// open opens a pool with one connection that is tried.
func open(ctx context.Context, o Options) (*pool, error) {
	config, err := configOf(o.URL)
	if err != nil {
		return nil, err
	}
	p, err := openPool(ctx, config, o.StatementTimeout)
	if err != nil {
		return nil, err
	}
	return p, nil
}
