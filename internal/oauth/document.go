package oauth

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"code.dny.dev/ssrf"
	"golang.org/x/sync/singleflight"
)

const (
	maxDocument      = 5 << 10
	fetchTimeout     = 5 * time.Second
	fetches          = 8 // at the same time
	documentMaxAge   = time.Hour
	documentMaxStale = 24 * time.Hour // that an old document serves while a new one cannot be had
	failureMaxAge    = time.Minute
	maxDocuments     = 256
)

// documents fetches client metadata documents and keeps them for an hour. What
// anybody can make it fetch is bounded: in size, time, number, and to the
// public internet (decision 56).
type documents struct {
	origin string
	own    func(path string) ([]byte, error)
	client *http.Client
	now    func() time.Time
	flight singleflight.Group
	slots  chan struct{}

	mu   sync.Mutex
	kept map[string]fetched
}

// fetched is the outcome of a fetch.
type fetched struct {
	client *Client
	err    *Error
	at     time.Time
}

func newDocuments(o Options) *documents {
	dialer := &net.Dialer{Timeout: fetchTimeout, Control: guardedDialer(o.FetchAllow).Safe}
	transport := &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: fetchTimeout, DisableKeepAlives: true, MaxResponseHeaderBytes: 16 << 10,
		ForceAttemptHTTP2: true,
	}
	if o.FetchRoots != nil {
		transport.TLSClientConfig = &tls.Config{RootCAs: o.FetchRoots, MinVersion: tls.VersionTLS12}
	}
	return &documents{
		origin: o.Origin, own: o.OwnDocument,
		client: &http.Client{Transport: transport, Timeout: fetchTimeout, CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the document is somewhere else")
		}},
		now: o.Now, slots: make(chan struct{}, fetches), kept: map[string]fetched{},
	}
}

// guardedDialer lets connections to port 443 of the public internet pass, and those
// into the networks that are allowed.
func guardedDialer(allowed []netip.Prefix) *ssrf.Guardian {
	if len(allowed) == 0 {
		return ssrf.New(ssrf.WithPorts(443))
	}
	var v4, v6 []netip.Prefix
	for _, each := range allowed {
		if each.Addr().Is4() {
			v4 = append(v4, each)
		} else {
			v6 = append(v6, each)
		}
	}
	return ssrf.New(ssrf.WithAnyPort(), ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...))
}

// has reports whether a client id is the URL of a metadata document. One of our own
// may be http, on loopback.
func (d *documents) has(id string) bool {
	_, own := d.ownPath(id)
	return own || strings.HasPrefix(id, "https://")
}

// ownPath is the path of a URL on our own origin; false for any other.
func (d *documents) ownPath(id string) (string, bool) {
	path, ok := strings.CutPrefix(id, d.origin+"/")
	return "/" + path, ok && d.own != nil
}

// fault says why id cannot be the URL of a metadata document, or "".
func (d *documents) fault(id string) string {
	if fault := uriFault(id); fault != "" {
		return fault
	}
	u, err := url.Parse(id)
	_, own := d.ownPath(id)
	switch {
	case err != nil || u.Scheme != "https" && !own || u.Hostname() == "":
		return "is not an https URL"
	case u.User != nil || strings.Contains(id, "#"):
		return "has user information or a fragment"
	case u.Path == "" || u.Path == "/":
		return "has no path"
	case strings.Contains(u.Path+"/", "/./") || strings.Contains(u.Path+"/", "/../"):
		return "has dot segments"
	}
	return ""
}

// get is the client whose document is at id, no older than an hour. The error
// is *Error. Those who ask at the same time share one fetch, which goes on
// when one of them leaves.
func (d *documents) get(ctx context.Context, id string) (*Client, error) {
	if fault := d.fault(id); fault != "" {
		return nil, refuse(InvalidClient, "client_id "+fault+".")
	}
	if path, own := d.ownPath(id); own {
		return d.readOwn(id, path)
	}
	old, found := d.find(id)
	if found && old.err == nil && d.now().Sub(old.at) < documentMaxAge {
		return old.client, nil
	}
	if found && old.err != nil && d.now().Sub(old.at) < failureMaxAge {
		return nil, old.err
	}
	answer := d.flight.DoChan(id, func() (any, error) { return d.fetch(context.WithoutCancel(ctx), id, old.client), nil })
	select {
	case <-ctx.Done():
		return nil, refuse(TemporarilyUnavailable, "The metadata document took too long.")
	case result := <-answer:
		return result.Val.(fetched).outcome()
	}
}

