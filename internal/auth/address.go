package auth

import (
	"strings"

	"golang.org/x/net/idna"
)

const (
	maxEmail = 254  // RFC 5321, 4.5.3.1.3, without the angle brackets
	maxLocal = 64   // RFC 5321, 4.5.3.1.1
	maxRaw   = 1024 // before its domain is normalized, which may shorten it
)

// domains turns a domain into the letters, digits and hyphens that DNS knows,
// in lower case.
var domains = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(true), idna.VerifyDNSLength(true))

// NormalizeEmail gives an address the one form in which it is stored and
// compared: trimmed, in lower case, with an internationalized domain in ASCII.
// It takes what mail is delivered to on the Internet, and localhost: no display
// names, comments, quoted or non-ASCII local parts, and no IP addresses. The
// error is INPUT_VALIDATION_FAILED at input#/email.
func NormalizeEmail(address string) (string, error) {
	address = strings.TrimSpace(address)
	at := strings.LastIndexByte(address, '@')
	if at < 0 || len(address) > maxRaw || !isLocalPart(address[:at]) {
		return "", badEmail()
	}
	domain, ok := normalizeDomain(address[at+1:])
	normal := strings.ToLower(address[:at]) + "@" + domain
	if !ok || len(normal) > maxEmail {
		return "", badEmail()
	}
	return normal, nil
}

// normalizeDomain goes over the domain twice: the first time lets a replacement
// character through, which no second form may hold.
func normalizeDomain(given string) (domain string, ok bool) {
	domain, err := domains.ToASCII(given)
	if err != nil || !isDomain(domain) {
		return "", false
	}
	again, err := domains.ToASCII(domain)
	return domain, err == nil && again == domain
}

// isLocalPart reports whether s is a dot-atom of RFC 5322, 3.2.3.
func isLocalPart(s string) bool {
	if len(s) > maxLocal {
		return false
	}
	for atom := range strings.SplitSeq(s, ".") {
		if atom == "" || strings.ContainsFunc(atom, isNoAtom) {
			return false
		}
	}
	return true
}

func isNoAtom(r rune) bool {
	return !isAlphanumeric(r) && !strings.ContainsRune("!#$%&'*+/=?^_`{|}~-", r)
}

func isAlphanumeric(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// isDomain wants a name below a top-level domain, which is never a number, so
// that no IP address passes.
func isDomain(domain string) bool {
	dot := strings.LastIndexByte(domain, '.')
	if dot < 0 {
		return domain == "localhost"
	}
	return strings.Trim(domain[dot+1:], "0123456789") != ""
}

func badEmail() error { return invalid("email", "This is not an email address.") }
