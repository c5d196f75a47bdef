package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/workspace"
)

// RunSavedLists runs the suite of stores of the lists that staff save.
func RunSavedLists(t *testing.T, open func(t *testing.T) workspace.Store) {
	s, ctx := open(t), context.Background()
	list := func(id, collection, owner string, shared bool) *workspace.List {
		return &workspace.List{
			ID: id, Collection: collection, Owner: owner, Name: "列表 " + id, Shared: shared,
			Search: map[string]string{"q": "tea", "from.stars": "3"}, CreatedAt: 5, UpdatedAt: 6,
		}
	}
	own, shared, other, elsewhere := list("1", "posts", "ada", false), list("2", "posts", "bob", true), list("3", "posts", "bob", false), list("4", "pages", "ada", true)
	ok(t, s.Update(ctx, func(tx workspace.Tx) error {
		return errors.Join(tx.Put(shared), tx.Put(own), tx.Put(other), tx.Put(elsewhere))
	}))
	want := func(want ...*workspace.List) {
		t.Helper()
		got, err := s.Lists(ctx, "posts", "ada")
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v %s", err, diff)
		}
	}
	want(own, shared)
	if got, err := s.Lists(ctx, "", "ada"); err != nil || cmp.Diff([]*workspace.List{own, shared, elsewhere}, got) != "" {
		t.Errorf("of all: %+v, %v", got, err)
	}
	own.Name, own.Shared, own.Search, own.UpdatedAt = "Renamed", true, map[string]string{}, 7
	ok(t, s.Update(ctx, func(tx workspace.Tx) error {
		if found, err := tx.List("3"); err != nil || cmp.Diff(other, found) != "" {
			t.Errorf("%+v, %v", found, err)
		}
		if found, err := tx.List("9"); err != nil || found != nil {
			t.Errorf("%+v, %v", found, err)
		}
		return errors.Join(tx.Put(own), tx.Delete("2"))
	}))
	want(own)
	failed := errors.New("no")
	if err := s.Update(ctx, func(tx workspace.Tx) error { return errors.Join(tx.Delete("1"), failed) }); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
	want(own)
}
