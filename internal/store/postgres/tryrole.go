package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/postgres/viewrole"
)

// tryRole reports what stands in the way of the role of Views, where the plan needs
// one, and changes nothing: what is missing is made in a transaction that is taken back.
func (d Database) tryRole(ctx context.Context, p *pool, of *plan.Plan) error {
	if !hasStatements(of) {
		return nil
	}
	return p.owned(ctx, func(owner *pgx.Conn) error {
		m := roleMaker{Options{Plan: of, ViewsURL: d.ViewsURL}, owner, nil}
		role, err := viewrole.Of(ctx, owner, m.named())
		if err != nil {
			return err
		}
		missing, err := role.Missing(ctx, owner, of.Schemas(), "")
		switch {
		case err != nil:
			return err
		case len(missing) > 0:
			return asRoleProblem(m.try(ctx, &role))
		case d.ViewsURL != "":
			return m.tryAddress(ctx, p, &role)
		}
		return nil
	})
}

// errTried ends a transaction that was only to be tried.
var errTried = errors.New("it was only tried")

// try makes the role, and takes it back.
func (m roleMaker) try(ctx context.Context, role *viewrole.Role) error {
	err := m.locked(ctx, func(tx pgx.Tx) error {
		if err := role.Ensure(ctx, tx, m.opts.Plan.Schemas(), "of nobody"); err != nil {
			return err
		}
		return errTried
	})
	if errors.Is(err, errTried) {
		return nil
	}
	return err
}

// tryAddress logs in by the address that an operator has given.
func (m roleMaker) tryAddress(ctx context.Context, p *pool, role *viewrole.Role) error {
	config, err := m.config(p, role, "")
	if err != nil {
		return err
	}
	c, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return asRoleProblem(err)
	}
	return errors.Join(m.fits(ctx, role, c), c.Close(ctx))
}
