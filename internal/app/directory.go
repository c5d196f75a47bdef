package app

import (
	"context"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/admin"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/queue"
)

// hooks is the queue of deferred hooks as staff see it.
type hooks struct {
	queue.Store
	queue *queue.Queue
}

func (h hooks) Wake() { h.queue.Wake() }

// directory is the site's users as staff see them.
type directory struct {
	users  *auth.Service
	site   *App
	origin string
}

// maxStaff bounds the staff, and the invitations, that are listed.
const maxStaff = 1000

// Profile implements admin.Directory. The login is that of the first account
// that has one.
func (d directory) Profile(ctx context.Context, userID string) (admin.Profile, error) {
	u, err := d.users.User(ctx, userID)
	if err != nil {
		return admin.Profile{}, err
	}
	accounts, err := d.users.Accounts(ctx, userID)
	p := profileOf(u, "")
	if i := slices.IndexFunc(accounts, func(a *auth.Account) bool { return a.Login != "" }); i >= 0 {
		p.Login = accounts[i].Login
	}
	return p, err
}

func profileOf(u *auth.User, login string) admin.Profile {
	return admin.Profile{Name: u.Name, Email: u.Email, Login: login, Image: u.Image, Member: !u.Role.IsStaff()}
}

// Staff implements admin.Directory.
func (d directory) Staff(ctx context.Context) (all []admin.StaffUser, err error) {
	for next := new(auth.Cursor); next != nil && len(all) < maxStaff; {
		var page []*auth.Staff
		if page, next, err = d.users.Staff(ctx, *next, maxUsersPage); err != nil {
			return nil, err
		}
		for _, u := range page {
			all = append(all, admin.StaffUser{Profile: profileOf(&u.User, u.Login), ID: u.ID, Role: string(u.Role), CreatedAt: u.CreatedAt.UnixMilli()})
		}
	}
	invited, err := d.invited(ctx)
	return append(all, invited...), err
}

// maxUsersPage is the longest page that package auth gives.
const maxUsersPage = 100

func (d directory) invited(ctx context.Context) (all []admin.StaffUser, err error) {
	for after := ""; len(all) < maxStaff; after = all[len(all)-1].ID {
		page, err := d.users.Invitations(ctx, after, maxUsersPage)
		if err != nil {
			return nil, err
		}
		for _, i := range page {
			all = append(all, admin.StaffUser{
				Profile: admin.Profile{Email: i.Email}, ID: i.ID, Role: string(i.Role), Invited: true, CreatedAt: i.CreatedAt.UnixMilli(),
			})
		}
		if len(page) < maxUsersPage {
			break
		}
	}
	return all, nil
}

// SetRole implements admin.Directory.
func (d directory) SetRole(ctx context.Context, by audit.Actor, userID, role string) error {
	return d.users.SetRole(ctx, by, userID, auth.Role(role))
}

// Invite implements admin.Directory. The message is in the site's canonical
// locale and leads to where one signs in, and from there to Admin.
func (d directory) Invite(ctx context.Context, by audit.Actor, email, role string) (admin.Invitation, bool, error) {
	link := d.origin + "/oauth/sign-in?callbackURL=%2Fadmin"
	i, mailed, err := d.users.Invite(ctx, by, email, auth.Role(role), link, d.site.live.Config().CanonicalLocale())
	if err != nil {
		return admin.Invitation{}, false, err
	}
	return admin.Invitation{ID: i.ID, Email: i.Email, Role: string(i.Role), ExpiresAt: i.ExpiresAt.UnixMilli()}, mailed, nil
}

// DeleteInvitation implements admin.Directory.
func (d directory) DeleteInvitation(ctx context.Context, by audit.Actor, id string) error {
	return d.users.DeleteInvitation(ctx, by, id)
}

// Members implements admin.Directory.
func (d directory) Members(ctx context.Context, search string, behind admin.Cursor, limit int) (all []admin.Member, next *admin.Cursor, err error) {
	place := auth.Cursor{ID: behind.ID}
	if behind != (admin.Cursor{}) {
		place.At = time.UnixMilli(behind.At).UTC()
	}
	users, last, err := d.users.Members(ctx, search, place, limit)
	for _, u := range users {
		all = append(all, memberOf(u))
	}
	if last != nil {
		next = &admin.Cursor{At: last.At.UnixMilli(), ID: last.ID}
	}
	return all, next, err
}

func memberOf(u *auth.User) admin.Member {
	m := admin.Member{ID: u.ID, Name: u.Name, Email: u.Email, EmailVerified: u.EmailVerified, CreatedAt: u.CreatedAt.UnixMilli()}
	if !u.SeenAt.IsZero() {
		m.SeenAt = u.SeenAt.UnixMilli()
	}
	return m
}
