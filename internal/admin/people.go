package admin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

// maxPeople is how many users are asked for at once: as many as a page of a list has.
const maxPeople = 100

// people answers what users are called, who are known by their ids: stamps of entries
// hold those. A user that is gone is left out, and so is whom the reader may not know.
func (s *Surface) people(q *request) error {
	ids := strings.Split(q.query["ids"], ",")
	if len(ids) > maxPeople {
		return wrong("ids", fmt.Sprintf("At most %d users can be asked for at once.", maxPeople), "string")
	}
	hidden, err := s.hiddenFrom(q)
	if err != nil {
		return err
	}
	names, out := s.names(q), wire.Colleagues{Items: []wire.Person{}}
	for _, id := range slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(ids))), hidden) {
		person, err := names.user(q.Context(), id)
		switch {
		case diag.HasCode(err, diag.NotFound):
		case err != nil:
			return err
		default:
			out.Items = append(out.Items, *person)
		}
	}
	return q.answer(out, nil)
}

// hiddenFrom tells whose names a reader may not know: members are for editors to see, so
// whoever is less knows the staff alone. Nothing tells a member there from nobody.
func (s *Surface) hiddenFrom(q *request) (func(id string) bool, error) {
	if q.caller.IsAtLeast(principal.Editor) {
		return func(string) bool { return false }, nil
	}
	staff, err := s.Directory.Staff(q.Context())
	return func(id string) bool {
		return !slices.ContainsFunc(staff, func(u StaffUser) bool { return u.ID == id && !u.Invited })
	}, err
}
