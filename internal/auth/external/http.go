package external

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/oauth2"
)

const (
	maxAnswer      = 1 << 20 // bytes of a body
	maxHeader      = 64 << 10
	requestTimeout = 10 * time.Second
)

// httpClient carries every request to a provider (decision 62).
var httpClient = &http.Client{
	Timeout:   requestTimeout,
	Transport: bounded{transport()},
	CheckRedirect: func(*http.Request, []*http.Request) error {
		return errors.New("the provider redirects a request, which is not followed")
	},
}

// withHTTPClient makes x/oauth2 and go-oidc use it.
func withHTTPClient(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, httpClient)
}

func transport() *http.Transport {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		t = &http.Transport{Proxy: http.ProxyFromEnvironment}
	}
	t = t.Clone()
	t.MaxResponseHeaderBytes = maxHeader
	t.MaxIdleConnsPerHost = 2
	return t
}

// bounded fails the reading of a body that is too large; what was compressed
// counts as what it becomes.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.next.RoundTrip(r)
	if err == nil {
		response.Body = http.MaxBytesReader(nil, response.Body, maxAnswer)
	}
	return response, err
}

// get reads a JSON document, with a token where there is one. A status that is
// not 200 is a *statusError; that and every failure on the way is errUnavailable.
func get(ctx context.Context, url, token string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnavailable, err)
	}
	request.Header.Set("Accept", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := httpClient.Do(request)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnavailable, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return &statusError{url, response.StatusCode}
	}
	data, err := io.ReadAll(response.Body)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", errUnavailable, url, err)
	}
	return nil
}

// statusError is an answer with another status than 200.
type statusError struct {
	url    string
	status int
}

func (e *statusError) Error() string { return fmt.Sprintf("%s answered %d", e.url, e.status) }

func (e *statusError) Unwrap() error { return errUnavailable }
