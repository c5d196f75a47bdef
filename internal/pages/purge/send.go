package purge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/quartet-dev/quartet/internal/settings"
)

// Where the APIs are.
const (
	cloudflareAPI = "https://api.cloudflare.com"
	fastlyAPI     = "https://api.fastly.com"
)

const (
	maxAnswer  = 64 << 10 // bytes of an answer that are read
	maxHeader  = 64 << 10
	maxExcerpt = 300 // bytes of an answer that are kept with a failure
)

// clientOf keeps no connection: purges are rare.
func clientOf(timeout time.Duration) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // the standard library's
	transport.DisableKeepAlives, transport.MaxResponseHeaderBytes = true, maxHeader
	return &http.Client{
		Transport: transport, Timeout: timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (p *Purger) send(ctx context.Context) error {
	request, err := p.request(ctx)
	if err != nil {
		return unavailable("The address of the CDN is not a URL.")
	}
	answer, err := p.client.Do(request)
	if err != nil {
		return unavailable("The CDN could not be asked to purge.").WithCause(reason(err))
	}
	defer answer.Body.Close() //nolint:errcheck // all that matters was read
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return unavailable("The answer of the CDN broke off.").WithCause(reason(err))
	}
	if answer.StatusCode/100 != 2 || p.refuses(body) {
		return unavailable(fmt.Sprintf("The CDN answered %d to a purge: %s", answer.StatusCode, p.excerpt(body)))
	}
	return nil
}

// request is that of the CDN's kind.
func (p *Purger) request(ctx context.Context) (*http.Request, error) {
	switch p.CDN.Kind {
	case settings.Cloudflare:
		address := p.api(cloudflareAPI) + "/client/v4/zones/" + p.CDN.Zone + "/purge_cache"
		return p.post(ctx, address, map[string][]string{"tags": {p.Tag}})
	case settings.Fastly:
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.api(fastlyAPI)+"/service/"+p.CDN.Service+"/purge", nil)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Fastly-Key", string(p.CDN.Token))
		r.Header.Set("Surrogate-Key", p.Tag)
		r.Header.Set("Accept", "application/json")
		return r, nil
	}
	return p.post(ctx, p.CDN.URL, map[string]string{"tag": p.Tag})
}

func (p *Purger) api(usual string) string {
	if p.API != "" {
		return p.API
	}
	return usual
}

// post is a request with a JSON body and, where there is a token, the token.
func (p *Purger) post(ctx context.Context, address string, body any) (*http.Request, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(string(text)))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if p.CDN.Token != "" {
		r.Header.Set("Authorization", "Bearer "+string(p.CDN.Token))
	}
	return r, nil
}

// refuses reports whether an answer with a good status says no: Cloudflare has
// its own word for it.
func (p *Purger) refuses(body []byte) bool {
	var said struct {
		Success bool `json:"success"`
	}
	return p.CDN.Kind == settings.Cloudflare && (json.Unmarshal(body, &said) != nil || !said.Success)
}

// excerpt is the beginning of an answer in one line. Should the CDN repeat the
// token, it is not kept.
func (p *Purger) excerpt(body []byte) string {
	text := strings.ToValidUTF8(string(body), "")
	if p.CDN.Token != "" {
		text = strings.ReplaceAll(text, string(p.CDN.Token), p.CDN.Token.String())
	}
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if len(text) > maxExcerpt {
		text = strings.ToValidUTF8(text[:maxExcerpt], "") + "…"
	}
	return text
}

// reason is a failure without the address, which is the operator's own.
func reason(err error) error {
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
