package oauth_test

import (
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// web is a server of metadata documents. answer says what it serves.
type web struct {
	*httptest.Server
	answer  atomic.Pointer[http.HandlerFunc]
	fetches atomic.Int32
}

func serve(t testing.TB, answer http.HandlerFunc) *web {
	t.Helper()
	w := new(web)
	w.answer.Store(&answer)
	w.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.fetches.Add(1)
		(*w.answer.Load())(rw, r)
	}))
	w.Config.ErrorLog = log.New(io.Discard, "", 0)
	w.StartTLS()
	t.Cleanup(w.Close)
	return w
}

func (w *web) id() string { return w.URL + "/client.json" }

// allow lets a provider fetch from w.
func (w *web) allow(o *oauth.Options) {
	o.FetchAllow, o.FetchRoots = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, x509.NewCertPool()
	o.FetchRoots.AddCert(w.Certificate())
}

// text serves JSON, in which ID is the URL it is asked for at.
func text(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		fmt.Fprint(w, strings.ReplaceAll(body, "ID", "https://"+r.Host+r.URL.Path))
	}
}

const goodDocument = `{"client_id":"ID","client_name":"Web App","redirect_uris":["` + callback + `","` + local + `"]}`

// A client that is known by its document does all that a registered one does,
// also at the token endpoint, where nothing is fetched.
func TestClientMetadataDocument(t *testing.T) {
	w := serve(t, text(goodDocument))
	s := open(t, w.allow)
	code := s.code(w.id(), "scope=mcp offline_access", "redirect_uri=http://127.0.0.1:9/callback")
	w.CloseClientConnections()
	a := s.token(codeForm(w.id(), code, "redirect_uri=http://127.0.0.1:9/callback"))
	s.token(refreshForm(w.id(), a.RefreshToken))
	apps, err := s.Apps(t.Context(), "ann")
	s.ok(err)
	if len(apps) != 1 || apps[0].Name != "Web App" || apps[0].ClientID != w.id() {
		t.Errorf("connected are %+v", apps)
	}
	if n := w.fetches.Load(); n != 1 {
		t.Errorf("%d fetches, want 1", n)
	}
}

func TestClientMetadataDocumentRefusals(t *testing.T) {
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		want   oauth.Code
	}{
		"another client":     {text(`{"client_id":"https://other.example/client.json","redirect_uris":["` + callback + `"]}`), oauth.InvalidClient},
		"no client":          {text(`{"redirect_uris":["` + callback + `"]}`), oauth.InvalidClient},
		"a secret":           {text(`{"client_id":"ID","redirect_uris":["` + callback + `"],"token_endpoint_auth_method":"client_secret_basic"}`), oauth.InvalidClient},
		"a bad redirect URI": {text(`{"client_id":"ID","redirect_uris":["javascript:x"]}`), oauth.InvalidRedirectURI},
		"a bad logo":         {text(`{"client_id":"ID","logo_uri":"http://x","redirect_uris":["` + callback + `"]}`), oauth.InvalidClientMetadata},
		"not found":          {http.NotFound, oauth.InvalidClient},
		"a redirect":         {http.RedirectHandler("/elsewhere.json", http.StatusFound).ServeHTTP, oauth.InvalidClient},
		"six kilobytes":      {text(goodDocument + strings.Repeat(" ", 6<<10)), oauth.InvalidClient},
		"no JSON":            {text(`<html>`), oauth.InvalidClientMetadata},
		"a page": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, goodDocument)
		}, oauth.InvalidClient},
		"a server that breaks down": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, oauth.InvalidClient},
	} {
		t.Run(name, func(t *testing.T) {
			w := serve(t, test.answer)
			s := open(t, w.allow)
			for range 2 { // the second time nothing is fetched
				_, err := s.Authorize(t.Context(), query(w.id()))
				s.wantShown(err, test.want)
			}
			if n := w.fetches.Load(); n != 1 {
				t.Errorf("%d fetches, want 1", n)
			}
			if n := s.count("oauth_clients"); n != 0 {
				t.Errorf("%d clients were stored", n)
			}
		})
	}
}

// What nobody may make the server fetch: anything that is not public, and
// anything that is no document's URL.
func TestWhatIsNotFetched(t *testing.T) {
	w := serve(t, text(goodDocument))
	s := open(t, w.allow, func(o *oauth.Options) { o.FetchAllow = nil })
	port := w.URL[strings.LastIndex(w.URL, ":"):]
	for _, id := range []string{
		w.id(), "https://localhost" + port + "/client.json", "https://[::1]" + port + "/client.json", "https://[::ffff:127.0.0.1]" + port + "/client.json",
		"https://169.254.169.254/latest/meta-data", "https://10.0.0.1/client.json", "https://0.0.0.0" + port + "/client.json", "https://2130706433" + port + "/c",
		"https://app.example", "https://app.example/", "https://app.example/a/../b", "https://app.example/a/.", "https://user@app.example/c", "https://app.example/c#x",
		"https:///c", "https://app.example/" + strings.Repeat("x", 3000), "https://app.example/\\c", "https://127.0.0.1:22/c",
	} {
		_, err := s.Authorize(t.Context(), query(id))
		s.wantShown(err, oauth.InvalidClient)
	}
	if n := w.fetches.Load(); n != 0 {
		t.Errorf("%d fetches", n)
	}
}

// A document is fetched once an hour, however many ask; while it cannot be had
// the old one serves for a day.
func TestDocumentsAreKept(t *testing.T) {
	w := serve(t, text(goodDocument))
	s := open(t, w.allow)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := s.Authorize(t.Context(), query(w.id())); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	broken := http.HandlerFunc(http.NotFound)
	moved := text(strings.ReplaceAll(goodDocument, callback, "https://app.example/moved"))
	for _, step := range []struct {
		wait   time.Duration
		serves http.HandlerFunc
		want   oauth.Code // "" for none
	}{
		{0, broken, ""},
		{59 * time.Minute, broken, ""},
		{2 * time.Minute, broken, ""},
		{0, moved, ""},
		{2 * time.Minute, moved, oauth.InvalidRequest},
		{2 * time.Hour, text(goodDocument), ""},
		{23 * time.Hour, broken, ""},
		{2 * time.Hour, broken, oauth.InvalidClient},
		{0, text(goodDocument), oauth.InvalidClient},
		{2 * time.Minute, text(goodDocument), ""},
	} {
		s.wait(step.wait)
		w.answer.Store(&step.serves)
		_, err := s.Authorize(t.Context(), query(w.id()))
		if step.want == "" {
			s.ok(err)
		} else {
			s.wantCode(err, step.want)
		}
	}
}

// However many URLs are named, 256 outcomes are remembered: those of the latest.
func TestKeptDocumentsAreBounded(t *testing.T) {
	w := serve(t, text(goodDocument))
	s := open(t, w.allow)
	for i := range 257 {
		_, err := s.Authorize(t.Context(), query(fmt.Sprintf("%s/%d", w.URL, i)))
		s.ok(err)
		s.wait(time.Second)
	}
	for _, again := range []struct {
		number  int
		fetches int32
	}{{256, 257}, {1, 257}, {0, 258}} {
		_, err := s.Authorize(t.Context(), query(fmt.Sprintf("%s/%d", w.URL, again.number)))
		s.ok(err)
		if n := w.fetches.Load(); n != again.fetches {
			t.Errorf("%d fetches after number %d, want %d", n, again.number, again.fetches)
		}
	}
}
