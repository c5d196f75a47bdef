package admin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/diag"
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
	names, out := s.names(q), wire.Colleagues{Items: []wire.Person{}}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
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
