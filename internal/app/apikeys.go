package app

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
)

// APIKeys are the credentials of machines, for whoever looks after them.
type APIKeys struct {
	users *auth.Service // nil when there is no database yet
	close func() error
}

// NewAPIKey says which key is wanted.
type NewAPIKey struct {
	By      string // the owner who makes it: an id or an email address; "" is who has been one the longest
	Name    string
	Scopes  []string
	Expires time.Time // zero: never
}

// APIKeys are those of the site.
func (a *App) APIKeys() *APIKeys { return keysIn(a.store, func() error { return nil }) }

// OpenAPIKeys opens the keys of a site that it does not start.
func OpenAPIKeys(ctx context.Context, o Options) (*APIKeys, error) {
	platform, err := openPlatform(ctx, o)
	if err != nil {
		return nil, err
	}
	if platform == nil {
		return &APIKeys{close: func() error { return nil }}, nil
	}
	return keysIn(platform, platform.Close), nil
}

func keysIn(p store.Platform, close func() error) *APIKeys {
	return &APIKeys{auth.New(p.Auth(), nil, nil, auth.Options{}), close}
}

// Create makes a key and gives its secret, which is shown here alone. The error
// is NOT_FOUND for a site without a database, AUTH_DENIED when By is no owner, and
// INPUT_VALIDATION_FAILED for a name, a scope or a time that is not acceptable.
func (k *APIKeys) Create(ctx context.Context, wanted NewAPIKey) (key *auth.Key, secret string, err error) {
	by, err := k.owner(ctx, wanted.By)
	if err != nil {
		return nil, "", err
	}
	return k.users.CreateKey(ctx, audit.Actor{ID: by}, wanted.Name, wanted.Scopes, wanted.Expires)
}

// maxAPIKeys is the length of a full list.
const maxAPIKeys = 100

// List lists keys, the oldest first, behind the id of the last one of the list
// before: 100 of them when there are more. The error is AUTH_DENIED when by,
// read as NewAPIKey's By, is no owner.
func (k *APIKeys) List(ctx context.Context, by, after string) ([]*auth.Key, error) {
	by, err := k.owner(ctx, by)
	if err != nil {
		return nil, err
	}
	return k.users.Keys(ctx, by, after, maxAPIKeys)
}

// Revoke ends a key with the next request that it comes with. The error is
// AUTH_DENIED when by, read as NewAPIKey's By, is no owner, and NOT_FOUND.
func (k *APIKeys) Revoke(ctx context.Context, by, id string) error {
	by, err := k.owner(ctx, by)
	if err != nil {
		return err
	}
	return k.users.RevokeKey(ctx, audit.Actor{ID: by}, id)
}

// Close lets go of the database that OpenAPIKeys has opened.
func (k *APIKeys) Close() error { return k.close() }

// owner is the id of an owner, who is named by id, by address or not at all.
func (k *APIKeys) owner(ctx context.Context, by string) (string, error) {
	if k.users == nil {
		return "", noDatabase()
	}
	email, noAddress := auth.NormalizeEmail(by)
	place := &auth.Cursor{}
	for place != nil {
		staff, next, err := k.users.Staff(ctx, *place, maxAPIKeys)
		if err != nil {
			return "", err
		}
		for _, each := range staff {
			named := by == "" || each.ID == by || noAddress == nil && each.EmailVerified && each.Email == email
			if named && each.Role == auth.Owner {
				return each.ID, nil
			}
		}
		place = next
	}
	d := diag.At(diag.AuthDenied, "", "Only owners can manage API keys, and this user is not an owner.")
	if by == "" {
		d.Message, d.Suggestion = "The site has no owner yet, and every API key belongs to one.", "Run quartet owner-link, open the link that it prints to become the first owner, and run this again."
	}
	return "", d
}
