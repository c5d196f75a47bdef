package quartet

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/admin"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
)

// directory is the site's users as the Admin API asks for them.
type directory struct {
	users  *auth.Service
	origin string
}

// pageOfPeople is how many people are read at a time.
const pageOfPeople = 100

func (d *directory) Profile(ctx context.Context, userID string) (admin.Profile, error) {
	u, err := d.users.User(ctx, userID)
	if err != nil {
		return admin.Profile{}, err
	}
	return profileOf(u), nil
}

func profileOf(u *auth.User) admin.Profile {
	return admin.Profile{Name: u.Name, Email: u.Email, Image: u.Image}
}

func (d *directory) Staff(ctx context.Context) ([]admin.StaffUser, error) {
	var all []admin.StaffUser
	for after := new(auth.Place); after != nil; {
		list, next, err := d.users.Staff(ctx, *after, pageOfPeople)
		if err != nil {
			return nil, err
		}
		for _, each := range list {
			profile := profileOf(&each.User)
			profile.Login = each.Login
			all = append(all, admin.StaffUser{Profile: profile, ID: each.ID, Role: string(each.Role), CreatedAt: each.CreatedAt.UnixMilli()})
		}
		after = next
	}
	return d.invited(ctx, all)
}

// invited adds those who were invited and have not come yet.
func (d *directory) invited(ctx context.Context, all []admin.StaffUser) ([]admin.StaffUser, error) {
	for after := ""; ; {
		list, err := d.users.Invitations(ctx, after, pageOfPeople)
		if err != nil {
			return nil, err
		}
		for _, each := range list {
			all = append(all, admin.StaffUser{
				Profile: admin.Profile{Email: each.Email}, ID: each.ID, Role: string(each.Role), Invited: true, CreatedAt: each.CreatedAt.UnixMilli(),
			})
			after = each.ID
		}
		if len(list) < pageOfPeople {
			return all, nil
		}
	}
}

func (d *directory) SetRole(ctx context.Context, by audit.Actor, userID, role string) error {
	return d.users.SetRole(ctx, by.ID, userID, auth.Role(role))
}

func (d *directory) Invite(ctx context.Context, by audit.Actor, email, role string) (admin.Invitation, bool, error) {
	i, sent, err := d.users.Invite(ctx, by.ID, email, auth.Role(role), d.origin+"/admin", "")
	if err != nil {
		return admin.Invitation{}, false, err
	}
	return admin.Invitation{ID: i.ID, Email: i.Email, Role: string(i.Role), ExpiresAt: i.ExpiresAt.UnixMilli()}, sent, nil
}

func (d *directory) DeleteInvitation(ctx context.Context, by audit.Actor, id string) error {
	return d.users.DeleteInvitation(ctx, by.ID, id)
}

func (d *directory) Members(ctx context.Context, search string, behind admin.Place, limit int) ([]admin.Member, *admin.Place, error) {
	var before auth.Place
	if behind != (admin.Place{}) {
		before = auth.Place{At: time.UnixMilli(behind.At), ID: behind.ID}
	}
	list, next, err := d.users.Members(ctx, search, before, limit)
	if err != nil {
		return nil, nil, err
	}
	members := make([]admin.Member, len(list))
	for i, u := range list {
		members[i] = admin.Member{ID: u.ID, Name: u.Name, Email: u.Email, EmailVerified: u.EmailVerified, CreatedAt: u.CreatedAt.UnixMilli()}
		if !u.SeenAt.IsZero() {
			members[i].SeenAt = u.SeenAt.UnixMilli()
		}
	}
	if next == nil {
		return members, nil, nil
	}
	return members, &admin.Place{At: next.At.UnixMilli(), ID: next.ID}, nil
}
