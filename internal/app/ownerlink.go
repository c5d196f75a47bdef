package app

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/identity"
	"github.com/quartet-dev/quartet/internal/keyring"
)

// ownerLinkLife is how long such a link counts: long enough to carry it from a
// terminal to a browser.
const ownerLinkLife = 15 * time.Minute

// OwnerLink is a link that signs in an owner of the site, once.
type OwnerLink struct {
	URL       string
	Email     string // whom it signs in
	ExpiresAt time.Time
}

// NewOwnerLink makes a link to the Admin application of a site, beside whatever serves
// it. email names the owner; "" is who has been one the longest or, while there is
// none, the address that the settings name. Whoever can run this can read the
// database and the secret of the site, so it asks for nothing else.
//
// The error is RESOURCE_UNAVAILABLE where the service has no sign-in of its own, or
// it is not set up, NOT_FOUND for a site without a database, and AUTH_DENIED
// when the address is no owner's.
func NewOwnerLink(ctx context.Context, o Options, email string) (link *OwnerLink, err error) {
	if o.SignIn != nil {
		return nil, diag.At(diag.ResourceUnavailable, "", "The program signs people in by itself; the service cannot make links for it.")
	}
	b, err := configured(o)
	if err != nil {
		return nil, err
	}
	declared := &b.settings.Auth
	if len(declared.Incomplete) > 0 {
		return nil, diag.At(diag.ResourceUnavailable, "", b.setupIncomplete())
	}
	keys, err := keyring.New(string(declared.Secret), string(declared.PreviousSecret))
	if err != nil {
		return nil, err
	}
	platform, err := b.database().OpenPlatform(ctx, b.Logger)
	if err != nil {
		return nil, err
	}
	if platform == nil {
		d := diag.At(diag.NotFound, "", "The site has no database yet.")
		d.Suggestion = "Start it once with quartet serve, then run this again."
		return nil, d
	}
	defer func() { err = errors.Join(err, platform.Close()) }()
	users := auth.New(platform.Auth(), keys, nil, auth.Options{OwnerEmail: declared.Owner.Email})
	address, err := users.OwnerAddress(ctx, email)
	if err != nil {
		return nil, err
	}
	return b.ownerLink(ctx, users, address)
}

// ownerLink signs in whoever has that address, which has been checked.
func (b *boot) ownerLink(ctx context.Context, users *auth.Service, address string) (*OwnerLink, error) {
	origin, err := url.Parse(b.settings.Auth.Origin)
	if err != nil {
		return nil, err
	}
	token, err := users.NewLink(ctx, auth.Link{Email: address, Callback: "/admin", AtOnce: true}, ownerLinkLife)
	if err != nil {
		return nil, err
	}
	return &OwnerLink{URL: identity.LinkAt(origin, token), Email: address, ExpiresAt: time.Now().Add(ownerLinkLife)}, nil
}
