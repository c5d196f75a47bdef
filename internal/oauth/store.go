package oauth

import (
	"context"
	"time"
)

// Store keeps clients, grants and what hangs on them. Several processes may use
// one at the same time. Its errors are diagnostics, RESOURCE_UNAVAILABLE when
// the database cannot answer now.
//
// Update runs its function in one transaction, as if alone, which is durable when
// it returns; an error of the function takes everything back. Two looks in the
// function of Read may be of two moments. A function must be short and call
// nothing but what it is given. Where others were in its way it is run again, and
// sets what it gives each time (decision 210).
type Store interface {
	Read(ctx context.Context, fn func(Reader) error) error
	Update(ctx context.Context, fn func(Tx) error) error
}

// Reader looks records up. What is not there is nil without an error.
type Reader interface {
	Client(id string) (*Client, error)
	Consent(user, client, resource string) (scopes []string, err error)

	// Consented reports whether the user has consented to anything of the client.
	Consented(user, client string) (bool, error)

	// LivingGrant is the grant while it lives: it has not ended, its user exists
	// and its session has a row, which without Offline has not expired at now.
	// Its Role is read with it.
	LivingGrant(id string, now time.Time) (*Grant, error)

	// Apps lists the living grants of a user that have been used, the latest
	// first, at most 500, each with its client.
	Apps(user string, now time.Time) ([]App, error)

	Code(hash []byte) (*AuthorizationCode, error)
	RefreshToken(hash []byte) (*RefreshToken, error)
	SigningKeys() ([]SigningKey, error)

	// Profile is what userinfo tells of a user; Login is the name that the user
	// goes by at the provider.
	Profile(user, provider string) (*Profile, error)
}

// Tx changes records. A method that reports whether it changed something decides
// between several that try at once: one of them is told true.
type Tx interface {
	Reader
	Clients
	Grants
	Credentials
	Keys
}

// Clients changes clients and what users consent to.
type Clients interface {
	// SaveClient stores a client, or what is new of one whose document was
	// fetched again.
	SaveClient(c *Client) error
	UseClient(id string, at time.Time) error

	// DropUnusedClients removes up to limit clients that were made before a time
	// and never given a token.
	DropUnusedClients(before time.Time, limit int) error

	SaveConsent(user, client, resource string, scopes []string, at time.Time) error
}

// Grants changes grants.
type Grants interface {
	InsertGrant(g *Grant) error

	// UseGrant records that a token was given, and the key that the grant is
	// bound to from now on.
	UseGrant(id, thumbprint string, at time.Time) error
	EndGrant(id string, at time.Time) error

	// EndGrants ends what a user let a client do, and forgets the consents.
	EndGrants(user, client string, at time.Time) error
}

// Credentials changes what is shown once: codes, refresh tokens and proofs.
// The methods that drop take up to limit rows, and with the last code or
// refresh token of a grant the grant.
type Credentials interface {
	InsertCode(c *AuthorizationCode) error
	SpendCode(hash []byte) (first bool, err error)
	DropCodes(expiredBefore time.Time, limit int) error

	InsertRefreshToken(r *RefreshToken) error

	// RotateRefreshToken marks a token as succeeded by its Successor, unless it
	// already is, and removes its parent and those of its grant that were before a
	// time.
	RotateRefreshToken(r *RefreshToken, at, before time.Time) error
	DropRefreshTokens(expiredBefore time.Time, limit int) error

	// InsertProof reports whether no proof of that hash was stored.
	InsertProof(hash []byte, expires time.Time) (fresh bool, err error)
	DropProofs(expiredBefore time.Time, limit int) error
}

// Keys changes the keys that sign access tokens.
type Keys interface {
	InsertSigningKey(k *SigningKey) error

	// RetireSigningKeys marks every key but one as retired, and removes those
	// that retired before a time.
	RetireSigningKeys(but string, at, before time.Time) error
}

// Grant is what a user let a client do.
type Grant struct {
	ID, ClientID, UserID, SessionID string

	Scopes     []string
	Resource   string
	Offline    bool
	Thumbprint string // of the DPoP key that it is bound to, or ""
	CreatedAt  time.Time
	UsedAt     time.Time // zero until its code was exchanged

	Role string // the user's staff role now, or ""; not stored with the grant
}

// App is a grant with the client that has it.
type App struct {
	Grant
	Client Client
}

// AuthorizationCode is a code as it is stored.
type AuthorizationCode struct {
	Hash        []byte
	GrantID     string
	RedirectURI string
	Challenge   string // S256
	Spent       bool
	ExpiresAt   time.Time
}

// RefreshToken is a refresh token as it is stored.
type RefreshToken struct {
	Hash      []byte
	GrantID   string
	Parent    []byte    // hash of the token that it succeeds; nil for the first
	RotatedAt time.Time // zero while it has no successor
	Successor []byte    // the token that succeeds it, sealed; nil while there is none
	ExpiresAt time.Time
}

// SigningKey is a key that signs access tokens.
type SigningKey struct {
	ID        string
	Public    []byte // a JWK
	Private   []byte // PKCS #8, sealed
	CreatedAt time.Time
	RetiredAt time.Time // zero while it signs
}

// Profile is what a client may learn of a user.
type Profile struct {
	Name          string
	Image         string // a URL, or ""
	Email         string // or ""
	EmailVerified bool
	Login         string // at the code host, or ""
}
