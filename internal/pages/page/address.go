package page

import "strings"

// Absolute is a path with the origin before it, where there is one. An address
// that is absolute already stays. Bytes that a URI cannot hold are percent-encoded,
// so that the result is one word without quotes and brackets of any markup.
func Absolute(origin, address string) string {
	if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") {
		address = origin + address
	}
	return encode(address)
}

// Default is the address for readers of no listed language, hreflang x-default:
// the page in the canonical locale, or in the first locale that has it. As every
// page of the group gives the alternates in one order, they agree about it.
func Default(alternates []Alternate, canonical string) string {
	for _, each := range alternates {
		if each.Locale == canonical {
			return each.URL
		}
	}
	if len(alternates) == 0 {
		return ""
	}
	return alternates[0].URL
}

func encode(address string) string {
	const hex = "0123456789ABCDEF"
	outside := false
	for i := 0; i < len(address) && !outside; i++ {
		outside = outsideURI(address[i])
	}
	if !outside {
		return address
	}
	var b strings.Builder
	for i := range len(address) {
		if c := address[i]; c == '%' && !encoded(address[i:]) || c != '%' && outsideURI(c) {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// outsideURI reports whether RFC 3986 has no place for a byte, or only for
// one that begins an encoded byte.
func outsideURI(c byte) bool {
	switch c {
	case '"', '%', '<', '>', '\\', '^', '`', '{', '|', '}':
		return true
	}
	return c <= ' ' || c >= 0x7f
}

// encoded reports whether a text begins with an encoded byte.
func encoded(s string) bool { return len(s) > 2 && isHex(s[1]) && isHex(s[2]) }

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}
