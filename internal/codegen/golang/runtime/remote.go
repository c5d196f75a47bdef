package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Remote says where a site is and how to call it.
type Remote struct {
	BaseURL string // such as https://example.org

	// Token is an access token or an API key. It is sent as a bearer token; "" for
	// none.
	Token string
	// TokenSource is asked for the token of each call, in place of Token.
	TokenSource func(ctx context.Context) (string, error)

	HTTPClient *http.Client  // nil for http.DefaultClient; with a cookie jar it has a session
	Timeout    time.Duration // of one call; 0 for 30 seconds, less for none
	Retries    int           // how often a read is repeated when the service is away; 0 for never

	// OnMismatch is called for an answer of a site whose manifests mean something
	// else than those that this package was generated from. An error is that of the
	// call, which has been answered all the same. nil warns once, in the default log.
	OnMismatch func(ctx context.Context, site string) error
}

const (
	defaultTimeout = 30 * time.Second
	longestWait    = 30 * time.Second
	largestAnswer  = 64 << 20 // bytes
)

// remote is the transport over HTTP.
type remote struct {
	Remote
	fingerprint string
	warned      sync.Once
}

func newRemote(r Remote, fingerprint string) (*remote, error) {
	base, err := url.Parse(r.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("the base URL: %w", err)
	}
	if base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("the base URL %q must begin with http:// or https://", r.BaseURL)
	}
	r.BaseURL = strings.TrimSuffix(r.BaseURL, "/")
	if r.HTTPClient == nil {
		r.HTTPClient = http.DefaultClient
	}
	if r.Timeout == 0 {
		r.Timeout = defaultTimeout
	}
	return &remote{Remote: r, fingerprint: fingerprint}, nil
}

// ReadView gets a page, and again as often as Retries says while the service is
// away.
func (r *remote) ReadView(ctx context.Context, v ViewInfo, params json.RawMessage, p Paging) (*RawPage, error) {
	query, err := queryOf(params, p)
	if err != nil {
		return nil, err
	}
	path := v.Path
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	for try := 0; ; try++ {
		page := new(RawPage)
		err := r.send(ctx, http.MethodGet, path, nil, page)
		if err == nil {
			return page, nil
		}
		if try >= r.Retries || !away(err) || !sleep(ctx, waitAfter(err, try)) {
			return nil, err
		}
	}
}

// queryOf writes params as text. null is not written: a query cannot say it.
func queryOf(params json.RawMessage, p Paging) (url.Values, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(params, &members); err != nil {
		return nil, fmt.Errorf("the params: %w", err)
	}
	query := make(url.Values)
	for name, raw := range members {
		if !isNull(raw) {
			query.Set(name, textOf(raw))
		}
	}
	if p.Page != 0 {
		query.Set("page", strconv.FormatInt(p.Page, 10))
	}
	if p.Show != 0 {
		query.Set("show", strconv.Itoa(p.Show))
	}
	if p.Cursor != "" {
		query.Set("cursor", p.Cursor)
	}
	return query, nil
}

// textOf is a string without its quotes, and any other value as it is.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

func away(err error) bool {
	refusal := (*Error)(nil)
	if !errors.As(err, &refusal) {
		var failed *url.Error
		return errors.As(err, &failed)
	}
	switch refusal.Status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// waitAfter doubles from a tenth of a second to five, unless the answer says how
// long; half a minute at most.
func waitAfter(err error, try int) time.Duration {
	if refusal := (*Error)(nil); errors.As(err, &refusal) && refusal.RetryAfter > 0 {
		return min(refusal.RetryAfter, longestWait)
	}
	return min(100*time.Millisecond<<min(try, 6), 5*time.Second)
}

func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// CallProcedure sends the input: what the path names in the path, the rest in the
// body.
func (r *remote) CallProcedure(ctx context.Context, p ProcedureInfo, input json.RawMessage) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(input, &members); err != nil {
		return nil, fmt.Errorf("the input of %s: %w", p.Name, err)
	}
	path, err := pathOf(p.Path, members)
	if err != nil {
		return nil, err
	}
	if members == nil {
		members = map[string]json.RawMessage{}
	}
	body, err := json.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("the input of %s: %w", p.Name, err)
	}
	var result json.RawMessage
	err = r.send(ctx, p.Method, path, body, &result)
	return result, err
}

