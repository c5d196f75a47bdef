package admin

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
)

func (s *Surface) listStaff(q *request) error {
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
	return q.answer(out, err)
}

// setRole takes a role, or null to revoke it; nothing said is neither.
func (s *Surface) setRole(q *request) error {
	role, said := q.body["role"]
	text, isText := role.(string)
	if !said || role != nil && (!isText || text == "") {
		return wrong("role", "Must be owner, editor, contributor or null.", "string or null")
	}
	id := q.PathValue("id")
	err := s.Directory.SetRole(q.Context(), q.caller.Actor(), id, text)
	s.hub.Recheck(id)
	return q.answer(wire.Role{ID: id, Role: orNull(text)}, err)
}

func (s *Surface) invite(q *request) error {
	email, err := q.text("email")
	if err != nil {
		return err
	}
	role, err := q.text("role")
	if err != nil {
		return err
	}
	i, mailed, err := s.Directory.Invite(q.Context(), q.caller.Actor(), email, role)
	return q.created(wire.Invitation{ID: i.ID, Email: i.Email, Role: i.Role, ExpiresAt: i.ExpiresAt, EmailSent: mailed}, err)
}

func (s *Surface) deleteInvitation(q *request) error {
	return q.answer(wire.Removed{Removed: true}, s.Directory.DeleteInvitation(q.Context(), q.caller.Actor(), q.PathValue("id")))
}

func (s *Surface) members(q *request) error {
	search := q.query["search"]
	if err := content.CheckTerm("search", search); err != nil {
		return err
	}
	list := []string{"members", search}
	keys, err := s.openCursor(list, q, 2)
	if err != nil {
		return err
	}
	var behind Cursor
	if keys != nil {
		behind.At, _ = keys[0].(int64)
		behind.ID, _ = keys[1].(string)
	}
	members, next, err := s.Directory.Members(q.Context(), search, behind, q.query.limit())
	var last []any
	if next != nil {
		last = []any{next.At, next.ID}
	}
	return q.answer(wire.Page[wire.Member]{Items: each(members, memberOf), NextCursor: s.sealCursor(list, last)}, err)
}

func memberOf(m Member) wire.Member {
	out := wire.Member{ID: m.ID, Email: m.Email, Name: m.Name, EmailVerified: m.EmailVerified, CreatedAt: m.CreatedAt}
	if m.SeenAt != 0 {
		out.LastSeenAt = &m.SeenAt
	}
	return out
}
