package auth

import "strings"

// promote makes the user the first owner when they are the one whom the
// configuration names and no user has a staff role (interface.md, First owner
// and roles, 2).
func (e *signInAttempt) promote(tx Tx, u *User) error {
	if u.Role != None || !e.isFirstOwner() {
		return nil
	}
	promoted, err := tx.SetFirstOwner(u.ID, e.now)
	if err != nil || !promoted {
		return err
	}
	u.Role, u.UpdatedAt = Owner, e.now
	return e.recordRole(tx, u, None)
}

// isFirstOwner reports whether the configuration names the user. A login counts at its own
// provider alone, an address when this very sign-in has proven it.
func (e *signInAttempt) isFirstOwner() bool {
	o := e.service.opts
	switch {
	case o.FirstIsOwner:
		return true
	case o.OwnerEmail != "" && e.email == o.OwnerEmail:
		return true
	default:
		return o.OwnerLogin != "" && e.provider == o.OwnerProvider && sameLogin(e.login, o.OwnerLogin)
	}
}

// sameLogin compares in any case. The lengths keep out letters beyond ASCII
// that fold into it, such as the Kelvin sign into k.
func sameLogin(a, b string) bool { return len(a) == len(b) && strings.EqualFold(a, b) }
