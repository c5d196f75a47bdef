package shell

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/look"
)

// Vite serves the application as a Vite server has it now, for work on the
// application itself: every page is asked for anew, files and the socket that
// tells of changes are passed on.
type Vite struct {
	upstream *url.URL
	mux      *http.ServeMux
}

// NewVite serves what the Vite server at upstream has, such as
// http://127.0.0.1:5173.
func NewVite(upstream *url.URL) *Vite {
	v := &Vite{upstream: upstream, mux: http.NewServeMux()}
	route(v.mux, v.write, &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(upstream)
			withoutSecrets(r.Out.Header)
		},
		ModifyResponse: func(r *http.Response) error {
			withoutSecrets(r.Header)
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) { v.explain(w, err) },
		ErrorLog:     slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug), // a socket that was closed
	})
	return v
}

// withoutSecrets keeps what signs people in to the site from Vite, its plugins
// and their logs, and what those would set from the site.
func withoutSecrets(h http.Header) {
	for _, name := range []string{"Authorization", "Cookie", "Set-Cookie", "X-Api-Key"} {
		h.Del(name)
	}
}

// ServeHTTP answers a request whose path Serves. One that Vite does not answer
// is answered with 502 and what to do.
func (v *Vite) ServeHTTP(w http.ResponseWriter, r *http.Request) { v.mux.ServeHTTP(w, r) }

func (v *Vite) write(w http.ResponseWriter, r *http.Request, status int) {
	page, err := v.page(r.Context())
	if err != nil {
		v.explain(w, err)
		return
	}
	nonce := rand.Text()
	httpx.WritePage(w, httpx.Page{
		Status: status, Nonce: nonce, Frames: true, Workers: true, Fonts: true,
		Images:  []string{"'self'", "https:"},  // the site's icons and media, wherever they are
		Media:   []string{"'self'", "https:"},  // the same
		Connect: []string{"ws:" + v.socket(r)}, // a browser that does not take it for 'self'
		HTML:    bytes.ReplaceAll(page, []byte(placeholder), []byte(nonce)),
	})
}

// socket is where the page hears of changes: at the host that served it.
func (v *Vite) socket(r *http.Request) string {
	if !plainHost(r.Host) {
		return "//" + v.upstream.Host
	}
	return "//" + r.Host
}

// errForeign says that something else answers in Vite's place.
var errForeign = errors.New("what answers there is not the Admin application")

// maxPageBytes bounds what is read of the page, in bytes.
const maxPageBytes = 1 << 20

// direct goes where the address says and nowhere else: a redirect would lead off
// this machine.
var direct = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (v *Vite) page(ctx context.Context) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, v.upstream.JoinPath(files, index).String(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "text/html")
	answer, err := direct.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(io.LimitReader(answer.Body, maxPageBytes))
	switch {
	case err != nil:
		return nil, err
	case answer.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("it answers with %s", answer.Status)
	case !bytes.Contains(page, []byte(placeholder)):
		return nil, errForeign
	}
	return page, nil
}

var unreachable = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Parse(`<h1>Vite does not answer at {{.Upstream}}</h1>
<p>This server was started with <code>--admin-dev</code>: the Admin application comes from a Vite server, which is not there.</p>
<p>Run <code>npm ci &amp;&amp; npm run dev</code> in <code>admin/</code>, and reload this page. When Vite took another port,
start again with <code>--admin-dev=http://localhost:&lt;port&gt;</code>; without the flag, the application that was built into the program is served.</p>
<pre>{{.Why}}</pre>`))
})

// explain is 502 with what to do.
func (v *Vite) explain(w http.ResponseWriter, why error) {
	var body bytes.Buffer
	_ = unreachable().Execute(&body, map[string]string{"Upstream": v.upstream.String(), "Why": why.Error()}) // two texts into a buffer
	instead(w, look.Read(), http.StatusBadGateway, "Vite does not answer", body.String())
}
