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
	maxAnswer   = 1 << 20 // bytes of a body
	maxHeader   = 64 << 10
	requestTime = 10 * time.Second
)

// wire carries every request to a provider (decision 62).
var wire = &http.Client{
	Timeout:   requestTime,
	Transport: bounded{transport()},
	CheckRedirect: func(*http.Request, []*http.Request) error {
		return errors.New("the provider redirects a request, which is not followed")
	},
}

// withWire makes x/oauth2 and go-oidc use it.
func withWire(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, wire)
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
// not 200 is a *statusError; that and every failure on the way is errDown.
func get(ctx context.Context, url, token string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errDown, err)
	}
	request.Header.Set("Accept", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := wire.Do(request)
	if err != nil {
		return fmt.Errorf("%w: %w", errDown, err)
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
		return fmt.Errorf("%w: %s: %w", errDown, url, err)
	}
	return nil
}

// statusError is an answer with another status than 200.
type statusError struct {
	url    string
	status int
}

func (e *statusError) Error() string { return fmt.Sprintf("%s answered %d", e.url, e.status) }

func (e *statusError) Unwrap() error { return errDown }
