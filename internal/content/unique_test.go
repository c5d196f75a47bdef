package content_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

const seats = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: seats }
spec:
  title: Seats
  lifecycle: operational
  schema:
    type: object
    properties:
      row: { type: integer }
      place: { type: string, nullable: true }
      guest: { type: string }
      rank: { type: [boolean, integer] }
  uniqueIndexes: [[row, place], [guest], [rank]]
`

func TestUniquePreflight(t *testing.T) {
	for _, test := range []struct {
		name string
		data values
		path string // "" for no conflict
	}{
		{"the whole tuple", values{"row": 1, "place": "a"}, "data#/row"},
		{"the whole tuple, 1 as 1.0", values{"row": 1.0, "place": "a"}, "data#/row"},
		{"another index", values{"guest": "ada"}, "data#/guest"},
		{"true as 1, where a property may be either", values{"rank": true}, "data#/rank"},
		{"half of the tuple", values{"row": 1, "place": "b"}, ""},
		{"another case", values{"row": 1, "place": "A"}, ""},
		{"an absent member never conflicts", values{"row": 2}, ""},
		{"a null member never conflicts", values{"row": 2, "place": nil}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, seats, content.Options{})
			s.add("seats", values{"row": 1, "place": "a", "guest": "ada", "rank": 1})
			s.add("seats", values{"row": 2})
			free := s.add("seats", values{"row": 3, "place": "z"})
			code := diag.Conflict
			if test.path == "" {
				code = ""
			}
			_, err := s.Patch(s.ctx, nobody, "seats", free.ID, merged(values{"row": nil, "place": nil}, test.data), 0)
			s.wants(err, code, test.path)
			s.wants(s.Delete(s.ctx, nobody, "seats", free.ID, 0), "", "")
			_, err = s.Create(s.ctx, nobody, "seats", test.data)
			s.wants(err, code, test.path)
		})
	}
}

func TestAnEntryDoesNotConflictWithItself(t *testing.T) {
	s := open(t, seats, content.Options{})
	e := s.add("seats", values{"row": 1, "place": "a", "guest": "ada"})
	_, err := s.Patch(s.ctx, nobody, "seats", e.ID, values{"row": 1, "guest": "bob"}, 0)
	s.wants(err, "", "")
	_, err = s.Patch(s.ctx, nobody, "seats", e.ID, values{"guest": "ada"}, 0)
	s.wants(err, "", "")
}

func merged(maps ...values) values {
	all := values{}
	for _, m := range maps {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}
