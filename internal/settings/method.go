package settings

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// The kinds of sign-in methods. HostedService comes from the mode hosted alone,
// the others can be declared.
const (
	EmailCode     = "email-otp"
	MagicLink     = "magic-link"
	Social        = "social"
	OAuth         = "oauth"
	HostedService = "hosted"
)

// CodeHost is the id of the code host among the social providers.
const CodeHost = "github"

// SocialProviders are those that a social method may name.
var SocialProviders = []string{"discord", "facebook", CodeHost, "gitlab", "google", "microsoft", "slack"}

// Method is one way to sign in. Beside Kind and ID the email methods have
// nothing.
type Method struct {
	Kind         string
	ID           string // unique in the site; of the callback path where the user is sent elsewhere
	ClientID     string
	ClientSecret Secret   // "" for a public client
	URL          string   // the code host, the discovery document or the issuer; "" for other social providers
	Scopes       []string // empty for the provider's default
	Resource     string   // RFC 8707; "" for none
}

type methodDeclaration struct {
	Kind         string   `json:"kind"`
	Provider     string   `json:"provider"`
	ProviderID   string   `json:"providerId"`
	DiscoveryURL string   `json:"discoveryUrl"`
	ClientID     string   `json:"clientId"`
	Scopes       []string `json:"scopes"`
	Resource     string   `json:"resource"`
}

// id is the provider's name, or what the site calls it, or the kind where there
// is no provider.
func (m methodDeclaration) id() string {
	switch m.Kind {
	case Social:
		return m.Provider
	case OAuth:
		return m.ProviderID
	}
	return m.Kind
}

var providerID = lazyregexp.New(`^[a-z0-9][a-z0-9-]{0,62}$`)

var methodKinds = listOf(byKind(map[string][]key{
	EmailCode: nil,
	MagicLink: nil,
	Social: {
		required("provider", text(oneOf(SocialProviders...))),
		optional("clientId", text(notEmpty)),
		optional("scopes", listOf(text(scope))),
	},
	OAuth: {
		required("providerId", text(matches(providerID, "lower-case letters, digits and hyphens, at most 63, not beginning with a hyphen"))),
		required("discoveryUrl", text(discoveryURL)),
		optional("clientId", text(notEmpty)),
		optional("scopes", listOf(text(scope))),
		optional("resource", text(httpsURL)),
	},
}, EmailCode, MagicLink, Social, OAuth))

var methodKeys = rule{form: methodKinds.form, check: checkMethods}

// checkMethods checks each method, and that no two have one id: the id is in the
// callback path, and accounts are kept under it.
func checkMethods(r *reader, pointer string, n *yamldoc.Node) {
	before := len(r.problems)
	if methodKinds.check(r, pointer, n); len(r.problems) > before {
		return
	}
	taken := []string{HostedService}
	for i, item := range n.Items {
		var m methodDeclaration
		if err := decode(item.Plain(), &m); err != nil {
			r.refuse(item.Pos, pointer, "The method cannot be read: "+err.Error()+".")
			return
		}
		if m.Kind == OAuth && (m.ProviderID == EmailCode || m.ProviderID == MagicLink) || slices.Contains(taken, m.id()) {
			r.refuse(item.Pos, pointer+jsonvalue.Pointer(strconv.Itoa(i)), "The id "+m.id()+" is taken; each method needs one of its own.")
		}
		taken = append(taken, m.id())
	}
}

// methods completes what is declared with what the environment keeps.
func (r *resolver) methods(declared []methodDeclaration) {
	for _, each := range declared {
		m := Method{Kind: each.Kind, ID: each.id(), Scopes: each.Scopes, Resource: each.Resource, URL: each.DiscoveryURL}
		if m.SendsMail() {
			r.mailFor(m)
		} else if !r.client(&m, each.ClientID) {
			continue
		}
		r.auth.Methods = append(r.auth.Methods, m)
	}
}

// SendsMail reports whether signing in by the method takes an email.
func (m Method) SendsMail() bool { return sendsMail(m.Kind) }

func sendsMail(kind string) bool { return kind == EmailCode || kind == MagicLink }

// mailFor wants mail for a method that sends some; development prints it.
func (r *resolver) mailFor(m Method) {
	if r.dev != nil {
		return
	}
	if !r.env.set("MAIL_URL") {
		r.fail("MAIL_URL is not set; the method " + m.ID + " needs it.")
	}
	if r.declared.Mail.From == "" {
		r.fail("mail.from in quartet.yaml is missing; the method " + m.ID + " needs it.")
	}
}

// client finds the client at the provider: its id in quartet.yaml or in
// <ID>_CLIENT_ID, its secret in <ID>_CLIENT_SECRET, without which a method of
// the kind oauth is a public client. It says whether the method is usable.
func (r *resolver) client(m *Method, declared string) bool {
	name := variableOf(m.ID)
	if m.ID == CodeHost && m.Kind == Social {
		m.URL = r.codeHostURL()
	}
	m.ClientID, m.ClientSecret = declared, Secret(r.env.or(name+"_CLIENT_SECRET", ""))
	if declared == "" {
		m.ClientID = r.env.or(name+"_CLIENT_ID", "")
	}
	complete := true
	if m.ClientID == "" {
		complete = false
		r.leaveOut(name + "_CLIENT_ID is not set, and quartet.yaml has no clientId; the method " + m.ID + " needs one.")
	}
	if m.ClientSecret == "" && m.Kind == Social {
		complete = false
		r.leaveOut(name + "_CLIENT_SECRET is not set; the method " + m.ID + " needs it.")
	}
	return complete
}

// variableOf is how an id begins the names of its variables.
func variableOf(id string) string { return strings.ReplaceAll(strings.ToUpper(id), "-", "_") }