// pathOf fills a declared path in and takes what it has used out of members.
func pathOf(declared string, members map[string]json.RawMessage) (string, error) {
	segments := strings.Split(declared, "/")
	for i, segment := range segments {
		name, ok := strings.CutPrefix(segment, "{")
		if !ok {
			continue
		}
		name = strings.TrimSuffix(name, "}")
		text := textOf(members[name])
		if text == "" || text == "." || text == ".." {
			return "", &Error{
				Code: "INPUT_VALIDATION_FAILED", Phase: "runtime", Severity: "error", Path: "input#/" + name,
				Message: "A path cannot carry this value.", Status: http.StatusBadRequest,
			}
		}
		segments[i] = url.PathEscape(text)
		delete(members, name)
	}
	return strings.Join(segments, "/"), nil
}

// send makes one request and decodes the data of its answer.
func (r *remote) send(ctx context.Context, method, path string, body []byte, into any) error {
	if r.Timeout > 0 {
		bounded, cancel := context.WithTimeout(ctx, r.Timeout)
		defer cancel()
		ctx = bounded
	}
	request, err := r.request(ctx, method, path, body)
	if err != nil {
		return err
	}
	answer, err := r.HTTPClient.Do(request)
	if err != nil {
		return fmt.Errorf("call the site: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, largestAnswer+1))
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	if len(text) > largestAnswer {
		return fmt.Errorf("the answer has more than %d bytes", largestAnswer)
	}
	return errors.Join(open(answer, text, into), r.compare(ctx, answer))
}

func (r *remote) request(ctx context.Context, method, path string, body []byte) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, r.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("call the site: %w", err)
	}
	request.Header.Set("Accept", "application/json")
	if method != http.MethodGet {
		request.Header.Set("Content-Type", "application/json")
	}
	token := r.Token
	if r.TokenSource != nil {
		if token, err = r.TokenSource(ctx); err != nil {
			return nil, fmt.Errorf("get a token: %w", err)
		}
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return request, nil
}

// open takes the data out of the envelope { ok, data } or the refusal out of
// { ok, diagnostic }.
func open(answer *http.Response, text []byte, into any) error {
	var envelope struct {
		OK         bool            `json:"ok"`
		Data       json.RawMessage `json:"data"`
		Diagnostic *Error          `json:"diagnostic"`
		Code       string          `json:"error"` // of routes outside the envelope
		Message    string          `json:"message"`
	}
	decoded := json.Unmarshal(text, &envelope)
	if decoded == nil && envelope.OK && answer.StatusCode == http.StatusOK {
		if err := json.Unmarshal(envelope.Data, into); err != nil {
			return fmt.Errorf("decode the answer: %w", err)
		}
		return nil
	}
	refusal := envelope.Diagnostic
	if decoded != nil || refusal == nil {
		refusal = &Error{Code: envelope.Code, Message: envelope.Message}
	}
	if refusal.Message == "" {
		refusal.Message = "The answer does not come from the service: " + http.StatusText(answer.StatusCode)
	}
	if refusal.RequestID == "" {
		refusal.RequestID = answer.Header.Get("X-Request-Id")
	}
	refusal.Status = answer.StatusCode
	if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil && seconds > 0 {
		refusal.RetryAfter = time.Duration(seconds) * time.Second
	}
	return refusal
}

// compare looks at the fingerprint of the site, where the answer has one.
func (r *remote) compare(ctx context.Context, answer *http.Response) error {
	site := answer.Header.Get("X-Service-Fingerprint")
	if site == "" || site == r.fingerprint {
		return nil
	}
	if r.OnMismatch != nil {
		return r.OnMismatch(ctx, site)
	}
	r.warned.Do(func() {
		slog.WarnContext(ctx, "The manifests of the site have changed since this client was generated.",
			"site", site, "client", r.fingerprint)
	})
	return nil
}
