package markup

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// An addressKind is where an address stands, which decides its schemes.
type addressKind int

const (
	linkAddress addressKind = iota
	imageAddress
)

// address returns the form of raw that may be written into an attribute, and
// reports whether there is one. Links are relative, http, https, mailto or tel;
// images are relative, http or https. An address with a control character is
// refused as a whole, because browsers drop some of them and see another scheme.
func address(raw string, kind addressKind) (string, bool) {
	raw = strings.Trim(raw, " \t\r\n\f")
	if raw == "" || strings.ContainsFunc(raw, isControl) {
		return "", false
	}
	if !allowedScheme(scheme(raw), kind) {
		return "", false
	}
	escaped := escapeAddress(raw)
	if _, err := url.Parse(escaped); err != nil {
		return "", false
	}
	return escaped, true
}

func isControl(r rune) bool {
	return r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0 || r == utf8.RuneError || r == '\u2028' || r == '\u2029'
}

// scheme returns what stands before the first colon, in lower case, unless a
// slash, question mark or hash comes earlier. It is "" for relative addresses.
// What a browser would not take for a scheme is returned too, and refused.
func scheme(raw string) string {
	i := strings.IndexAny(raw, ":/?#\\")
	if i < 0 || raw[i] != ':' {
		return ""
	}
	return strings.ToLower(raw[:i+1])
}

func allowedScheme(scheme string, kind addressKind) bool {
	switch scheme {
	case "", "http:", "https:":
		return true
	case "mailto:", "tel:":
		return kind == linkAddress
	}
	return false
}

// external reports whether an address that [address] returned leads to a host
// that it names.
func external(escaped string) bool {
	s := scheme(escaped)
	return s == "http:" || s == "https:" || strings.HasPrefix(escaped, "//")
}

const hexDigits = "0123456789ABCDEF"

// escapeAddress writes what RFC 3986 does not allow in an address as its
// percent-encoding. What is encoded already stays.
func escapeAddress(raw string) string {
	var b strings.Builder
	fragment := false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if plain := inAddress(c) || c == '%' && isEncoded(raw[i:]) || c == '#' && !fragment; plain {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', hexDigits[c>>4], hexDigits[c&15]})
		}
		fragment = fragment || c == '#'
	}
	return b.String()
}

func inAddress(c byte) bool {
	return isAlphanumeric(c) || strings.IndexByte("-._~:/?@!$&'()*+,;=", c) >= 0
}

func isEncoded(s string) bool {
	return len(s) >= 3 && isHex(s[1]) && isHex(s[2])
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// A base is an absolute address that others are resolved against.
type base struct {
	url *url.URL
}

// newBase returns the base of text; its url is nil where text is not absolute.
func newBase(text string) base {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return base{}
	}
	return base{u}
}

// resolve returns the absolute form of an address that [address] returned.
func (b base) resolve(escaped string) string {
	if b.url == nil {
		return escaped
	}
	u, err := b.url.Parse(escaped)
	if err != nil {
		return escaped
	}
	return u.String()
}

// unescapeAddress returns what the percent-encoding in an address stands for.
func unescapeAddress(escaped string) string {
	if text, err := url.PathUnescape(escaped); err == nil {
		return text
	}
	return escaped
}
