package sqlite

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite/authorizer"
)

// Refusals lists the statements of the plan's sql Views that SQLite does not
// prepare, over an empty database in memory and under the restrictions that they
// run under. None of them is run, and without such a View nothing is opened.
func Refusals(ctx context.Context, p *plan.Plan) (refusals []store.Refusal, err error) {
	var views []*plan.View
	for _, v := range p.Views() {
		if _, written := v.SQL(sqlgen.SQLite.Name); written {
			views = append(views, v)
		}
	}
	if len(views) == 0 {
		return nil, nil
	}
	c, err := openEmpty(p)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	c.watch.guard(ctx, 0)
	for _, v := range views {
		err := recoverPanic(c, func(c *conn) error { return c.tryStatement(v) })
		if r := refusalOf(v, err); r != nil {
			refusals = append(refusals, *r)
		} else if err != nil {
			return refusals, err
		}
	}
	return refusals, nil
}

// openEmpty opens a database in memory with the tables of a plan, restricted as
// sql Views are.
func openEmpty(p *plan.Plan) (*conn, error) {
	c, err := connect(":memory:", access{plain: true, cache: 1 << 20})
	if err != nil {
		return nil, err
	}
	for _, s := range p.Schemas() {
		if err := c.exec(sqlgen.CreateTable(sqlgen.SQLite, s)); err != nil {
			return nil, closeAfter(c, err)
		}
	}
	if err := authorizer.Restrict(c.db, p.Schemas()); err != nil {
		return nil, closeAfter(c, err)
	}
	return c, nil
}

// tryStatement prepares a View's statement as it is written, so that SQLite tells
// the place of a fault in it, and then as it is run.
func (c *conn) tryStatement(v *plan.View) error {
	written, _ := v.SQL(sqlgen.SQLite.Name)
	run, _ := sqlgen.Wrap(sqlgen.SQLite, v)
	for _, text := range []string{written, run.Text} {
		s, err := c.compile(text, 0)
		if err != nil {
			return err
		}
		if err := s.s.Close(); err != nil {
			return err
		}
	}
	return nil
}

// refusalOf is what SQLite says of a statement; nil for another kind of failure.
func refusalOf(v *plan.View, err error) *store.Refusal {
	var refused *sqlite3.Error
	isOne := func(code error) bool { return errors.Is(err, code) }
	if !slices.ContainsFunc([]error{sqlite3.ERROR, sqlite3.AUTH, sqlite3.TOOBIG, sqlite3.MISUSE}, isOne) {
		return nil
	}
	r := &store.Refusal{View: v, Dialect: sqlgen.SQLite.Name, Message: err.Error()}
	if errors.As(err, &refused) {
		r.Message = strings.TrimPrefix(refused.Error(), refused.Code().Error()+": ")
		written, _ := v.SQL(sqlgen.SQLite.Name)
		if strings.HasSuffix(written, refused.SQL()) && refused.SQL() != "" {
			r.Offset = len(written) - len(refused.SQL())
		}
	}
	return r
}
