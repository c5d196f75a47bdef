package transcript

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// requestTimeout is how long an answer may take.
const requestTimeout = 20 * time.Second

// Client sends the requests of a transcript to a site, with the cookies of those
// whom `Browser: name` names. One goroutine at a time may use it.
type Client struct {
	Origin string // http://127.0.0.1:<port>, of the site as it runs now

	// As gives the cookies of whoever `As:` names, or adds another credential to the
	// request; nil where nobody is named so.
	As func(r *http.Request, who string) (Cookies, error)

	browsers map[string]Cookies
}

// Methods are the methods of HTTP that a transcript may have; any other word is a verb
// of its own.
var Methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions,
}

// Send sends a request, and gives it as it was sent with its answer.
func (c *Client) Send(ctx context.Context, e *Exchange, captures map[string]string) (*http.Request, Answer, error) {
	request, cookies, err := c.request(ctx, e, captures)
	if err != nil {
		return nil, Answer{}, err
	}
	client := http.Client{
		Timeout:       requestTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, Answer{}, err
	}
	defer response.Body.Close() //nolint:errcheck // it was read
	cookies.Take(response.Cookies())
	text, err := io.ReadAll(response.Body)
	return request, Answer{strconv.Itoa(response.StatusCode), response.Header, string(text)}, err
}

// request makes a request, and gives the cookies that its answer changes.
func (c *Client) request(ctx context.Context, e *Exchange, captures map[string]string) (*http.Request, Cookies, error) {
	body, err := sent(e, captures)
	if err != nil {
		return nil, nil, err
	}
	// Opaque keeps the target on the wire as it is written, tricks included.
	request, err := http.NewRequestWithContext(ctx, e.Method, c.Origin+"/", strings.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	request.URL.Path, request.URL.RawQuery, _ = strings.Cut(Fill(e.Target, captures), "?")
	request.URL.Opaque = request.URL.Path
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	cookies := Cookies{}
	for _, h := range e.Headers {
		switch {
		case h[0] == "Browser":
			cookies = c.Browser(h[1])
		case h[0] == "Body": // what it says is done
		case h[0] == "As" && c.As != nil:
			cookies, err = c.As(request, Fill(h[1], captures))
		default:
			request.Header.Set(h[0], Fill(h[1], captures))
		}
		if err != nil {
			return nil, nil, err
		}
	}
	cookies.Send(request)
	return request, cookies, nil
}

// sent is the body of a request: text, or bytes that are written in base64.
func sent(e *Exchange, captures map[string]string) (string, error) {
	body := strings.TrimSuffix(Fill(e.Body, captures), "\n")
	if !slices.Contains(e.Headers, [2]string{"Body", "base64"}) {
		return body, nil
	}
	decoded, err := base64.StdEncoding.DecodeString(body)
	if err != nil {
		return "", fmt.Errorf("the body is no base64: %w", err)
	}
	return string(decoded), nil
}

// Browser is the one of a name.
func (c *Client) Browser(name string) Cookies {
	if c.browsers == nil {
		c.browsers = map[string]Cookies{}
	}
	if c.browsers[name] == nil {
		c.browsers[name] = Cookies{}
	}
	return c.browsers[name]
}

// Cookies are those of one browser. Domain and path are not looked at: a
// transcript is one site.
type Cookies map[string]string

// Take keeps what an answer sets and forgets what it clears.
func (c Cookies) Take(cookies []*http.Cookie) {
	for _, each := range cookies {
		if each.MaxAge < 0 {
			delete(c, each.Name)
		} else {
			c[each.Name] = each.Value
		}
	}
}

// Send adds them to a request.
func (c Cookies) Send(r *http.Request) {
	for name, value := range c {
		r.AddCookie(&http.Cookie{Name: name, Value: value}) //nolint:gosec // attributes are for those that a site sets
	}
}
