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
	"github.com/quartet-dev/quartet/internal/settings"
)

// ownerLinkLife is how long such a link counts: long enough to carry it from a
// terminal to a browser.
const ownerLinkLife = 15 * time.Minute

// OwnerLink is a link that signs in an owner of the site, once.
type OwnerLink struct {
	URL       string
	Email     string // whom it signs in
	ExpiresAt time.Time

	// Missing is what sign-in lacks where the link was made, a sentence each. The link
	// leads nowhere while the server lacks it too.
	Missing []string

	// ForDevelopment says that it was made with the secret of quartet dev.
	ForDevelopment bool
}

// NewOwnerLink makes a link to the Admin application of a site, beside whatever serves
// it. email names the owner; "" is auth.OwnerAddress's. Whoever can run this can read the
// database and the secret of the site, so it asks for nothing else.
//
// The error is RESOURCE_UNAVAILABLE where the service has no sign-in of its own, or
// what a link needs is not set up, NOT_FOUND for a site without a database, and
// AUTH_DENIED when the address is no owner's.
func NewOwnerLink(ctx context.Context, o Options, email string) (link *OwnerLink, err error) {
	if o.SignIn != nil {
		return nil, diag.At(diag.ResourceUnavailable, "", "The program signs people in by itself; the service cannot make links for it.")
	}
	b, err := configuredForLinks(o)
	if err != nil {
		return nil, err
	}
	err = b.withUsers(ctx, func(users *auth.Service) error {
		if users == nil {
			return noDatabase()
		}
		link, err = ownerLink(ctx, users, b.settings.Auth.Origin, email, ownerLinkLife)
		return err
	})
	if err != nil {
		return nil, err
	}
	link.Missing, link.ForDevelopment = b.settings.Auth.Incomplete, b.Development != nil
	return link, nil
}

// noDatabase is NOT_FOUND for a command that needs users where none can be.
func noDatabase() *diag.Diagnostic {
	d := diag.At(diag.NotFound, "", "The site has no database yet.")
	d.Suggestion = "Start it once with quartet serve, then run this again. If it has run before, check the folder, or name its database with --database."
	return d
}

// configuredForLinks reads the settings as the server beside it does: quartet dev, where
// there is a secret of its own and no other, at the origin that it last had.
func configuredForLinks(o Options) (*boot, error) {
	b, err := configured(o)
	if err != nil {
		return nil, err
	}
	if secret := settings.KeptSecret(o.Dir); secret != "" && b.settings.Auth.Local {
		o.Development = &Development{Origin: settings.KeptOrigin(o.Dir), Secret: string(secret)}
		return configured(o)
	}
	if missing := b.settings.Auth.LinkIncomplete; len(missing) > 0 {
		return nil, diag.At(diag.ResourceUnavailable, "", incompleteMessage(missing))
	}
	return b, nil
}

// withUsers hands do the users of the site in its database, nil when it has none yet.
func (b *boot) withUsers(ctx context.Context, do func(*auth.Service) error) error {
	declared := &b.settings.Auth
	keys, err := keyring.New(string(declared.Secret), string(declared.PreviousSecret))
	if err != nil {
		return err
	}
	platform, err := b.database().OpenPlatform(ctx, b.Logger)
	switch {
	case err != nil:
		return err
	case platform == nil:
		return do(nil)
	}
	return errors.Join(do(auth.New(platform.Auth(), keys, nil, auth.Options{OwnerEmail: ownerEmail(declared)})), platform.Close())
}

// ownerEmail is the address that can become the first owner's by a link.
func ownerEmail(declared *settings.Auth) string {
	if declared.Owner.First {
		return developer
	}
	return declared.Owner.Email
}

// developer is the address of the first owner in development, where the settings name
// none (site-folder.md, quartet dev).
const developer = "owner@localhost"

// ownerLink signs in the owner who is named, or with "" the one of auth.OwnerAddress.
func ownerLink(ctx context.Context, users *auth.Service, at, named string, life time.Duration) (*OwnerLink, error) {
	origin, err := url.Parse(at)
	if err != nil {
		return nil, err
	}
	address, err := users.OwnerAddress(ctx, named)
	if err != nil {
		return nil, err
	}
	token, err := users.NewLink(ctx, auth.Link{Email: address, Callback: "/admin", AtOnce: true}, life)
	if err != nil {
		return nil, err
	}
	return &OwnerLink{URL: identity.LinkAt(origin, token), Email: address, ExpiresAt: time.Now().Add(life)}, nil
}

// OwnerLink makes a link that signs in an owner, as NewOwnerLink does, within life.
func (a *App) OwnerLink(ctx context.Context, life time.Duration) (*OwnerLink, error) {
	return a.signIn.OwnerLink(ctx, life)
}

// OwnerLink implements signIn.
func (in *ownSignIn) OwnerLink(ctx context.Context, life time.Duration) (*OwnerLink, error) {
	return ownerLink(ctx, in.users, in.origin, "", life)
}

// OwnerLink implements signIn.
func (n notConfigured) OwnerLink(context.Context, time.Duration) (*OwnerLink, error) {
	return nil, n.err()
}

// PassedOverOwner says what to do about the address that auth.bootstrapOwner names where
// another user has become the first owner and that one is none; "" where all is well. It
// says nothing of a site that cannot be asked.
func PassedOverOwner(ctx context.Context, o Options) (says string) {
	b, err := configured(o)
	if err != nil || o.SignIn != nil || len(b.settings.Auth.LinkIncomplete) > 0 {
		return ""
	}
	_ = b.withUsers(ctx, func(users *auth.Service) error { // other findings say why it cannot be opened
		if users != nil {
			says = passedOver(ctx, users)
		}
		return nil
	})
	return says
}

func passedOver(ctx context.Context, users *auth.Service) string {
	address, err := users.PassedOver(ctx)
	if err != nil || address == "" {
		return ""
	}
	return "auth.bootstrapOwner names " + address + ", who is not an owner: this database has another owner already. " +
		"Run quartet owner-link to sign in as that owner, and make " + address + " an owner under Staff; or start with an empty database."
}
