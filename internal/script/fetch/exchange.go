package fetch

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// exchange is a request under way, through all of its redirects.
type exchange struct {
	client *Client
	host   string // of the first request
	mode   string
	hops   int
	enough int // bytes of the answer's body; 0 for all of it

	method string
	target *url.URL
	header http.Header
	body   []byte
}

// newExchange checks a request.
func (c *Client) newExchange(r *Request) (*exchange, error) {
	e := &exchange{client: c, mode: r.Redirect, method: methodOf(r.Method), body: r.Body, enough: r.Enough}
	var refused *Error
	if e.target, refused = parseTarget(nil, r.URL); refused != nil {
		return nil, refused
	}
	e.host = e.target.Host
	if e.header, refused = readHeaders(r.Headers, c.agent); refused != nil {
		return nil, refused
	}
	switch {
	case !httpguts.ValidHeaderFieldName(e.method) || e.method == http.MethodConnect || e.method == http.MethodTrace || e.method == "TRACK":
		return nil, refuse(Invalid, "This method cannot be fetched.")
	case len(e.body) > 0 && (e.method == http.MethodGet || e.method == http.MethodHead):
		return nil, refuse(Invalid, "A request with GET or HEAD has no body.")
	case len(e.body) > maxRequest:
		return nil, refuse(TooLarge, "The body of a request may have 8 MiB.")
	case e.mode != "" && e.mode != "follow" && e.mode != "manual" && e.mode != "error":
		return nil, refuse(Invalid, "redirect is follow, manual or error.")
	}
	return e, nil
}

// methodOf writes a method as the Fetch Standard has it: the usual ones in
// upper case, others as they are.
func methodOf(method string) string {
	switch upper := strings.ToUpper(method); upper {
	case "":
		return http.MethodGet
	case "DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT", "CONNECT", "TRACE", "TRACK":
		return upper
	}
	return method
}

// follow sends the request and follows redirects until there is an answer.
func (e *exchange) follow(ctx context.Context) (*http.Response, error) {
	for {
		answer, err := e.send(ctx)
		if err != nil {
			return nil, err
		}
		again, err := e.redirect(answer)
		if err == nil && !again {
			return answer, nil
		}
		_, _ = io.CopyN(io.Discard, answer.Body, maxDiscarded)
		_ = answer.Body.Close()
		if err != nil {
			return nil, err
		}
	}
}

// maxDiscarded is how much of the body of a redirect is read so that its connection
// can be used again.
const maxDiscarded = 4 << 10

func (e *exchange) send(ctx context.Context) (*http.Response, error) {
	var body io.Reader
	if e.body != nil {
		body = bytes.NewReader(e.body)
	}
	request, err := http.NewRequestWithContext(ctx, e.method, e.target.String(), body)
	if err != nil {
		return nil, err
	}
	request.Header = e.header.Clone()
	return e.client.transport.RoundTrip(request)
}

// redirect reports whether an answer leads to another request, which the
// exchange is then (Fetch Standard, HTTP-redirect fetch).
func (e *exchange) redirect(answer *http.Response) (bool, error) {
	location := answer.Header.Get("Location")
	if e.mode == "manual" || location == "" || !isRedirect(answer.StatusCode) {
		return false, nil
	}
	if e.mode == "error" {
		return false, refuse(Redirect, e.host+" redirects, and redirects are errors of this request.")
	}
	if e.hops++; e.hops > maxRedirects {
		return false, refuse(Redirect, e.host+" redirects more than 10 times.")
	}
	next, refused := parseTarget(e.target, location)
	if refused != nil {
		return false, refuse(Redirect, e.host+" redirects to what cannot be fetched.")
	}
	e.change(answer.StatusCode, next)
	return true, nil
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// change makes the exchange the request that a redirect asks for.
func (e *exchange) change(status int, next *url.URL) {
	reads := e.method == http.MethodGet || e.method == http.MethodHead
	moved := status == http.StatusMovedPermanently || status == http.StatusFound
	if moved && e.method == http.MethodPost || status == http.StatusSeeOther && !reads {
		e.method, e.body = http.MethodGet, nil
		withoutBody(e.header)
	}
	if !isSameOrigin(e.target, next) {
		withoutCredentials(e.header)
	}
	e.target = next
}
