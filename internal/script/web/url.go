package web

import (
	"strings"

	"github.com/nlnwa/whatwg-url/url"

	"github.com/quartet-dev/quartet/internal/script/engine"
)

var urlFuncs = map[string]engine.Func{
	"url.parse": parseURL, "url.set": setURL, "url.unescape": unescape,
}

// Bounds of the text of a URL. The time that the parser takes grows with the length
// times the number of parts: it is some 20 ms at most within these, and 3 s at 64 KiB.
const (
	maxURL   = 16 << 10 // bytes; most servers take half of it
	maxParts = 500      // places where a part of a path may end; where a user may, counts as ten
)

// tooLarge reports whether the texts that make a URL are beyond its bounds.
func tooLarge(texts ...string) bool {
	length, parts := 0, 0
	for _, each := range texts {
		length += len(each)
		parts += strings.Count(each, "/") + strings.Count(each, `\`) + 10*strings.Count(each, "@")
	}
	return length > maxURL || parts > maxParts
}

// parseURL takes the text of a URL and perhaps its base. The result is the parts of
// the URL, and nothing where there is none.
func parseURL(args []any) (any, error) {
	reference, base := text(args, 0), text(args, 1)
	if tooLarge(reference, base) {
		return nil, nil //nolint:nilnil // undefined: such a URL is none
	}
	var u *url.Url
	var err error
	if len(args) > 1 && args[1] != nil {
		u, err = url.ParseRef(base, reference)
	} else {
		u, err = url.Parse(reference)
	}
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // undefined; the script throws what the standard says
	}
	return partsOf(u), nil
}

var setters = map[string]func(*url.Url, string){
	"protocol": (*url.Url).SetProtocol, "username": (*url.Url).SetUsername, "password": (*url.Url).SetPassword,
	"host": (*url.Url).SetHost, "hostname": (*url.Url).SetHostname, "port": (*url.Url).SetPort,
	"pathname": (*url.Url).SetPathname, "search": (*url.Url).SetSearch, "hash": (*url.Url).SetHash,
}

// setURL takes a URL, the name of a part and its new text. The result is the parts
// of the URL, which is as it was where the part cannot be that.
func setURL(args []any) (any, error) {
	set := setters[text(args, 1)]
	if set == nil || tooLarge(text(args, 0), text(args, 2)) {
		return nil, nil //nolint:nilnil // undefined: nothing changes
	}
	u, err := url.Parse(text(args, 0))
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // undefined, too
	}
	set(u, text(args, 2))
	return partsOf(u), nil
}

// partsOf joins the parts of a URL, none of which has a line break.
func partsOf(u *url.Url) string {
	return strings.Join([]string{
		u.Href(false), u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(), u.Port(), u.Pathname(), u.Search(), u.Hash(),
	}, "\n")
}

// unescape decodes the percent signs of a text whose bytes may be no UTF-8.
func unescape(args []any) (any, error) {
	s := text(args, 0)
	if len(s) > maxText {
		return nil, errTooLarge
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if high, low := hex(s, i+1), hex(s, i+2); s[i] == '%' && high >= 0 && low >= 0 {
			b = append(b, byte(high<<4|low)) //nolint:gosec // two digits
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return wellFormed(b), nil
}

// hex is the value of a hexadecimal digit, and -1 for what is none.
func hex(s string, i int) int {
	const digits = "0123456789abcdef0123456789ABCDEF"
	if i >= len(s) {
		return -1
	}
	if at := strings.IndexByte(digits, s[i]); at >= 0 {
		return at % 16
	}
	return -1
}
