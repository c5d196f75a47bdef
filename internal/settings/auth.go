package settings

import (
	"slices"

	"golang.org/x/net/publicsuffix"

	"github.com/quartet-dev/quartet/internal/loopback"
)

// Mode is where the configuration of sign-in comes from.
type Mode string

// The modes of the contract, Mode selection; Custom is its auth factory, the
// key auth of quartet.yaml. A site whose mode cannot be told has "".
const (
	SelfManaged Mode = "self-managed"
	Hosted      Mode = "hosted"
	Custom      Mode = "custom"
)

// DefaultOrigin is the site's origin where nothing names one.
const DefaultOrigin = "http://localhost:8787"

// Auth is how users sign in (contract, Authentication). While Incomplete is not
// empty the rest is what could be read, and nobody may sign in by it.
type Auth struct {
	Mode   Mode
	Origin string // without trailing slash

	Secret         Secret // AUTH_SECRET
	PreviousSecret Secret // AUTH_SECRET_PREVIOUS; "" for none

	Methods []Method
	Owner   Owner

	TrustedOrigins []string // beside Origin, where a sign-in may return to
	CookiePrefix   string   // "" for the default
	CookieDomain   string   // the parent domain that shares the session; "" for this host alone
	Provider       OAuthProvider
	RateLimit      AuthRates

	// Incomplete lists every failing check, a sentence each that names
	// variables and never values (contract, Setup-incomplete behaviour)
	// (decision 58).
	Incomplete []string

	// LinkIncomplete are those of Incomplete without which no link can be made that signs
	// somebody in: the secret and the origin.
	LinkIncomplete []string

	// Local reports whether neither a secret nor a public origin is set: what serves the
	// site can only be quartet dev.
	Local bool

	// LeftOut says, a sentence each, what is declared and does not count in
	// development.
	LeftOut []string

	// Touched reports whether a site has begun to configure sign-in: some
	// variable or the key auth is there.
	Touched bool

	// Begun reports whether a way to sign in is chosen: by the key auth, or by a
	// variable of the modes.
	Begun bool

	// Lacks is what of the shortest way to sign in is not there yet.
	Lacks Lacks
}

// Lacks is what is missing for a first sign-in by a link for the owner (decision
// 252), or for the way that the site has begun.
type Lacks struct {
	Owner  bool // somebody who signs in
	Secret bool // AUTH_SECRET, at its length
	Origin bool // neither PUBLIC_ORIGIN nor site.origin is set
}

// Owner is who becomes the first owner; none when it is empty.
type Owner struct {
	Login string // at the code host
	Email string // once it is verified
	First bool   // development without either: whoever signs in first
}

// OAuthProvider is the contract's oauthProvider. An empty field stands for the
// default.
type OAuthProvider struct {
	LoginPage   string   `json:"loginPage"` // a path of this site
	ConsentPage string   `json:"consentPage"`
	Scopes      []string `json:"scopes"`
	Resources   []string `json:"resources"` // URLs
}

// Development is what quartet dev brings, so that sign-in works without any
// configuration.
type Development struct {
	Origin string // http://localhost:<port>
	Secret Secret // of LocalSecret
}

// authDeclaration is the key auth of quartet.yaml.
type authDeclaration struct {
	Methods        []methodDeclaration `json:"methods"`
	BootstrapOwner struct {
		Email string `json:"email"`
	} `json:"bootstrapOwner"`
	TrustedOrigins        []string `json:"trustedOrigins"`
	CookiePrefix          string   `json:"cookiePrefix"`
	CrossSubDomainCookies struct {
		Enabled bool   `json:"enabled"`
		Domain  string `json:"domain"`
	} `json:"crossSubDomainCookies"`
	OAuthProvider OAuthProvider     `json:"oauthProvider"`
	RateLimit     ratesDeclarations `json:"rateLimit"`
}

// resolver brings the settings file, the environment and the rules of the mode
// together.
type resolver struct {
	env      variables
	declared declaration
	site     string       // site.origin
	dev      *Development // nil but in development
	auth     Auth
}

func (r *resolver) fail(sentence string) { r.auth.Incomplete = append(r.auth.Incomplete, sentence) }

// failLinks fails a check that links depend on as well.
func (r *resolver) failLinks(sentence string) {
	r.fail(sentence)
	r.auth.LinkIncomplete = append(r.auth.LinkIncomplete, sentence)
}

// leaveOut fails a check that development passes over.
func (r *resolver) leaveOut(sentence string) {
	if r.dev == nil {
		r.fail(sentence)
		return
	}
	r.auth.LeftOut = append(r.auth.LeftOut, sentence)
}

