package content

// Caller is who asks. The zero value is nobody. It never holds a raw
// credential.
type Caller struct {
	User  *User  `json:"user,omitempty"`
	Staff *Staff `json:"staff,omitempty"`
	Auth  *Auth  `json:"auth,omitempty"`

	// Service gives the call the rights of the service (decision 200): every predicate
	// and every minimum role is met. Who the others name stays who calls.
	Service bool `json:"service,omitempty"`
}

// User is a signed-in user.
type User struct {
	ID string `json:"id"`
}

// Staff is a signed-in user with a staff role, which principal.Role lists.
type Staff struct {
	ID   string `json:"id"`
	Role string `json:"role"`
}

// Auth is a verified credential. Credential is one of
// principal.Credential.
type Auth struct {
	Credential   string   `json:"credential"`
	CredentialID string   `json:"credentialId"`
	ClientID     string   `json:"clientId,omitempty"`
	Scopes       []string `json:"scopes"`
}

// Anonymous reports whether nobody is known to ask: no user, no staff, no credential,
// and not the service.
func (c Caller) Anonymous() bool {
	return c.User == nil && c.Staff == nil && c.Auth == nil && !c.Service
}
