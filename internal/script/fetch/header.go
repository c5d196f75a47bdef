package fetch

import (
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// ignored are the headers that a request may not set: they describe the
// connection or the body, which are not the handler's. As in the Fetch
// Standard they are dropped, since libraries set some of them out of habit.
var ignored = map[string]bool{
	"Accept-Encoding": true, "Connection": true, "Content-Length": true, "Expect": true, "Host": true, "Http2-Settings": true, "Keep-Alive": true,
	"Proxy-Connection": true, "Te": true, "Trailer": true, "Transfer-Encoding": true, "Upgrade": true, "Via": true,
}

// readHeaders checks the headers of a request.
func readHeaders(pairs [][2]string, agent string) (http.Header, *Error) {
	if len(pairs) > maxHeaders {
		return nil, refuse(TooLarge, "A request may have 100 headers.")
	}
	size, header := 0, http.Header{}
	for _, pair := range pairs {
		value, ok := bytesOf(pair[1])
		if !ok || !httpguts.ValidHeaderFieldName(pair[0]) || !httpguts.ValidHeaderFieldValue(value) {
			return nil, refuse(Invalid, "A header has a name or a value that cannot be sent.")
		}
		if size += len(pair[0]) + len(value); size > maxHead {
			return nil, refuse(TooLarge, "The headers of a request may have 64 KiB.")
		}
		name := http.CanonicalHeaderKey(pair[0])
		if !ignored[name] && !strings.HasPrefix(name, "Proxy-") && !strings.HasPrefix(name, "Sec-") {
			header[name] = append(header[name], value)
		}
	}
	if _, set := header["Accept"]; !set {
		header.Set("Accept", "*/*")
	}
	if _, set := header["User-Agent"]; !set {
		header.Set("User-Agent", agent)
	}
	return header, nil
}

// headersOf writes headers as pairs.
func headersOf(header http.Header) [][2]string {
	pairs := make([][2]string, 0, len(header))
	for name, values := range header {
		for _, value := range values {
			pairs = append(pairs, [2]string{strings.ToLower(name), charactersOf(value)})
		}
	}
	slices.SortStableFunc(pairs, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return pairs
}

// bytesOf gives the bytes of a value whose characters stand for one each; false
// for a character that is no byte.
func bytesOf(value string) (string, bool) {
	out := make([]byte, 0, len(value))
	for _, r := range value {
		if r > 0xff {
			return "", false
		}
		out = append(out, byte(r)) //nolint:gosec // it was looked at
	}
	return string(out), true
}

// charactersOf is the reverse of bytesOf.
func charactersOf(value string) string {
	var out strings.Builder
	for i := range len(value) {
		out.WriteRune(rune(value[i]))
	}
	return out.String()
}

// withoutBody drops the headers that describe a body which is not sent again.
func withoutBody(header http.Header) {
	for _, name := range []string{"Content-Encoding", "Content-Language", "Content-Location", "Content-Type"} {
		header.Del(name)
	}
}

// withoutCredentials drops what was meant for another origin.
func withoutCredentials(header http.Header) {
	header.Del("Authorization")
	header.Del("Cookie")
}
