package platform

import (
	"math"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
)

const userColumns = `u.id, u.email, u.email_verified, u.name, u.image, u.role, u.created_at, u.updated_at, u.seen_at`

// Around what a member is searched by.
const (
	usersBefore = `SELECT ` + userColumns + ` FROM _quartet_users u WHERE (u.created_at, u.id) < (?1, ?2) AND `
	newestUsers = ` ORDER BY u.created_at DESC, u.id DESC LIMIT ?4`
)

var (
	selectUser        = declare(`SELECT ` + userColumns + ` FROM _quartet_users u WHERE u.id = ?1`)
	selectUserByEmail = declare(`SELECT ` + userColumns + ` FROM _quartet_users u WHERE u.email = ?1 AND u.email_verified = 1`)
	selectAnyStaff    = declare(`SELECT 1 FROM _quartet_users WHERE role IN ('owner', 'editor', 'contributor') LIMIT 1`)
	selectOtherOwner  = declare(`SELECT 1 FROM _quartet_users WHERE role = 'owner' AND id <> ?1 LIMIT 1`)
	selectStaff       = declare(`SELECT ` + userColumns + `, coalesce(
(SELECT a.login FROM _quartet_accounts a WHERE a."user" = u.id AND a.login <> '' ORDER BY a.provider, a.subject LIMIT 1), '')
FROM _quartet_users u WHERE u.role IS NOT NULL AND (u.created_at, u.id) > (?1, ?2) ORDER BY u.created_at, u.id LIMIT ?3`)
	selectUsers       = declare(usersBefore + `(u.email {like} ?3 ESCAPE '\' OR u.name {like} ?3 ESCAPE '\')` + newestUsers)
	selectUsersByFold = declare(usersBefore + `(u.email {matches} ?3 OR u.name {matches} ?3)` + newestUsers)

	insertUser = declare(`INSERT INTO _quartet_users (id, email, email_verified, name, image, role, created_at, updated_at, seen_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`)
	updateUser = declare(`UPDATE _quartet_users SET email = ?2, email_verified = ?3, name = ?4, image = ?5, updated_at = ?6 WHERE id = ?1`)
	updateRole = declare(`UPDATE _quartet_users SET role = ?2, updated_at = ?3 WHERE id = ?1`)
	updateSeen = declare(`UPDATE _quartet_users SET seen_at = ?2 WHERE id = ?1`)

	makeFirstOwner = declare(`UPDATE _quartet_users SET role = 'owner', updated_at = ?2
WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM _quartet_users WHERE role IN ('owner', 'editor', 'contributor'))`)

	deleteUser         = declare(`DELETE FROM _quartet_users WHERE id = ?1`)
	deleteUserAccounts = declare(`DELETE FROM _quartet_accounts WHERE "user" = ?1`)
	deleteUserConsents = declare(`DELETE FROM _quartet_oauth_consents WHERE "user" = ?1`)
	deleteUserGrants   = declare(`DELETE FROM _quartet_oauth_grants WHERE "user" = ?1`)
)

func userOf(r row) *auth.User { return userAt(r, 0) }

// userAt reads userColumns, the first of which is the column i.
func userAt(r row, i int) *auth.User {
	return &auth.User{
		ID: r.string(i), Email: r.string(i + 1), EmailVerified: r.flag(i + 2), Name: r.string(i + 3), Image: r.string(i + 4),
		Role: auth.Role(r.Text(i + 5)), CreatedAt: r.time(i + 6), UpdatedAt: r.time(i + 7), SeenAt: r.time(i + 8),
	}
}

func (r authReader) User(id string) (*auth.User, error) { return first(r.c, selectUser, userOf, id) }

func (r authReader) UserByEmail(email string) (*auth.User, error) {
	return first(r.c, selectUserByEmail, userOf, email)
}

func (r authReader) HasStaff() (bool, error) { return r.c.exists(selectAnyStaff) }

func (r authReader) HasOwner(but string) (bool, error) { return r.c.exists(selectOtherOwner, but) }

func (r authReader) Staff(after auth.Cursor, limit int) ([]*auth.Staff, error) {
	return every(r.c, selectStaff, func(r row) *auth.Staff {
		return &auth.Staff{User: *userOf(r), Login: r.string(9)}
	}, after.At.UnixMilli(), after.ID, limit)
}

func (r authReader) Users(search string, before auth.Cursor, limit int) ([]*auth.User, error) {
	from := int64(math.MaxInt64)
	if before != (auth.Cursor{}) {
		from = before.At.UnixMilli()
	}
	q := selectUsersByFold
	pattern, plain := r.c.driver.Dialect().Pattern(search)
	if plain {
		q = selectUsers
	}
	return every(r.c, q, userOf, from, before.ID, pattern, limit)
}

func (t authTx) InsertUser(u *auth.User) error {
	err := t.c.run(insertUser, u.ID, orNull(u.Email), flag(u.EmailVerified), u.Name, u.Image, orNull(string(u.Role)),
		u.CreatedAt.UnixMilli(), u.UpdatedAt.UnixMilli(), u.SeenAt.UnixMilli())
	return t.c.unique(err, addressTaken)
}

func (t authTx) UpdateUser(u *auth.User) error {
	err := t.c.run(updateUser, u.ID, orNull(u.Email), flag(u.EmailVerified), u.Name, u.Image, u.UpdatedAt.UnixMilli())
	return t.c.unique(err, addressTaken)
}

const addressTaken = "Another user has this address."

func (t authTx) DeleteUser(id string) (bool, error) {
	for _, q := range []*Query{deleteUserAccounts, deleteUserSessions, deleteUserConsents, deleteUserGrants, deleteUserLanguage} {
		if err := t.c.run(q, id); err != nil {
			return false, err
		}
	}
	return t.c.hits(deleteUser, id)
}

func (t authTx) SetRole(id string, role auth.Role, now time.Time) error {
	return t.c.run(updateRole, id, orNull(string(role)), now.UnixMilli())
}

func (t authTx) SetFirstOwner(id string, now time.Time) (bool, error) {
	return t.c.hits(makeFirstOwner, id, now.UnixMilli())
}

func (t authTx) SetSeen(id string, now time.Time) error {
	return t.c.run(updateSeen, id, now.UnixMilli())
}
