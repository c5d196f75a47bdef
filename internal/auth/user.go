package auth

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Role is a staff role; None for a user who has none.
type Role = principal.Role

// The staff roles, in ascending order.
const (
	None        = principal.None
	Contributor = principal.Contributor
	Editor      = principal.Editor
	Owner       = principal.Owner
)

// User is somebody who has signed in at least once.
type User struct {
	ID            string
	Email         string // normalized; "" when no way in has proven one
	EmailVerified bool   // whether there is one
	Name          string
	Image         string // an https URL, or ""
	Role          Role
	CreatedAt     time.Time
	UpdatedAt     time.Time
	SeenAt        time.Time // to the day
}

// Cursor is where a page of a list ended: the zero Cursor is its start.
type Cursor struct {
	At time.Time
	ID string
}

func (u *User) cursor() Cursor { return Cursor{u.CreatedAt, u.ID} }

// User reads a user, or NOT_FOUND.
func (s *Service) User(ctx context.Context, id string) (u *User, err error) {
	err = s.store.Read(ctx, "read a user", func(r Reader) error {
		u, err = known(r.User(id))
		return err
	})
	return u, err
}

// known makes NOT_FOUND of a user who is not there.
func known(u *User, err error) (*User, error) {
	if u == nil && err == nil {
		err = diag.At(diag.NotFound, "input#", "There is no such user.")
	}
	return u, err
}

// Members lists users before a cursor, the newest first, whose name or address
// contains search in any case of its letters. next is the place of the
// following page, nil at the end. limit is 1 to 100.
func (s *Service) Members(ctx context.Context, search string, before Cursor, limit int) (users []*User, next *Cursor, err error) {
	if utf8.RuneCountInString(search) > maxSearch {
		return nil, nil, invalid("search", "The search term is longer than 200 characters.")
	}
	limit = pageSize(limit)
	err = s.store.Read(ctx, "list members", func(r Reader) error {
		users, err = r.Users(search, before, limit+1)
		return err
	})
	if len(users) > limit {
		users = users[:limit]
		last := users[limit-1].cursor()
		next = &last
	}
	return users, next, err
}

const maxSearch = 200

// pageSize keeps a limit from outside within 1 to 100.
func pageSize(limit int) int { return min(max(limit, 1), 100) }

// DeleteUser deletes a user with their accounts, sessions, consents and grants;
// what they wrote, and the keys that they made, stay with the site. Users
// delete themselves, owners anybody; else AUTH_DENIED. The last owner is
// CONFLICT, a user who is not there NOT_FOUND.
func (s *Service) DeleteUser(ctx context.Context, by audit.Actor, id string) error {
	now := s.now()
	return s.store.Update(ctx, "delete a user", func(tx Tx) error {
		if by.ID != id {
			if err := mustOwn(tx, by.ID); err != nil {
				return err
			}
		}
		u, err := known(tx.User(id))
		if err != nil {
			return err
		}
		if err := mustNotBeLastOwner(tx, u); err != nil {
			return err
		}
		if _, err := tx.DeleteUser(id); err != nil {
			return err
		}
		return recordChange(ctx, tx, now, change{by, audit.DeleteUser, id, ofRole(u.Role), nil})
	})
}

// mustNotBeLastOwner is CONFLICT when u is an owner and nobody else is.
func mustNotBeLastOwner(r Reader, u *User) error {
	if u.Role != Owner {
		return nil
	}
	others, err := r.HasOwner(u.ID)
	if err == nil && !others {
		d := diag.At(diag.Conflict, "input#", "This is the last owner.")
		d.Suggestion = "Make somebody else an owner first."
		err = d
	}
	return err
}

// Texts that come from outside and are shown to others, in bytes.
const (
	maxName    = 200
	maxImage   = 2048
	maxAddress = 64
	maxAgent   = 256
)

// clean makes text of what came from outside fit to be kept and shown: valid
// UTF-8 on one line, of at most so many bytes.
func clean(text string, most int) string {
	if len(text) > most {
		text = text[:most] // a rune that was cut in two is dropped below
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(text), " ")
}
