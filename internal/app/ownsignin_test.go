package app_test

import (
	"context"
	"encoding/json"
	"html"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/logtest"
	"github.com/quartet-dev/quartet/internal/mail/mailtest"
)

const (
	siteSecret = "the secret of the site, as long as it must be"

	echoSite = `
apiVersion: quartet/v1
kind: Procedure
metadata: { name: whoami }
spec:
  input: { type: object }
  output: { type: object }
  handler: { kind: ref, ref: whoami }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: whoami }
spec: { source: { kind: http, method: POST, path: /api/whoami }, target: { procedure: whoami } }
`
)

// signInSite is a site that users can sign in to, behind a real listener at its
// own origin.
type signInSite struct {
	*quartet.Service
	t      *testing.T
	origin string
	post   *mailtest.Server
	log    *logtest.Log
}

// newSignInSite opens a site of these files; {{origin}} and {{mail}} in them are
// its addresses. What Options it has beside is changed by change.
func newSignInSite(t *testing.T, files map[string]string, change func(*quartet.Options)) *signInSite {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &signInSite{t: t, origin: "http://" + listener.Addr().String(), post: mailtest.Open(t), log: &logtest.Log{}}
	o := quartet.Options{
		Dir: t.TempDir(), Handlers: quartet.Handlers{"whoami": whoami},
		Logger: slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	if files["manifests/site.yaml"] == "" {
		s.write(o.Dir, "manifests/site.yaml", echoSite)
	}
	for name, text := range files {
		s.write(o.Dir, name, text)
	}
	if change != nil {
		change(&o)
	}
	if s.Service, err = quartet.Open(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: s.Service}}
	server.Start()
	t.Cleanup(func() {
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func whoami(_ context.Context, c *quartet.Context, _ map[string]any) (any, error) {
	return map[string]any{"user": c.User, "staff": c.Staff, "auth": c.Auth}, nil
}

func (s *signInSite) write(dir, name, text string) {
	s.t.Helper()
	text = strings.NewReplacer("{{origin}}", s.origin, "{{mail}}", s.post.URL).Replace(text)
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// byMail are the files of a site that signs in by code and link.
func byMail() map[string]string {
	return map[string]string{
		".env": "PUBLIC_ORIGIN={{origin}}\nMAIL_URL={{mail}}\nAUTH_SECRET=" + siteSecret + "\n",
		"quartet.yaml": `
auth:
  methods: [{ kind: email-otp }, { kind: magic-link }]
  bootstrapOwner: { email: owner@tea.example }
  oauthProvider: { resources: ["{{origin}}/mcp", "{{origin}}/tools"], scopes: [mcp, brew, offline_access, openid, profile, email] }
  rateLimit: { signIn: [1000/m], other: [1000/m], token: [1000/m], register: [1000/m] }
mail: { from: no-reply@tea.example }
`,
	}
}

// visitor is somebody's browser. It follows no redirect.
type visitor struct {
	t      *testing.T
	client *http.Client
	seen   []string // every answer's cookies and bodies
}

func newVisitor(t *testing.T) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &visitor{t: t, client: &http.Client{
		Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// page is an answer.
type page struct {
	status int
	header http.Header
	body   string
}

// send sends a request. A body that begins with { is JSON, any other a form.
func (v *visitor) send(method, address, body string, header ...string) page {
	v.t.Helper()
	request, err := http.NewRequestWithContext(v.t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	switch {
	case strings.HasPrefix(body, "{"):
		request.Header.Set("Content-Type", "application/json")
	case body != "":
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := v.client.Do(request)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	v.seen = append(v.seen, string(text), response.Header.Get("Location"), response.Header.Get("Set-Cookie"))
	return page{response.StatusCode, response.Header, string(text)}
}

// want fails unless the answer has that status.
func (v *visitor) want(status int, p page) page {
	v.t.Helper()
	if p.status != status {
		v.t.Fatalf("status %d, want %d: %s", p.status, status, p.body)
	}
	return p
}

func (v *visitor) follow(p page, base string) page {
	v.t.Helper()
	from, err := url.Parse(base)
	if err != nil {
		v.t.Fatal(err)
	}
	to, err := from.Parse(p.header.Get("Location"))
	if err != nil || p.header.Get("Location") == "" {
		v.t.Fatalf("status %d leads nowhere: %v %s", p.status, err, p.body)
	}
	return v.send(http.MethodGet, to.String(), "")
}

// signIn signs in by code.
func (v *visitor) signIn(s *signInSite, email string) {
	v.t.Helper()
	v.want(200, v.send("POST", s.origin+"/api/auth/email-otp/send-verification-otp", `{"email":"`+email+`","type":"sign-in"}`))
	v.want(200, v.send("POST", s.origin+"/api/auth/sign-in/email-otp", `{"email":"`+email+`","otp":"`+s.post.Next(v.t, email).Code()+`"}`))
}

var linkToken = regexp.MustCompile(`name="token" value="([^"]*)"`)

// press presses the button of the page behind a magic link.
func (v *visitor) press(shown page, origin string, header ...string) page {
	v.t.Helper()
	found := linkToken.FindStringSubmatch(shown.body)
	if found == nil {
		v.t.Fatalf("the page has no button: %s", shown.body)
	}
	form := url.Values{"token": {html.UnescapeString(found[1])}}
	return v.send(http.MethodPost, origin+"/api/auth/magic-link/verify", form.Encode(), header...)
}

// tokens are what the token endpoint gives.
type tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

const (
	verifier  = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	challenge = "FgtOQz44TgXlN9xZtGf3yyQD8CFNsVxdtYhio_EVbS4"
	clientURI = "https://kettle.example/back"
)

// grant registers a client and lets it have scopes at a resource, "" for the
// first one.
func (v *visitor) grant(s *signInSite, scope, resource string) tokens {
	v.t.Helper()
	var client struct {
		ID string `json:"client_id"`
	}
	v.decode(v.want(201, v.send("POST", s.origin+"/api/auth/oauth2/register", `{"redirect_uris":["`+clientURI+`"]}`)), &client)
	request := url.Values{
		"response_type": {"code"}, "client_id": {client.ID}, "redirect_uri": {clientURI}, "scope": {scope},
		"code_challenge": {challenge}, "code_challenge_method": {"S256"},
	}
	if resource != "" {
		request.Set("resource", resource)
	}
	asked := v.follow(v.want(302, v.send("GET", s.origin+"/api/auth/oauth2/authorize?"+request.Encode(), "")), s.origin)
	back, err := url.Parse(v.want(303, v.approve(s.origin, asked)).header.Get("Location"))
	if err != nil {
		v.t.Fatal(err)
	}
	form := url.Values{
		"grant_type": {"authorization_code"}, "code": {back.Query().Get("code")}, "redirect_uri": {clientURI},
		"client_id": {client.ID}, "code_verifier": {verifier},
	}
	var got tokens
	v.decode(v.want(200, v.send("POST", s.origin+"/api/auth/oauth2/token", form.Encode())), &got)
	v.seen = append(v.seen, form.Get("code"))
	return got
}

var hidden = regexp.MustCompile(`name="(request|proof)" value="([^"]*)"`)

// approve says yes on a consent page.
func (v *visitor) approve(origin string, asked page) page {
	v.t.Helper()
	form := url.Values{"accept": {"true"}}
	for _, found := range hidden.FindAllStringSubmatch(v.want(200, asked).body, -1) {
		form.Set(found[1], html.UnescapeString(found[2]))
	}
	return v.send("POST", origin+"/api/auth/oauth2/consent", form.Encode())
}

func (v *visitor) decode(p page, into any) {
	v.t.Helper()
	if err := json.Unmarshal([]byte(p.body), into); err != nil {
		v.t.Fatalf("%v: %s", err, p.body)
	}
}
