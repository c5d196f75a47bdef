package settings

import (
	"net/url"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// codeHost is the host of the code-host login unless CODEHOST_URL names one.
const codeHost = "https://github.com"

// modeVariables choose and fill a mode; where the key auth is present none of
// them is read. CODEHOST_URL is not among them: it says where the code host is,
// for whoever signs in there (decision 59).
var modeVariables = []string{
	"SERVICE_AUTH_MODE", "ADMIN_CODEHOST_LOGIN", "CODEHOST_CLIENT_ID", "CODEHOST_CLIENT_SECRET",
	"SERVICE_HOSTED_AUTH_ISSUER", "SERVICE_HOSTED_AUTH_CLIENT_ID",
}

// mode is a row of the contract's table: what must be set beside what every
// mode wants, what must not, and the one method that follows.
type mode struct {
	wanted, unwanted []string
	method           func(*resolver) Method
}

var modes = map[Mode]mode{
	SelfManaged: {
		wanted:   []string{"CODEHOST_CLIENT_ID", "CODEHOST_CLIENT_SECRET"},
		unwanted: []string{"SERVICE_HOSTED_AUTH_ISSUER", "SERVICE_HOSTED_AUTH_CLIENT_ID"},
		method:   (*resolver).codeHostMethod,
	},
	Hosted: {
		wanted:   []string{"SERVICE_HOSTED_AUTH_ISSUER", "SERVICE_HOSTED_AUTH_CLIENT_ID"},
		unwanted: []string{"CODEHOST_CLIENT_ID", "CODEHOST_CLIENT_SECRET"},
		method:   (*resolver).hostedMethod,
	},
}

// selected follows SERVICE_AUTH_MODE.
func (r *resolver) selected() {
	name := Mode(r.env.or("SERVICE_AUTH_MODE", ""))
	chosen, known := modes[name]
	switch {
	case known:
		r.auth.Mode = name
	case name == "":
		r.failLinks("auth is not set in quartet.yaml: with auth: { bootstrapOwner: { email: you@example.com } } quartet owner-link signs you in. " +
			"SERVICE_AUTH_MODE is not set either; it is self-managed or hosted.")
	default:
		r.failLinks("SERVICE_AUTH_MODE is neither self-managed nor hosted.")
	}
	r.publicOrigin()
	r.adminLogin()
	if known {
		r.presence(name, chosen)
		r.auth.Methods = []Method{chosen.method(r)}
	}
}

func (r *resolver) presence(name Mode, chosen mode) {
	for _, each := range chosen.wanted {
		if !r.env.set(each) {
			r.fail(each + " is not set; the mode " + string(name) + " needs it.")
		}
	}
	for _, each := range chosen.unwanted {
		if r.env.set(each) {
			r.fail(each + " is set; in the mode " + string(name) + " it must not be.")
		}
	}
}

// publicOrigin is rule 1 of the contract's Mode selection.
func (r *resolver) publicOrigin() {
	fallback := DefaultOrigin
	if r.dev != nil {
		fallback = r.dev.Origin
	}
	r.auth.Origin = r.env.or("PUBLIC_ORIGIN", fallback)
	if origin(r.auth.Origin) != nil {
		r.failLinks("PUBLIC_ORIGIN is not an https origin such as https://tea.example, without a slash at the end, a path or a query (http only for loopback).")
	}
}

// login is what GitHub lets people be called: letters and digits with single
// hyphens between them (decision 60).
var login = lazyregexp.New(`^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$`)

const maxLogin = 39

// adminLogin is rule 4.
func (r *resolver) adminLogin() {
	r.auth.Owner.Login = r.env.or("ADMIN_CODEHOST_LOGIN", "")
	switch name := r.auth.Owner.Login; {
	case name == "":
		r.fail("ADMIN_CODEHOST_LOGIN is not set; it names who becomes the first owner.")
	case len(name) > maxLogin || !login.MatchString(name):
		r.fail("ADMIN_CODEHOST_LOGIN is not a login of a code host: at most 39 letters, digits and single hyphens between them.")
	}
}

// codeHostMethod is rule 2: the site's own OAuth app at the code host.
func (r *resolver) codeHostMethod() Method {
	return Method{
		Kind: Social, ID: CodeHost, URL: r.codeHostURL(),
		ClientID: r.env.or("CODEHOST_CLIENT_ID", ""), ClientSecret: Secret(r.env.or("CODEHOST_CLIENT_SECRET", "")),
	}
}

// codeHostURL is where the code host is: an origin, perhaps with a path.
func (r *resolver) codeHostURL() string {
	value := strings.TrimSuffix(r.env.or("CODEHOST_URL", codeHost), "/")
	u, err := url.Parse(value)
	if err != nil || httpsURL(value) != nil || u.RawQuery != "" || u.ForceQuery || strings.Contains(value, "#") {
		r.fail("CODEHOST_URL is not an https URL without query (http only for loopback).")
	}
	return value
}

// hostedMethod is rule 3: a public client of another service of this kind.
func (r *resolver) hostedMethod() Method {
	issuer, client := r.env.or("SERVICE_HOSTED_AUTH_ISSUER", ""), r.env.or("SERVICE_HOSTED_AUTH_CLIENT_ID", "")
	if issuer != "" && origin(issuer) != nil {
		r.fail("SERVICE_HOSTED_AUTH_ISSUER is not an https origin without path, query and fragment (http only for loopback).")
	}
	if client != "" && !isClientOf(issuer, client) {
		r.fail("SERVICE_HOSTED_AUTH_CLIENT_ID is not a URL on the origin of SERVICE_HOSTED_AUTH_ISSUER of the form /clients/<id>.")
	}
	return Method{Kind: HostedService, ID: HostedService, URL: issuer, ClientID: client}
}

func isClientOf(issuer, client string) bool {
	id, ok := strings.CutPrefix(client, issuer+"/clients/")
	return ok && issuer != "" && pathSegment.MatchString(id)
}
