package quartet

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
)

// APIKeys are the credentials of machines (site-folder.md, Identity routes):
// sent as `Authorization: Bearer qk_…` or `X-API-Key`, they pass ctx.auth and
// the scopes that they hold, and have no user. They are good on REST alone, once
// sign-in is configured. What is stored of one is a hash.
type APIKeys struct{ keys *app.APIKeys }

// APIKey is a key without its secret.
type APIKey struct {
	ID        string
	Name      string
	Start     string // the first characters of the secret
	Scopes    []string
	CreatedBy string // a user's id
	CreatedAt time.Time
	ExpiresAt time.Time // zero: never
	UsedAt    time.Time // zero: never
}

// NewAPIKey says which key is wanted.
type NewAPIKey struct {
	By      string // the owner who makes it: an id or an email address; "" is who has been one the longest
	Name    string
	Scopes  []string
	Expires time.Time // zero: never
}

// APIKeys are those of the service's site.
func (s *Service) APIKeys() *APIKeys { return &APIKeys{s.app.APIKeys()} }

// OpenAPIKeys opens the keys of a site that it does not start, beside whatever
// serves it. The manifests are not looked at, the settings must be well formed.
func OpenAPIKeys(ctx context.Context, o Options) (*APIKeys, error) {
	keys, err := app.OpenAPIKeys(ctx, o.app())
	if err != nil {
		return nil, bootError(err)
	}
	return &APIKeys{keys}, nil
}

// Create makes a key and gives its secret, which is shown here alone. The error
// is AUTH_DENIED when By is no owner, and INPUT_VALIDATION_FAILED for a name, a
// scope or a time that is not acceptable.
func (k *APIKeys) Create(ctx context.Context, wanted NewAPIKey) (key *APIKey, secret string, err error) {
	made, secret, err := k.keys.Create(ctx, app.NewAPIKey(wanted))
	return (*APIKey)(made), secret, err
}

// List lists keys, the oldest first, behind the id of the last one of the list
// before: 100 of them when there are more. The error is AUTH_DENIED when by,
// read as NewAPIKey's By, is no owner.
func (k *APIKeys) List(ctx context.Context, by, after string) ([]*APIKey, error) {
	found, err := k.keys.List(ctx, by, after)
	var keys []*APIKey
	for _, each := range found {
		keys = append(keys, (*APIKey)(each))
	}
	return keys, err
}

// Revoke ends a key with the next request that it comes with. The error is
// AUTH_DENIED when by, read as NewAPIKey's By, is no owner, and NOT_FOUND.
func (k *APIKeys) Revoke(ctx context.Context, by, id string) error { return k.keys.Revoke(ctx, by, id) }

// Close lets go of the database that OpenAPIKeys has opened.
func (k *APIKeys) Close() error { return k.keys.Close() }
