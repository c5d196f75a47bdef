package oauth_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"database/sql"
	"encoding/base64"
	"errors"
	"log/slog"
	"maps"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/ncruces/go-sqlite3/driver"
	"go.uber.org/goleak"

	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	goleak.VerifyTestMain(m)
}

const (
	origin   = "https://tea.example"
	resource = origin + "/mcp"
	callback = "https://app.example/callback"
	local    = "http://127.0.0.1/callback"
	verifier = "a-verifier-of-at-least-forty-three-characters"
)

// site is a provider over a real database, with a clock of its own. Ann, an
// editor, is signed in for a week in the session ann-1.
type site struct {
	*oauth.Provider
	testing.TB
	path    string
	store   *sqlite.Store
	db      *sql.DB
	clock   *atomic.Int64 // epoch seconds
	options oauth.Options
}

var ann = &oauth.Session{ID: "ann-1", UserID: "ann"}

func open(t testing.TB, change ...func(*oauth.Options)) *site {
	t.Helper()
	s := &site{TB: t, path: filepath.Join(t.TempDir(), "site.db"), clock: new(atomic.Int64)}
	s.clock.Store(1_800_000_000)
	s.options = oauth.Options{Origin: origin, Now: func() time.Time { return time.Unix(s.clock.Load(), 0) }}
	for _, fn := range change {
		fn(&s.options)
	}
	s.store = s.openStore()
	s.Provider = s.process(s.store, secret, "")
	var err error
	if s.db, err = driver.Open(s.path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.ok(s.db.Close()) })
	s.exec(`INSERT INTO _quartet_users (id, email, email_verified, name, image, role, created_at, updated_at, seen_at)
VALUES ('ann', 'ann@example.com', 1, 'Ann', 'https://img.example/ann', 'editor', 0, 0, 0)`)
	s.exec(`INSERT INTO _quartet_accounts (provider, subject, user, login, created_at, updated_at) VALUES ('github', '1', 'ann', 'annie', 0, 0)`)
	s.signIn("ann-1", "ann", 7*24*time.Hour)
	return s
}

var secret = strings.Repeat("secret ", 6)

func (s *site) openStore() *sqlite.Store {
	s.Helper()
	store, err := sqlite.OpenPlatform(s.Context(), sqlite.Options{Path: s.path})
	s.ok(err)
	s.Cleanup(func() { s.ok(store.Close()) })
	return store
}

// process is a provider as another process on the same database has it.
func (s *site) process(store *sqlite.Store, current, previous string) *oauth.Provider {
	s.Helper()
	keys, err := keyring.New(current, previous)
	s.ok(err)
	p, err := oauth.New(storetest.Again[oauth.Reader, oauth.Tx]{Port: store.OAuth()}, keys, s.options) // as a database may run each function
	s.ok(err)
	return p
}

func (s *site) ok(err error) {
	s.Helper()
	if err != nil {
		s.Fatalf("%v, because of %v", err, errors.Unwrap(err))
	}
}

func (s *site) exec(text string, arguments ...any) {
	s.Helper()
	_, err := s.db.ExecContext(s.Context(), text, arguments...)
	s.ok(err)
}

func (s *site) count(table string) (n int) {
	s.Helper()
	s.ok(s.db.QueryRowContext(s.Context(), `SELECT count(*) FROM _quartet_`+table).Scan(&n))
	return n
}

func (s *site) signIn(session, user string, life time.Duration) {
	s.exec(`INSERT INTO _quartet_sessions (id, hash, user, provider, created_at, refreshed_at, expires_at, purge_at, address, agent)
VALUES (?1, ?1, ?2, 'email-otp', 0, 0, ?3, ?3, '', '')`, session, user, s.options.Now().Add(life).UnixMilli())
}

func (s *site) wait(d time.Duration) { s.clock.Add(int64(d.Seconds())) }

func (s *site) wantCode(err error, code oauth.Code) {
	s.Helper()
	_ = s.refusal(err, code)
}

// refusal is what an error says, held against the word that it must say.
func (s *site) refusal(err error, code oauth.Code) *oauth.Error {
	s.Helper()
	if got := oauth.AsError(err); got == nil || got.Code != code {
		s.Fatalf("got %v, want %s", err, code)
	}
	return oauth.AsError(err)
}

// register registers a client and gives its id.
func (s *site) register(metadata string) string {
	s.Helper()
	r, err := s.Register(s.Context(), []byte(metadata))
	s.ok(err)
	return r.ID
}

// app is a client that is redirected to callback and to local.
func (s *site) app() string {
	s.Helper()
	return s.register(`{"client_name":"App","redirect_uris":["` + callback + `","` + local + `"]}`)
}

