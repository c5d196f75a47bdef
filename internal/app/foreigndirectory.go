package app

import (
	"context"

	"github.com/quartet-dev/quartet/internal/admin"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
)

// foreignDirectory stands for users whom the program keeps. All that the
// service knows of one is the id: what is asked beyond it is NOT_FOUND, and a
// profile is empty.
type foreignDirectory struct{}

func (foreignDirectory) err() error {
	return diag.At(diag.NotFound, "", "The users of this site, their roles and invitations are kept by its own sign-in, and not here.")
}

// Profile implements admin.Directory.
func (foreignDirectory) Profile(context.Context, string) (admin.Profile, error) {
	return admin.Profile{}, nil
}

// Staff implements admin.Directory.
func (d foreignDirectory) Staff(context.Context) ([]admin.StaffUser, error) { return nil, d.err() }

// SetRole implements admin.Directory.
func (d foreignDirectory) SetRole(context.Context, audit.Actor, string, string) error { return d.err() }

// Invite implements admin.Directory.
func (d foreignDirectory) Invite(context.Context, audit.Actor, string, string) (admin.Invitation, bool, error) {
	return admin.Invitation{}, false, d.err()
}

// DeleteInvitation implements admin.Directory.
func (d foreignDirectory) DeleteInvitation(context.Context, audit.Actor, string) error {
	return d.err()
}

// Members implements admin.Directory.
func (d foreignDirectory) Members(context.Context, string, admin.Cursor, int) ([]admin.Member, *admin.Cursor, error) {
	return nil, nil, d.err()
}
