package settings

import (
	"io/fs"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/loopback"
)

// check says what is wrong with a text, or nil.
type check func(value string) *problem

type problem struct {
	message    string
	expected   any
	suggestion string
	pattern    string // what the value matches; "" where that is not all
}

var (
	cacheScope  = lazyregexp.New(`^[a-z0-9][a-z0-9-]{0,62}$`)
	rate        = lazyregexp.New(`^[1-9][0-9]{0,8}/[smh]$`)
	pathSegment = lazyregexp.New(`^[A-Za-z0-9_-][A-Za-z0-9._-]*$`)

	cookiePrefix = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$`)
	scopeToken   = lazyregexp.New(`^[\x21\x23-\x5B\x5D-\x7E]{1,200}$`)
	hostLabel    = lazyregexp.New(`^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$`)
	domainName   = lazyregexp.New(`^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$`)
	localPath    = lazyregexp.New(`^/(?:[A-Za-z0-9._~-]+/?)*$`)
)

func wants(what string) *problem {
	return &problem{message: "The value must be " + what + ".", expected: what}
}

func wantsMatch(pattern *lazyregexp.Regexp, what string) *problem {
	complaint := wants(what)
	complaint.pattern = pattern.String()
	return complaint
}

func matches(pattern *lazyregexp.Regexp, what string) check {
	return func(value string) *problem {
		if pattern.MatchString(value) {
			return nil
		}
		return wantsMatch(pattern, what)
	}
}

func oneOf(names ...string) check {
	return func(value string) *problem {
		if slices.Contains(names, value) {
			return nil
		}
		return &problem{message: "The value must be one of " + strings.Join(names, ", ") + ".", expected: names}
	}
}

func notEmpty(value string) *problem {
	if strings.TrimSpace(value) == "" {
		return &problem{message: "The value must be text that is not blank.", expected: "text that is not blank", pattern: `[^ \t\r\n]`}
	}
	return nil
}

func mailbox(value string) *problem {
	if _, err := mail.ParseAddress(value); err != nil {
		return wants("an email address, perhaps with a name, such as Tea notes <no-reply@tea.example>")
	}
	return nil
}

func address(value string) *problem {
	if parsed, err := mail.ParseAddress(value); err != nil || parsed.Address != value {
		return wants("an email address")
	}
	return nil
}

func addressRange(value string) *problem {
	if _, err := netip.ParsePrefix(value); err == nil {
		return nil
	}
	if _, err := netip.ParseAddr(value); err == nil {
		return nil
	}
	return wants("an IP address or a range of them, such as 10.0.0.0/8")
}

func templateName(value string) *problem {
	if fs.ValidPath(value) && value != "." {
		return nil
	}
	return wants("the name of a file under templates/")
}

// httpsURL takes plain http on loopback too, where there is no certificate.
func httpsURL(value string) *problem {
	u, err := url.Parse(value)
	if err == nil && u.User == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && loopback.IsHost(u.Hostname())) {
		return nil
	}
	return wants("an https URL")
}

// origin is what a browser sends as one: scheme and host in lower case, without
// the scheme's own port. Plain http is for loopback.
func origin(value string) *problem {
	if isOrigin(value) {
		return nil
	}
	complaint := wants("an https origin, such as https://tea.example, without a slash at the end")
	complaint.suggestion = nearestOrigin(value)
	return complaint
}

func isOrigin(value string) bool {
	u, err := url.Parse(value)
	return err == nil && httpsURL(value) == nil && u.Scheme+"://"+u.Host == value && isCanonicalHost(u)
}

func isCanonicalHost(u *url.URL) bool {
	usual := map[string]string{"https": "443", "http": "80"}[u.Scheme]
	if u.Host != strings.ToLower(u.Host) || strings.HasSuffix(u.Host, ":") || u.Port() == usual || !isPort(u.Port()) {
		return false
	}
	if port := u.Port(); strings.HasPrefix(port, "0") {
		return false
	}
	address, err := netip.ParseAddr(u.Hostname())
	return err == nil && address.String() == u.Hostname() || u.Hostname() == "localhost" || domainName.MatchString(u.Hostname()) || hostLabel.MatchString(u.Hostname())
}

func isPort(port string) bool {
	if port == "" {
		return true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0
}

func hostOf(origin string) string {
	u, err := url.Parse(origin)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// within reports whether host is domain or lies below it.
func within(host, domain string) bool {
	return host == domain || strings.HasSuffix(host, "."+domain)
}

func domain(value string) *problem {
	if domainName.MatchString(value) {
		return nil
	}
	return wantsMatch(domainName, "a domain in lower case, such as tea.example")
}

func sitePath(value string) *problem {
	if localPath.MatchString(value) {
		return nil
	}
	return wantsMatch(localPath, "a path of this site, such as /sign-in")
}

// scope is a scope-token of RFC 6749.
func scope(value string) *problem {
	if scopeToken.MatchString(value) {
		return nil
	}
	return wantsMatch(scopeToken, "one scope, without spaces, quotes and backslashes")
}

// discoveryURL names one of the two documents of RFC 8414, whose place tells
// which issuer it speaks for.
func discoveryURL(value string) *problem {
	u, err := url.Parse(value)
	if err == nil && httpsURL(value) == nil && u.RawQuery == "" && u.Fragment == "" &&
		(strings.HasSuffix(u.Path, "/.well-known/openid-configuration") || strings.HasPrefix(u.Path, "/.well-known/oauth-authorization-server")) {
		return nil
	}
	return wants("an https URL that ends in /.well-known/openid-configuration, or that begins with /.well-known/oauth-authorization-server")
}

func databaseURL(value string) *problem {
	if holdsSecret(value) {
		return inTheEnvironment("DATABASE_URL")
	}
	_, complaint := parseDatabase(value)
	return complaint
}

func mailTarget(value string) *problem {
	u, err := url.Parse(value)
	if err == nil && (u.Scheme == "smtp" || u.Scheme == "smtps") && u.Hostname() != "" && isPort(u.Port()) &&
		strings.Trim(u.Path, "/") == "" && u.RawQuery == "" && u.Fragment == "" {
		return nil
	}
	return wants("smtp://<user>:<password>@<host>:<port>, or smtps://…")
}

func inTheEnvironment(name string) *problem {
	return &problem{message: "The URL holds a secret; set " + name + " in the environment, or in " + EnvFileName + "."}
}

// holdsSecret reports whether a URL has a password, or a key among its parameters.
// A URL that cannot be parsed holds none that could be told.
func holdsSecret(value string) bool {
	u, err := url.Parse(value)
	if err != nil {
		return strings.Contains(value, "@")
	}
	if _, set := u.User.Password(); set {
		return true
	}
	for name := range u.Query() {
		if isSecret(name) {
			return true
		}
	}
	return false
}
