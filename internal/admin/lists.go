package admin

import (
	"net/http"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
	"github.com/quartet-dev/quartet/internal/workspace"
)

func (q *request) person() workspace.Person {
	return workspace.Person{ID: personID(q.caller), Editor: q.caller.IsAtLeast(principal.Editor)}
}

func personID(c content.Caller) string {
	if c.Staff != nil {
		return c.Staff.ID
	}
	return ""
}

func (s *Surface) savedLists(q *request) error {
	lists, err := s.Lists.Lists(q.Context(), q.person(), q.query["collection"])
	person := q.person()
	return q.answer(wire.SavedLists{Lists: each(lists, func(l *workspace.List) wire.SavedList { return savedOf(person, l) })}, err)
}

func (s *Surface) saveList(q *request) error {
	l := workspace.List{Collection: q.query["collection"]}
	if s.Content.Plan().Schema(l.Collection) == nil {
		return diag.At(diag.NotFound, "input#/collection", "There is no such collection.")
	}
	if err := q.savedList(&l); err != nil {
		return err
	}
	saved, err := s.Lists.Save(q.Context(), q.person(), l)
	if err != nil {
		return err
	}
	return q.created(savedOf(q.person(), saved), nil)
}

func (s *Surface) changeList(q *request) error {
	changed, err := s.Lists.Change(q.Context(), q.person(), q.PathValue("id"), q.savedList)
	if err != nil {
		return err
	}
	return q.answer(savedOf(q.person(), changed), nil)
}

func (s *Surface) deleteList(q *request) error {
	err := s.Lists.Delete(q.Context(), q.person(), q.PathValue("id"))
	return q.send(http.StatusOK, wire.Removed{Removed: true}, err)
}

// savedList has a list be what the body says of it.
func (q *request) savedList(l *workspace.List) (err error) {
	if _, said := q.body["name"]; said {
		if l.Name, err = q.text("name"); err != nil {
			return err
		}
	}
	if _, said := q.body["shared"]; said {
		if l.Shared, err = q.flag("shared"); err != nil {
			return err
		}
	}
	if _, said := q.body["search"]; !said {
		return nil
	}
	search, err := q.object("search")
	if err != nil {
		return err
	}
	l.Search = make(map[string]string, len(search))
	for key, value := range search {
		text, ok := value.(string)
		if !ok {
			return within(wrong("search", "Must be a string.", "string"), key)
		}
		l.Search[key] = text
	}
	return nil
}

func savedOf(p workspace.Person, l *workspace.List) wire.SavedList {
	search := l.Search
	if search == nil {
		search = map[string]string{}
	}
	return wire.SavedList{
		ID: l.ID, Collection: l.Collection, Name: l.Name, Shared: l.Shared, Mine: l.Owner == p.ID,
		Changeable: p.Editor && l.Shared || l.Owner == p.ID && !l.Shared, Search: search, CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt,
	}
}