func (r *resolver) resolve() Auth {
	chosen := slices.ContainsFunc(modeVariables, r.env.set)
	r.auth.Local = !r.env.set("AUTH_SECRET") && loopback.IsHost(hostOf(r.env.or("PUBLIC_ORIGIN", DefaultOrigin)))
	r.auth.Touched = chosen || r.declared.Auth != nil || r.env.set("AUTH_SECRET")
	switch {
	case r.declared.Auth != nil:
		r.custom(r.declared.Auth)
	case r.dev != nil && !chosen:
		r.custom(&authDeclaration{})
	default:
		r.selected()
	}
	r.auth.Begun = chosen || r.declared.Auth != nil
	r.secrets()
	r.development()
	r.auth.Lacks = Lacks{
		Owner:  !r.auth.Begun || r.declared.Auth != nil && r.hasNoWayIn(r.declared.Auth),
		Secret: len(r.auth.Secret) < minSecret,
		Origin: !r.env.set("PUBLIC_ORIGIN") && r.site == "",
	}
	return r.auth
}

// secrets holds AUTH_SECRET against its length, without which nothing can be
// sealed.
func (r *resolver) secrets() {
	r.auth.Secret, r.auth.PreviousSecret = Secret(r.env.or("AUTH_SECRET", "")), Secret(r.env.or("AUTH_SECRET_PREVIOUS", ""))
	switch {
	case r.auth.Secret == "" && r.dev != nil:
		r.auth.Secret = r.dev.Secret
	case r.auth.Secret == "":
		r.failLinks("AUTH_SECRET is not set; it is a random text of at least 32 bytes.")
	case len(r.auth.Secret) < minSecret:
		r.failLinks("AUTH_SECRET is shorter than 32 bytes.")
	}
	if r.auth.PreviousSecret != "" && len(r.auth.PreviousSecret) < minSecret {
		r.failLinks("AUTH_SECRET_PREVIOUS is shorter than 32 bytes.")
	}
}

// development lets whoever works on the site in by email, which quartet dev
// prints, whatever else is configured.
func (r *resolver) development() {
	if r.dev == nil {
		return
	}
	for _, kind := range []string{EmailCode, MagicLink} {
		if !slices.ContainsFunc(r.auth.Methods, func(m Method) bool { return m.ID == kind }) {
			r.auth.Methods = append(r.auth.Methods, Method{Kind: kind, ID: kind})
		}
	}
	r.auth.Owner.First = r.auth.Owner == Owner{}
}

// custom follows the key auth of quartet.yaml; the mode variables are not read.
func (r *resolver) custom(declared *authDeclaration) {
	r.auth.Mode = Custom
	r.customOrigin()
	r.auth.Owner.Email = declared.BootstrapOwner.Email
	r.auth.TrustedOrigins = declared.TrustedOrigins
	r.auth.CookiePrefix = declared.CookiePrefix
	r.auth.Provider = declared.OAuthProvider
	r.auth.RateLimit = declared.RateLimit.rates()
	r.methods(declared.Methods)
	if declared.CrossSubDomainCookies.Enabled {
		r.sharedCookies(declared.CrossSubDomainCookies.Domain)
	}
	if r.hasNoWayIn(declared) {
		r.failLinks("quartet.yaml names no way to sign in: set auth.methods, or auth.bootstrapOwner.email and use quartet owner-link.")
	}
}

// hasNoWayIn reports whether nobody could sign in: there is no method, no session of
// another site that counts here, and no owner for whom a link can be made
// (decision 252).
func (r *resolver) hasNoWayIn(declared *authDeclaration) bool {
	return len(declared.Methods) == 0 && !declared.CrossSubDomainCookies.Enabled && declared.BootstrapOwner.Email == "" && r.dev == nil
}

// customOrigin is PUBLIC_ORIGIN, else site.origin, which development leaves
// alone: it names where the site is for others.
func (r *resolver) customOrigin() {
	if r.env.set("PUBLIC_ORIGIN") || r.site == "" || r.dev != nil {
		r.publicOrigin()
		return
	}
	r.auth.Origin = r.site
	if origin(r.site) != nil {
		r.failLinks("site.origin in quartet.yaml is not an https origin such as https://tea.example; PUBLIC_ORIGIN would win over it.")
	}
}

// sharedCookies checks a session that sites of one parent domain share. A
// public suffix, such as co.uk, is nobody's to share.
func (r *resolver) sharedCookies(domain string) {
	host := hostOf(r.auth.Origin)
	if r.dev != nil && !within(host, domain) {
		r.leaveOut("auth.crossSubDomainCookies is left out: the origin lies outside of its domain.")
		return
	}
	r.auth.CookieDomain = domain
	if r.auth.CookiePrefix == "" {
		r.fail("auth.cookiePrefix in quartet.yaml is missing; sites that share cookies need one each.")
	}
	if _, err := publicsuffix.EffectiveTLDPlusOne(domain); err != nil {
		r.fail("auth.crossSubDomainCookies.domain in quartet.yaml is a public suffix, or no domain.")
	} else if !within(host, domain) {
		r.fail("auth.crossSubDomainCookies.domain in quartet.yaml is no parent domain of the site's origin (PUBLIC_ORIGIN).")
	}
}
