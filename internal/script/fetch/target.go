package fetch

import (
	"net"
	"net/url"
	"strconv"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// parseTarget reads a URL as the URL Standard has it, so that all ways to write a host
// become one. ref may be relative to base, which is nil for the first request.
func parseTarget(base *url.URL, ref string) (*url.URL, *Error) {
	if len(ref) > maxURL {
		return nil, refuse(TooLarge, "A URL may have 16 KiB.")
	}
	parsed, err := parse(base, ref)
	if err != nil {
		return nil, refuse(Invalid, "This is not an absolute URL.")
	}
	switch {
	case parsed.Scheme() != "http" && parsed.Scheme() != "https":
		return nil, refuse(Invalid, "Only http and https can be fetched.")
	case parsed.Username() != "" || parsed.Password() != "":
		return nil, refuse(Invalid, "A URL to fetch has no user name and no password; send the header Authorization.")
	}
	u, err := url.Parse(parsed.Href(true))
	if err != nil || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return nil, refuse(Invalid, "This URL cannot be sent; a path with a % that begins no escape needs %25.")
	}
	return u, nil
}

func parse(base *url.URL, ref string) (*whatwg.Url, error) {
	if base == nil {
		return whatwg.Parse(ref)
	}
	return whatwg.ParseRef(base.String(), ref)
}

// isSameOrigin reports whether scheme, host and port are the same.
func isSameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && a.Hostname() == b.Hostname() && portOf(a) == portOf(b)
}

func portOf(u *url.URL) string {
	if port := u.Port(); port != "" {
		return port
	}
	if u.Scheme == "https" {
		return "443"
	}
	return "80"
}

// allowList are the hosts that may be private: by host, the ports, where "" is
// every port.
type allowList map[string]map[string]bool

func newAllowList(entries []string) allowList {
	l := allowList{}
	for _, entry := range entries {
		host, port, ok := ParseHost(entry)
		if !ok {
			continue
		}
		if l[host] == nil {
			l[host] = map[string]bool{}
		}
		l[host][port] = true
	}
	return l
}

// has reports whether a host, as a URL has it, is allowed at that port.
func (l allowList) has(host, port string) bool {
	ports := l[strings.TrimSuffix(host, ".")]
	return ports[""] || ports[port]
}

// ParseHost reads an entry of handlers.allowHosts, as "host" or "host:port", and gives
// the host as it stands in a URL, without brackets. It reports whether the entry
// is one. There are no wildcards.
func ParseHost(entry string) (host, port string, ok bool) {
	host = entry
	if name, number, err := net.SplitHostPort(entry); err == nil {
		n, err := strconv.ParseUint(number, 10, 16)
		if err != nil || n == 0 {
			return "", "", false
		}
		host, port = name, strconv.FormatUint(n, 10)
	}
	if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
		host = "[" + host + "]"
	}
	if strings.ContainsAny(host, "/\\?#@*\t\r\n ") {
		return "", "", false
	}
	u, err := parseTarget(nil, "http://"+host+"/")
	if err != nil || u.Port() != "" {
		return "", "", false
	}
	return strings.TrimSuffix(u.Hostname(), "."), port, true
}
