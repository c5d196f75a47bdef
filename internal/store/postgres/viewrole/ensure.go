package viewrole

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/plan"
)

// Need is what the user of the service may not do for the role. Whoever may, a
// superuser or the owner of the database, runs the statements.
type Need struct {
	Statements []string
	Cause      error
}

// Error implements error.
func (n *Need) Error() string { return fmt.Sprintf("the role for sql Views: %v", n.Cause) }

// Unwrap gives the refusal of the database.
func (n *Need) Unwrap() error { return n.Cause }

// Script are the statements as a person runs them.
func (n *Need) Script() string { return strings.Join(n.Statements, ";\n") + ";" }

// yours stands in a script for the password that an operator chooses.
const yours = "a password of your own"

// Ensure makes what is Missing, in the caller's transaction, which must hold a lock
// against others that do so: rights of one table cannot be granted by two at once.
// password is that of a role of our own; "" where an operator gave the role. What
// the database refuses is a *Need, and the transaction is over.
func (r Role) Ensure(ctx context.Context, tx pgx.Tx, schemas []*plan.Schema, password string) error {
	kept, err := verifier(password)
	if err != nil {
		return err
	}
	statements, err := r.Missing(ctx, tx, schemas, kept)
	if err != nil {
		return err
	}
	for _, statement := range statements {
		_, err := tx.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol)
		if mayNot(err) {
			return &Need{withYours(statements, kept), err} // all of them: the transaction takes back what was done
		}
		if err != nil {
			return fmt.Errorf("role %s: %w", r.Name, err)
		}
	}
	return nil
}

func withYours(statements []string, kept string) []string {
	for i, each := range statements {
		statements[i] = strings.ReplaceAll(each, kept, yours)
	}
	return statements
}

// SetPassword gives the role the password of our own again, after somebody gave it
// another, or the secret was lost.
func (r Role) SetPassword(ctx context.Context, q Querier, password string) error {
	kept, err := verifier(password)
	if err != nil {
		return err
	}
	statement := "ALTER ROLE " + r.quoted() + " PASSWORD '"
	if _, err = q.Exec(ctx, statement+kept+"'", pgx.QueryExecModeSimpleProtocol); mayNot(err) {
		return &Need{[]string{statement + yours + "'"}, err}
	}
	return err
}

// mayNot reports whether the database refused something for want of rights.
func mayNot(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == "42501"
}