// changed is base with other values; one without a value is taken out.
func changed(base url.Values, pairs ...string) url.Values {
	query := maps.Clone(base)
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		if query.Del(name); value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// query is that of a good authorization request, changed by pairs.
func query(client string, pairs ...string) url.Values {
	sum := sha256.Sum256([]byte(verifier))
	return changed(url.Values{
		"client_id": {client}, "redirect_uri": {callback}, "response_type": {"code"}, "state": {"state"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}, pairs...)
}

// code has ann approve a request and gives the code.
func (s *site) code(client string, pairs ...string) string {
	s.Helper()
	return s.codeIn(ann, client, pairs...)
}

func (s *site) codeIn(session *oauth.Session, client string, pairs ...string) string {
	s.Helper()
	r, err := s.Authorize(s.Context(), query(client, pairs...))
	s.ok(err)
	location, err := s.Approve(s.Context(), r, *session)
	s.ok(err)
	return answer(s, location).Get("code")
}

// answer is the query of a location.
func answer(t testing.TB, location string) url.Values {
	t.Helper()
	u, err := url.Parse(location)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

// codeForm is a good exchange of a code, changed by pairs.
func codeForm(client, code string, pairs ...string) url.Values {
	return changed(url.Values{
		"grant_type": {"authorization_code"}, "client_id": {client}, "code": {code}, "redirect_uri": {callback}, "code_verifier": {verifier},
	}, pairs...)
}

// refreshForm is a good refresh, changed by pairs.
func refreshForm(client, token string, pairs ...string) url.Values {
	return changed(url.Values{"grant_type": {"refresh_token"}, "client_id": {client}, "refresh_token": {token}}, pairs...)
}

func (s *site) send(form url.Values, proofs ...string) (*oauth.TokenAnswer, error) {
	return s.Token(s.Context(), oauth.TokenRequest{Form: form, Proofs: proofs, Method: "POST", URL: origin + "/api/auth/oauth2/token"})
}

func (s *site) token(form url.Values, proofs ...string) *oauth.TokenAnswer {
	s.Helper()
	a, err := s.send(form, proofs...)
	s.ok(err)
	return a
}

// connected has ann connect a client with some scopes.
func (s *site) connected(client, scopes string) *oauth.TokenAnswer {
	s.Helper()
	return s.token(codeForm(client, s.code(client, "scope="+scopes)))
}

func bearer(token string) oauth.AccessRequest {
	return oauth.AccessRequest{Scheme: "Bearer", Token: token, Method: "POST", URL: resource}
}

// access asks for the resource as /mcp does.
func (s *site) access(r oauth.AccessRequest) (*oauth.Access, error) {
	return s.VerifyAccessToken(s.Context(), r, resource, "mcp")
}

func (s *site) alive(token string) bool {
	s.Helper()
	_, err := s.access(bearer(token))
	if err != nil {
		s.wantCode(err, oauth.InvalidToken)
	}
	return err == nil
}

// proofKey makes a key that proves possession.
func proofKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func thumbprint(t testing.TB, key *ecdsa.PrivateKey) string {
	t.Helper()
	sum, err := (&jose.JSONWebKey{Key: key.Public()}).Thumbprint(crypto.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(sum)
}

// unsealed is a signing key as the provider opens it.
func (s *site) unsealed(sealed []byte) *ecdsa.PrivateKey {
	s.Helper()
	keys, err := keyring.New(secret, "")
	s.ok(err)
	der, err := keys.Open("oauth signing keys", sealed)
	s.ok(err)
	key, err := x509.ParsePKCS8PrivateKey(der)
	s.ok(err)
	return key.(*ecdsa.PrivateKey)
}

// sign makes a JWT with claims, of a type, with the public key in its header.
func sign(t testing.TB, key any, algorithm jose.SignatureAlgorithm, kind jose.ContentType, claims any) string {
	t.Helper()
	options := (&jose.SignerOptions{}).WithType(kind)
	if _, symmetric := key.([]byte); !symmetric {
		options.EmbedJWK = true
	}
	return signWith(t, jose.SigningKey{Algorithm: algorithm, Key: key}, options, claims)
}

func signWith(t testing.TB, key jose.SigningKey, options *jose.SignerOptions, claims any) string {
	t.Helper()
	signer, err := jose.NewSigner(key, options)
	if err != nil {
		t.Fatal(err)
	}
	text, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// proof is a good proof for a URL, changed by change.
func (s *site) proof(key *ecdsa.PrivateKey, target string, change map[string]any) string {
	claims := map[string]any{"jti": rand.Text(), "htm": "POST", "htu": target, "iat": s.clock.Load(), "nonce": s.Nonce()}
	maps.Copy(claims, change)
	return sign(s, key, jose.ES256, "dpop+jwt", claims)
}

func (s *site) tokenProof(key *ecdsa.PrivateKey) string {
	return s.proof(key, s.Endpoint("token"), nil)
}
