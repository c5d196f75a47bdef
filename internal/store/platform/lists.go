package platform

import (
	"context"
	"encoding/json"

	"github.com/quartet-dev/quartet/internal/workspace"
)

const listColumns = `id, collection, owner, shared, name, search, created_at, updated_at`

var (
	selectLists    = declare(`SELECT ` + listColumns + ` FROM _quartet_lists WHERE collection = ?1 AND (shared = 1 OR owner = ?2) ORDER BY id`)
	selectAllLists = declare(`SELECT ` + listColumns + ` FROM _quartet_lists WHERE shared = 1 OR owner = ?1 ORDER BY id`)
	selectList     = declare(`SELECT ` + listColumns + ` FROM _quartet_lists WHERE id = ?1`)
	putList        = declare(`INSERT INTO _quartet_lists (` + listColumns + `) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT (id) DO UPDATE SET shared = excluded.shared, name = excluded.name, search = excluded.search, updated_at = excluded.updated_at`)
	deleteList = declare(`DELETE FROM _quartet_lists WHERE id = ?1`)
)

type savedLists struct{ db Database }

// Lists are the lists that staff have saved.
func (p Ports) Lists() workspace.Store { return savedLists{p.db} }

// Lists implements workspace.Store.
func (s savedLists) Lists(ctx context.Context, collection, owner string) (found []*workspace.List, err error) {
	err = s.db.Read(ctx, Func(func(c *Conn) (err error) {
		found, err = listTx{c}.Lists(collection, owner)
		return err
	}))
	return found, err
}

// Update implements workspace.Store.
func (s savedLists) Update(ctx context.Context, fn func(workspace.Tx) error) error {
	return s.db.Update(ctx, Func(func(c *Conn) error { return fn(listTx{c}) }))
}

type listTx struct{ c *Conn }

func (t listTx) Lists(collection, owner string) (found []*workspace.List, err error) {
	add := func(r row) error {
		l, err := listOf(r)
		found = append(found, l)
		return err
	}
	if collection == "" {
		err = t.c.each(selectAllLists, add, owner)
	} else {
		err = t.c.each(selectLists, add, collection, owner)
	}
	return found, err
}

func (t listTx) List(id string) (found *workspace.List, err error) {
	err = t.c.each(selectList, func(r row) (err error) {
		found, err = listOf(r)
		return err
	}, id)
	return found, err
}

func listOf(r row) (*workspace.List, error) {
	l := &workspace.List{
		ID: r.string(0), Collection: r.string(1), Owner: r.string(2), Shared: r.flag(3), Name: r.string(4),
		CreatedAt: r.Integer(6), UpdatedAt: r.Integer(7),
	}
	return l, r.unpack(5, &l.Search)
}

func (t listTx) Put(l *workspace.List) error {
	search, err := json.Marshal(l.Search)
	if err != nil {
		return err
	}
	return t.c.run(putList, l.ID, l.Collection, l.Owner, flag(l.Shared), l.Name, string(search), l.CreatedAt, l.UpdatedAt)
}

func (t listTx) Delete(id string) error { return t.c.run(deleteList, id) }
