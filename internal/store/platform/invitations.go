package platform

import (
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
)

const invitationColumns = `id, email, role, invited_by, created_at, expires_at, accepted_at`

var (
	selectInvitation    = declare(`SELECT ` + invitationColumns + ` FROM _quartet_invitations WHERE id = ?1`)
	selectInvitationFor = declare(`SELECT ` + invitationColumns + ` FROM _quartet_invitations WHERE email = ?1`)
	selectInvitations   = declare(`SELECT ` + invitationColumns + ` FROM _quartet_invitations
WHERE id > ?2 AND accepted_at IS NULL AND expires_at > ?1 ORDER BY id LIMIT ?3`)
	putInvitation = declare(`INSERT INTO _quartet_invitations (` + invitationColumns + `) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT (email) DO UPDATE SET id = excluded.id, role = excluded.role, invited_by = excluded.invited_by,
created_at = excluded.created_at, expires_at = excluded.expires_at, accepted_at = excluded.accepted_at`)
	acceptInvitation = declare(`UPDATE _quartet_invitations SET accepted_at = ?2 WHERE id = ?1 AND accepted_at IS NULL`)
	deleteInvitation = declare(`DELETE FROM _quartet_invitations WHERE id = ?1`)
)

func invitationOf(r row) *auth.Invitation {
	return &auth.Invitation{
		ID: r.string(0), Email: r.string(1), Role: auth.Role(r.Text(2)), InvitedBy: r.string(3),
		CreatedAt: r.time(4), ExpiresAt: r.time(5), AcceptedAt: r.time(6),
	}
}

func (r authReader) Invitation(id string) (*auth.Invitation, error) {
	return first(r.c, selectInvitation, invitationOf, id)
}

func (r authReader) InvitationFor(email string) (*auth.Invitation, error) {
	return first(r.c, selectInvitationFor, invitationOf, email)
}

func (r authReader) Invitations(now time.Time, after string, limit int) ([]*auth.Invitation, error) {
	return every(r.c, selectInvitations, invitationOf, now.UnixMilli(), after, limit)
}

func (t authTx) PutInvitation(i *auth.Invitation) error {
	return t.c.run(putInvitation, i.ID, i.Email, string(i.Role), i.InvitedBy, i.CreatedAt.UnixMilli(), i.ExpiresAt.UnixMilli(), milli(i.AcceptedAt))
}

func (t authTx) AcceptInvitation(id string, now time.Time) (bool, error) {
	return t.c.hits(acceptInvitation, id, now.UnixMilli())
}

func (t authTx) DeleteInvitation(id string) error { return t.c.run(deleteInvitation, id) }
