package external

import "slices"

// emailTrust is by which word of a provider an address counts as verified: a claim,
// and the values of it that say yes, as they stand in JSON. Everything else is
// no, and so is a claim that is missing.
type emailTrust struct {
	claim string
	want  []string
}

// verifies reports whether a provider that says this has verified the address.
func (v emailTrust) verifies(said raw) bool { return slices.Contains(v.want, string(said[v.claim])) }

// Providers that have no name of their own in emailTrusts.
const (
	anyProvider   = "kind: oauth"
	hostedService = "mode: hosted"
)

// emailTrusts are the providers whose word verifies an address, and by which claim
// (docs/operating.md, Verified addresses). A verified address brings a user, an
// invitation or the first owner's role (decision 111).
var emailTrusts = map[string]emailTrust{
	"discord":     {"verified", []string{`true`}},
	"facebook":    {},                             // does not say whether it has verified an address
	"github":      {"verified", []string{`true`}}, // of the primary address
	"gitlab":      {"email_verified", []string{`true`}},
	"google":      {"email_verified", []string{`true`}},
	"slack":       {"email_verified", []string{`true`}},
	anyProvider:   {"email_verified", []string{`true`}}, // a boolean (OpenID Connect Core, 5.1)
	hostedService: {"email_verified", []string{`true`}},

	// Whoever runs a tenant may write any address and any email_verified. Only
	// the claim that the domain's owner was verified counts, which Microsoft
	// writes in each of these ways.
	"microsoft": {"xms_edov", []string{`true`, `1`, `"true"`, `"1"`}},
}
