package quartet

import "github.com/quartet-dev/quartet/internal/content"

// Caller is who asks. The zero value is nobody. It never holds a raw credential.
type Caller struct {
	User  *User  `json:"user,omitempty"`
	Staff *Staff `json:"staff,omitempty"`
	Auth  *Auth  `json:"auth,omitempty"`

	// Service asks with the rights of the service: predicates of requires.auth are
	// met, guards are asked as always. Whom the others name stays the author.
	Service bool `json:"service,omitempty"`
}

// User is a signed-in user.
type User struct {
	ID string `json:"id"`
}

// Staff is a signed-in user with a staff role.
type Staff struct {
	ID   string `json:"id"`
	Role string `json:"role"` // owner, editor or contributor
}

// Auth is a verified credential.
type Auth struct {
	Credential   string   `json:"credential"` // session, oauth or api-key
	CredentialID string   `json:"credentialId"`
	ClientID     string   `json:"clientId,omitempty"`
	Scopes       []string `json:"scopes"`
}

// Anonymous reports whether nobody asks: no user, no staff, no credential, and not
// the service.
func (c Caller) Anonymous() bool { return c.content().Anonymous() }

// content is the same caller for the packages below.
func (c Caller) content() content.Caller {
	return content.Caller{User: (*content.User)(c.User), Staff: (*content.Staff)(c.Staff), Auth: (*content.Auth)(c.Auth), Service: c.Service}
}

func callerOf(c content.Caller) Caller {
	return Caller{User: (*User)(c.User), Staff: (*Staff)(c.Staff), Auth: (*Auth)(c.Auth), Service: c.Service}
}
