package content_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

const staffSite = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec: { title: Posts, schema: { type: object, required: [title], properties: { title: { type: string } } }, searchableFields: [title] }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: records }
spec: { title: Records, lifecycle: operational, schema: { type: object, properties: { title: { type: string } } } }
`

// TestDesk is the minimum roles of entry calls ("First owner and roles"; "User
// role"): who may do what to an entry in which state.
func TestDesk(t *testing.T) {
	staff := func(role principal.Role) content.Caller {
		return content.Caller{User: &content.User{ID: "s"}, Staff: &content.Staff{ID: "s", Role: string(role)}, Auth: &content.Auth{}}
	}
	callers := map[string]content.Caller{
		"nobody": nobody, "user": ada, "key": key, "unknown role": staff("guest"),
		"contributor": staff(principal.Contributor), "editor": staff(principal.Editor), "owner": staff(principal.Owner),
	}
	all, editors := "contributor editor owner", "editor owner"
	for _, test := range []struct {
		does, collection string
		status           content.Status
		allowed          string
		do               func(service, content.StaffEntries, string) error
	}{
		{"read", "posts", content.Published, all, func(s service, d content.StaffEntries, id string) error {
			_, err := d.Get(s.ctx, "posts", id)
			return err
		}},
		{"list", "posts", content.Published, all, func(s service, d content.StaffEntries, _ string) error {
			_, err := d.List(s.ctx, content.ListRequest{Collection: "posts"})
			return err
		}},
		{"export", "posts", content.Published, all, func(s service, d content.StaffEntries, _ string) error {
			return d.EachEntry(s.ctx, content.ListRequest{Collection: "posts"}, func([]*content.Entry) error { return nil })
		}},
		{"see what is not saved", "posts", content.Published, all, func(s service, d content.StaffEntries, id string) error {
			_, err := d.Unsaved(s.ctx, "posts", id, values{})
			return err
		}},
		{"create a draft", "posts", "", all, func(s service, d content.StaffEntries, _ string) error {
			_, err := d.Create(s.ctx, "posts", values{})
			return err
		}},
		{"create a record", "records", "", editors, func(s service, d content.StaffEntries, _ string) error {
			_, err := d.Create(s.ctx, "records", values{})
			return err
		}},
		{"edit a draft", "posts", content.Draft, all, patchPosts},
		{"edit what is published", "posts", content.Published, editors, patchPosts},
		{"edit what is archived", "posts", content.Archived, editors, patchPosts},
		{"edit a record", "records", content.Published, editors, func(s service, d content.StaffEntries, id string) error {
			_, err := d.Patch(s.ctx, "records", id, values{"title": "new"}, 0)
			return err
		}},
		{"publish", "posts", content.Draft, editors, func(s service, d content.StaffEntries, id string) error {
			_, err := d.Publish(s.ctx, "posts", id, 0)
			return err
		}},
		{"unpublish", "posts", content.Published, editors, func(s service, d content.StaffEntries, id string) error {
			_, err := d.Unpublish(s.ctx, "posts", id, 0)
			return err
		}},
		{"archive", "posts", content.Draft, editors, func(s service, d content.StaffEntries, id string) error {
			_, err := d.Archive(s.ctx, "posts", id, 0)
			return err
		}},
		{"delete", "posts", content.Draft, editors, func(s service, d content.StaffEntries, id string) error { return d.Delete(s.ctx, "posts", id, 0) }},
	} {
		s := open(t, staffSite, content.Options{})
		for name, caller := range callers {
			t.Run(name+": "+test.does, func(t *testing.T) {
				s := service{s.Service, t, s.ctx, s.path, s.store}
				id := s.in(test.collection, test.status)
				code := diag.Code("")
				switch {
				case name == "nobody":
					code = diag.Unauthenticated
				case !slices.Contains(strings.Fields(test.allowed), name):
					code = diag.AuthDenied
				}
				s.wants(test.do(s, s.StaffEntries(caller), id), code, "input#")
			})
		}
	}
}

func patchPosts(s service, d content.StaffEntries, id string) error {
	_, err := d.Patch(s.ctx, "posts", id, values{"title": "new"}, 0)
	return err
}

// in makes an entry in a state and gives its id; "" for no state.
func (s service) in(collection string, status content.Status) string {
	s.t.Helper()
	if status == "" {
		return ""
	}
	e, err := s.Load(s.ctx, collection, "", values{"title": "t"}, status)
	if err != nil {
		s.t.Fatal(describe(err))
	}
	return e.ID
}
