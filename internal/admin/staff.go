package admin

import (
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/querystring"
)

func (s *Surface) listStaff(q *request) (any, error) {
	users, err := s.Directory.Staff(q.Context())
	out := wire.Staff{Users: []wire.StaffUser{}}
	for _, u := range users {
		state := "active"
		if u.Invited {
			state = "invited"
		}
		out.Users = append(out.Users, wire.StaffUser{
			ID: u.ID, Email: u.Email, Name: u.Name, Login: u.Login, Role: u.Role, State: state, CreatedAt: u.CreatedAt,
		})
	}
	return out, err
}

// setRole takes a role, or null to revoke it; nothing said is neither.
func (s *Surface) setRole(q *request) (any, error) {
	role, said := q.body["role"]
	text, isText := role.(string)
	if !said || role != nil && (!isText || text == "") {
		return nil, wrong("role", "Must be owner, editor, contributor or null.", "string or null")
	}
	err := s.Directory.SetRole(q.Context(), q.caller.Actor(), q.name, text)
	return wire.Role{ID: q.name, Role: orNull(text)}, err
}

func (s *Surface) invite(q *request) (any, error) {
	email, err := q.text("email")
	if err != nil {
		return nil, err
	}
	role, err := q.text("role")
	if err != nil {
		return nil, err
	}
	i, mailed, err := s.Directory.Invite(q.Context(), q.caller.Actor(), email, role)
	return wire.Invitation{ID: i.ID, Email: i.Email, Role: i.Role, ExpiresAt: i.ExpiresAt, EmailSent: mailed}, err
}

func (s *Surface) deleteInvitation(q *request) (any, error) {
	return wire.Removed{Removed: true}, s.Directory.DeleteInvitation(q.Context(), q.caller.Actor(), q.name)
}

// maxSearch is the longest search term, in characters.
const maxSearch = 200

func (s *Surface) members(q *request) (any, error) {
	search := q.query["search"]
	if utf8.RuneCountInString(search) > maxSearch {
		return nil, querystring.Invalid("search", "Must have at most 200 characters.")
	}
	list := []string{"members", search}
	keys, err := s.placeIn(list, q, 2)
	if err != nil {
		return nil, err
	}
	var behind Place
	if keys != nil {
		behind.At, _ = keys[0].(int64)
		behind.ID, _ = keys[1].(string)
	}
	members, next, err := s.Directory.Members(q.Context(), search, behind, q.query.limit())
	if err != nil {
		return nil, err
	}
	page := wire.Page[wire.Member]{Items: []wire.Member{}}
	for _, m := range members {
		page.Items = append(page.Items, memberOf(m))
	}
	if next != nil {
		cursor, err := s.Content.SealPlace(list, next.At, next.ID)
		if err != nil {
			return nil, err
		}
		page.NextCursor = &cursor
	}
	return page, nil
}

func memberOf(m Member) wire.Member {
	out := wire.Member{ID: m.ID, Email: m.Email, Name: m.Name, EmailVerified: m.EmailVerified, CreatedAt: m.CreatedAt}
	if m.SeenAt != 0 {
		out.LastSeenAt = &m.SeenAt
	}
	return out
}
