package auth

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
)

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

// maxStaff is the longest page of Staff.
const maxStaff = 100

// OwnerAddress is the address of an owner, which a sign-in link can go to: that of
// the owner who is named or, with "", the one whom the configuration names, else who
// has been an owner the longest. While there is no owner it is the address that the
// configuration names. An address that nobody has verified would make a second user,
// and does not count (decision 275).
//
// The error is AUTH_DENIED when there is no such owner.
func (s *Service) OwnerAddress(ctx context.Context, named string) (string, error) {
	named, err := normalizeIfAny(named)
	if err != nil {
		return "", err
	}
	owners, verified, err := s.owners(ctx)
	first := s.opts.OwnerEmail
	wanted := cmp.Or(named, first)
	switch {
	case err != nil:
		return "", err
	case slices.Contains(verified, wanted):
		return wanted, nil
	case named == "" && len(verified) > 0:
		return verified[0], nil
	case owners == 0 && first != "" && wanted == first:
		return first, nil
	}
	return "", noOwnerAddress(named, owners)
}

// PassedOver is the address that the configuration names for the first owner, where
// another user became the first and that one is no owner; else "".
func (s *Service) PassedOver(ctx context.Context) (string, error) {
	first := s.opts.OwnerEmail
	if first == "" {
		return "", nil
	}
	owners, verified, err := s.owners(ctx)
	if err != nil || owners == 0 || slices.Contains(verified, first) {
		return "", err
	}
	return first, nil
}

// owners counts the owners, and gives the addresses that are verified, of who has been
// one the longest first.
func (s *Service) owners(ctx context.Context) (count int, verified []string, err error) {
	for place := new(Cursor); place != nil; {
		staff, next, err := s.Staff(ctx, *place, maxStaff)
		if err != nil {
			return 0, nil, err
		}
		for _, each := range staff {
			if each.Role != Owner {
				continue
			}
			count++
			if each.EmailVerified {
				verified = append(verified, each.Email)
			}
		}
		place = next
	}
	return count, verified, nil
}

func normalizeIfAny(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	return NormalizeEmail(address)
}

func noOwnerAddress(named string, owners int) error {
	d := diag.At(diag.AuthDenied, "", "No owner has a verified email address.")
	switch {
	case named != "":
		d.Message = "No owner has that verified email address."
	case owners == 0:
		d.Message = "The site has no owner yet, and its settings do not name an address for the first one."
		d.Suggestion = "Set auth.bootstrapOwner.email in quartet.yaml."
	}
	return d
}
