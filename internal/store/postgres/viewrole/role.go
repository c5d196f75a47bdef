package viewrole

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Querier is a connection or transaction of the owner of the tables.
type Querier interface {
	Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, arguments ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, arguments ...any) pgx.Row
}

// Role is a role for the sql Views of one site.
type Role struct {
	Name     string
	Database string
	Schema   string // of the tables
}

// Of is the role of the site that a connection leads to. named is the name that an
// operator has given it; "" for one of our own.
func Of(ctx context.Context, q Querier, named string) (Role, error) {
	r := Role{Name: named}
	row := q.QueryRow(ctx, `SELECT pg_catalog.current_database()::text, coalesce(pg_catalog.current_schema()::text, 'public')`, pgx.QueryExecModeExec)
	if err := row.Scan(&r.Database, &r.Schema); err != nil {
		return r, err
	}
	if r.Name == "" {
		r.Name = nameFor(r.Database, r.Schema)
	}
	return r, nil
}

// longestName is how many bytes of a name PostgreSQL keeps.
const longestName = 63

// Cut is a name as PostgreSQL keeps it; it is of ASCII, as those of columns are.
func Cut(name string) string { return name[:min(len(name), longestName)] }

// nameFor is a name of at most 63 bytes. Roles belong to the whole server, so that
// the name tells the sites on it apart.
func nameFor(database, schema string) string {
	readable := strings.Map(func(c rune) rune {
		if c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' {
			return c
		}
		return -1
	}, strings.ToLower(database))
	sum := sha256.Sum256([]byte(database + "\x00" + schema))
	return "quartet_views_" + readable[:min(len(readable), 32)] + "_" + hex.EncodeToString(sum[:4])
}

func (r Role) quoted() string { return pgx.Identifier{r.Name}.Sanitize() }

// Password is that of a role of our own, from a secret that the database keeps, so
// that every process of the site has the same and nobody has to be told.
func (r Role) Password(secret []byte) (string, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "quartet views role "+r.Name, 32)
	return base64.RawURLEncoding.EncodeToString(key), err
}

// Config is how connections of the role are opened: like others, as this role. It
// sends no settings, which a pooler would not take; the role has them.
func (r Role) Config(like *pgx.ConnConfig, password string) *pgx.ConnConfig {
	c := like.Copy()
	c.User, c.Password = r.Name, password
	for name := range c.RuntimeParams {
		if name != "application_name" {
			delete(c.RuntimeParams, name)
		}
	}
	return c
}
