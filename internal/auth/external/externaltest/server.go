package externaltest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// ClientID and ClientSecret are what every provider here knows its client as.
// The secret of a public client is "".
const (
	ClientID     = "tea"
	ClientSecret = "hush"
)

// Server is what the providers have in common.
type Server struct {
	URL string // without a slash at its end

	mu       sync.Mutex
	secret   string
	grants   map[string]grant // by code
	tokens   map[string]grant // by access token
	refresh  map[string]grant // by refresh token
	replaced map[string]http.HandlerFunc
	requests []string
}

// grant is what was asked for at the authorization endpoint.
type grant struct {
	redirectURI, challenge, nonce, scope, resource string
}

func start(t testing.TB, secret string) (*Server, *http.ServeMux) {
	t.Helper()
	s := &Server{
		secret: secret, grants: make(map[string]grant), tokens: make(map[string]grant), refresh: make(map[string]grant),
		replaced: make(map[string]http.HandlerFunc),
	}
	mux := http.NewServeMux()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if replaced := s.seen(r); replaced != nil {
			replaced(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s, mux
}

// Replace answers a path otherwise; nil answers it as it should be again.
func (s *Server) Replace(path string, answer http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replaced[path] = answer
}

// Requests are the paths that were asked for so far.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

func (s *Server) seen(r *http.Request) http.HandlerFunc {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r.URL.Path)
	return s.replaced[r.URL.Path]
}

// authorize signs in whoever comes and sends the browser back; more goes into
// the answer beside code and state.
func (s *Server) authorize(more url.Values) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		back, err := url.Parse(q.Get("redirect_uri"))
		if err != nil || q.Get("client_id") != ClientID || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" {
			http.Error(w, "invalid_request", http.StatusBadRequest)
			return
		}
		code := rand.Text()
		s.mu.Lock()
		s.grants[code] = grant{q.Get("redirect_uri"), q.Get("code_challenge"), q.Get("nonce"), q.Get("scope"), q.Get("resource")}
		s.mu.Unlock()
		answer := url.Values{"code": {code}, "state": {q.Get("state")}}
		for name, values := range more {
			answer[name] = values
		}
		back.RawQuery = answer.Encode()
		http.Redirect(w, r, back.String(), http.StatusFound)
	}
}

// redeem answers the token endpoint; more adds to what it answers.
func (s *Server) redeem(more func(access string, g grant) map[string]any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil || !s.isClient(r) {
			answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
			return
		}
		g, ok := s.take(r.PostForm)
		if !ok {
			answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
			return
		}
		access, refresh := rand.Text(), rand.Text()
		s.mu.Lock()
		s.tokens[access], s.refresh[refresh] = g, g
		s.mu.Unlock()
		tokens := map[string]any{
			"access_token": access, "refresh_token": refresh, "token_type": "Bearer", "expires_in": 3600, "scope": g.scope,
		}
		for name, value := range more(access, g) {
			tokens[name] = value
		}
		answer(w, http.StatusOK, tokens)
	}
}

func (s *Server) isClient(r *http.Request) bool {
	id, secret, ok := r.BasicAuth()
	if !ok {
		id, secret = r.PostForm.Get("client_id"), r.PostForm.Get("client_secret")
	}
	return id == ClientID && secret == s.secret
}

// take redeems a code or a refresh token, once.
func (s *Server) take(form url.Values) (grant, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if form.Get("grant_type") == "refresh_token" {
		g, ok := s.refresh[form.Get("refresh_token")]
		delete(s.refresh, form.Get("refresh_token"))
		return g, ok
	}
	g, ok := s.grants[form.Get("code")]
	delete(s.grants, form.Get("code"))
	sum := sha256.Sum256([]byte(form.Get("code_verifier")))
	same := base64.RawURLEncoding.EncodeToString(sum[:]) == g.challenge
	return g, ok && same && form.Get("redirect_uri") == g.redirectURI && form.Get("resource") == g.resource
}

// withToken answers who comes with an access token of this provider.
func (s *Server) withToken(value func() any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		s.mu.Lock()
		_, ok := s.tokens[token]
		s.mu.Unlock()
		if !ok {
			answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_token"})
			return
		}
		answer(w, http.StatusOK, value())
	}
}

func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // the client is gone
}

// JSON answers with a status and a value.
func JSON(status int, value any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { answer(w, status, value) }
}

// SignIn goes where a browser would: to the authorize URL, and gives the query
// that it comes back with.
func SignIn(t testing.TB, authorizeURL string) url.Values {
	t.Helper()
	return Visit(t, authorizeURL).Query()
}

// Visit asks for a page as a browser would, and tells where it is sent on to. It
// follows nothing.
func Visit(t testing.TB, page string) *url.URL {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, page, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	back, err := response.Location()
	if err != nil || response.StatusCode != http.StatusFound {
		t.Fatalf("%s answered %d and sends nobody on: %v", page, response.StatusCode, err)
	}
	return back
}