func (f fetched) outcome() (*Client, error) {
	if f.err != nil {
		return nil, f.err
	}
	return f.client, nil
}

func (d *documents) find(id string) (fetched, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f, found := d.kept[id]
	return f, found
}

// fetch gets the document and keeps the outcome. While it cannot be had, the
// old one serves for a day.
func (d *documents) fetch(ctx context.Context, id string, old *Client) fetched {
	f := fetched{at: d.now()}
	text, err := d.download(ctx, id)
	switch {
	case err == nil:
		f.client, f.err = readDocument(id, text, f.at)
	case old != nil && f.at.Sub(old.FetchedAt) < documentMaxStale:
		f.client, f.at = old, f.at.Add(failureMaxAge-documentMaxAge) // tried again in a minute
	default:
		f.err = refuse(InvalidClient, "The metadata document of the client cannot be had.")
		f.err.cause = err
	}
	d.keep(id, f)
	return f
}

// keep makes room by forgetting what was fetched first.
func (d *documents) keep(id string, f fetched) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, found := d.kept[id]; !found && len(d.kept) >= maxDocuments {
		ids := slices.Collect(maps.Keys(d.kept))
		delete(d.kept, slices.MinFunc(ids, func(a, b string) int { return d.kept[a].at.Compare(d.kept[b].at) }))
	}
	d.kept[id] = f
}

// readOwn reads a document of our own, anew each time and without the network:
// nobody can put it there but whoever runs the service, which need not be able
// to reach itself (decision 77).
func (d *documents) readOwn(id, path string) (*Client, error) {
	text, err := d.own(path)
	if err != nil {
		refused := refuse(InvalidClient, "There is no such client.")
		refused.cause = err
		return nil, refused
	}
	c, refused := readDocument(id, text, d.now())
	if refused != nil {
		return nil, refused
	}
	return c, nil
}

func (d *documents) download(ctx context.Context, id string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
	case <-ctx.Done():
		return nil, fmt.Errorf("wait until a metadata document may be fetched: %w", ctx.Err())
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, id, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	answer, err := d.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || !isJSON(answer.Header.Get("Content-Type")) {
		return nil, fmt.Errorf("status %d, type %q", answer.StatusCode, answer.Header.Get("Content-Type"))
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxDocument+1))
	if err != nil {
		return nil, fmt.Errorf("read the metadata document: %w", err)
	}
	if len(text) > maxDocument {
		return nil, errors.New("the document is longer than 5 KiB")
	}
	return text, nil
}

func isJSON(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && (kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json"))
}

// readDocument is the client that a document describes. The document names its
// own URL, and no way to authenticate that would need a secret.
func readDocument(id string, text []byte, at time.Time) (*Client, *Error) {
	c, refused := readClient(text, maxDocument)
	switch {
	case refused != nil:
		return nil, refused
	case c.ID != id:
		return nil, refuse(InvalidClient, "The metadata document is of another client.")
	case c.AuthMethod != "" && c.AuthMethod != "none":
		return nil, refuse(InvalidClient, "The client authenticates in a way that is not offered.")
	}
	if refused := c.normalize(); refused != nil {
		return nil, refused
	}
	c.CreatedAt, c.FetchedAt = at, at
	return c, nil
}

// client is a client by its id. The error is invalid_client when there is none.
func (p *Provider) client(ctx context.Context, id string) (*Client, error) {
	if p.documents.has(id) {
		return p.documents.get(ctx, id)
	}
	return p.storedClient(ctx, id)
}

// storedClient is a client that was registered, or given a code before: nothing
// is fetched.
func (p *Provider) storedClient(ctx context.Context, id string) (*Client, error) {
	c, err := reading(ctx, p, "read a client", func(r Reader) (*Client, error) { return r.Client(id) })
	if err == nil && c == nil {
		err = refuse(InvalidClient, "There is no such client.")
	}
	return c, err
}
