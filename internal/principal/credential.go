package principal

import "slices"

// Credential is the kind of what a caller has shown, as handlers see it
// (open-parts.md, Authorization).
type Credential string

// The kinds of credentials.
const (
	Session Credential = "session" // the cookie of a browser that is signed in
	OAuth   Credential = "oauth"   // an access token of the OAuth provider
	APIKey  Credential = "api-key" // a key that an owner made
)

var credentials = []Credential{Session, OAuth, APIKey}

// Credentials lists the kinds of credentials.
func Credentials() []Credential { return slices.Clone(credentials) }
