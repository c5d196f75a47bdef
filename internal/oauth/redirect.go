package oauth

import (
	"net/url"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/loopback"
)

const maxURI = 2048 // bytes of any URI that a client names

// refusedSchemes are no application's own: a browser runs them, reads files by
// them or hands them to the system.
var refusedSchemes = []string{
	"about", "android-app", "blob", "chrome", "chrome-extension", "content", "data", "file", "filesystem", "ftp", "intent", "jar",
	"javascript", "mailto", "ms-msdt", "resource", "search-ms", "sms", "tel", "vbscript", "view-source", "ws", "wss",
}

// redirectFault says what is wrong with a redirect URI that a client wants to
// register, or "". It is https, http on loopback, or a private scheme with a
// slash behind it (RFC 8252 section 7).
func redirectFault(uri string) string {
	if fault := uriFault(uri); fault != "" {
		return fault
	}
	u, err := url.Parse(uri)
	switch {
	case err != nil || u.Scheme == "":
		return "is no absolute URI"
	case strings.Contains(uri, "#"):
		return "has a fragment"
	case u.User != nil:
		return "has user information"
	case slices.Contains(refusedSchemes, u.Scheme):
		return "has a scheme that is refused"
	case u.Opaque != "" || u.Host == "" && u.Path == "":
		return "has no slash behind its scheme"
	}
	return webFault(u)
}

// webFault is redirectFault of what http and https alone must have.
func webFault(u *url.URL) string {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return ""
	case u.Hostname() == "":
		return "has no host"
	case u.Scheme == "http" && !loopback.IsHost(u.Hostname()):
		return "is http and not on loopback"
	}
	return ""
}

// uriFault refuses what a URI cannot hold, and the backslash, which browsers
// read as a slash.
func uriFault(uri string) string {
	if len(uri) > maxURI {
		return "is too long"
	}
	for i := range len(uri) {
		if c := uri[i]; c <= ' ' || c >= 0x7f || c == '\\' {
			return "has characters that no URI has"
		}
	}
	return ""
}

// redirects reports whether a request may be answered at uri: it is registered to
// the letter, or differs in the port of a loopback host alone (RFC 8252 section
// 7.3).
func (c *Client) redirects(uri string) bool {
	if redirectFault(uri) != "" {
		return false
	}
	host, rest, local := withoutPort(uri)
	return slices.ContainsFunc(c.RedirectURIs, func(registered string) bool {
		if registered == uri {
			return true
		}
		h, r, ok := withoutPort(registered)
		return local && ok && h == host && r == rest
	})
}

// withoutPort takes an http URI on loopback apart, but for its port. Its hosts are
// those that RFC 8252 names; at other addresses of loopback, programs that
// choose a port anew are not heard of.
func withoutPort(uri string) (host, rest string, ok bool) {
	authority, found := strings.CutPrefix(uri, "http://")
	if !found {
		return "", "", false
	}
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority, rest = authority[:end], authority[end:]
	}
	for _, host := range []string{"127.0.0.1", "[::1]", "localhost"} {
		if port, found := strings.CutPrefix(authority, host); found && isPort(port) {
			return host, rest, true
		}
	}
	return "", "", false
}

// isPort reports whether text may stand behind a host: nothing, or a colon and
// digits.
func isPort(text string) bool {
	digits, found := strings.CutPrefix(text, ":")
	return text == "" || found && len(digits) <= 5 && strings.Trim(digits, "0123456789") == ""
}

// isExclusive reports whether nobody but the client itself can be behind uri: its host
// is proven by TLS. Any program may listen on loopback or claim a private
// scheme (RFC 8252 section 8.6).
func isExclusive(uri string) bool { return strings.HasPrefix(uri, "https://") }

// with adds parameters to a URI that may have a query already.
func with(uri string, parameters url.Values) string {
	separator := "?"
	if strings.Contains(uri, "?") {
		separator = "&"
	}
	return uri + separator + parameters.Encode()
}
