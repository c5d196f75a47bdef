package oauth_test

import (
	"crypto/ecdsa"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/quartet-dev/quartet/internal/oauth"
)

const challengeStart = `resource_metadata="https://tea.example/.well-known/oauth-protected-resource/mcp", scope="mcp"`

// weakStart asks for the scopes that a token has beside what it lacks.
const weakStart = `resource_metadata="https://tea.example/.well-known/oauth-protected-resource/mcp", scope="email mcp"`

// MCP token rules; RFC 6750 section 3, RFC 9728 section 5.1: a request without
// a token learns where to get one, and of no error.
func TestChallenges(t *testing.T) {
	s := open(t)
	client := s.app()
	weak, good := s.connected(client, "email").AccessToken, s.connected(client, "mcp").AccessToken
	for name, test := range map[string]struct {
		request oauth.AccessRequest
		want    oauth.Code
		status  int
		header  string // how it begins
	}{
		"no token":              {oauth.AccessRequest{}, oauth.InvalidToken, 401, "Bearer " + challengeStart},
		"a scheme alone":        {oauth.AccessRequest{Scheme: "Bearer"}, oauth.InvalidToken, 401, "Bearer " + challengeStart},
		"another scheme":        {oauth.AccessRequest{Scheme: "Basic", Token: good}, oauth.InvalidToken, 401, "Bearer " + challengeStart + `, error="invalid_token"`},
		"an opaque token":       {bearer("opaque"), oauth.InvalidToken, 401, "Bearer " + challengeStart + `, error="invalid_token"`},
		"a token without mcp":   {bearer(weak), oauth.InsufficientScope, 403, "Bearer " + weakStart + `, error="insufficient_scope"`},
		"unbound, under DPoP":   {oauth.AccessRequest{Scheme: "DPoP", Token: good}, oauth.InvalidToken, 401, "DPoP " + challengeStart + `, error="invalid_token"`},
		"bearer, in lower case": {oauth.AccessRequest{Scheme: "bearer", Token: good + "x"}, oauth.InvalidToken, 401, "Bearer " + challengeStart + `, error="invalid_token"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.access(test.request)
			refused := s.refusal(err, test.want)
			if refused.Status != test.status || !strings.HasPrefix(refused.Challenge, test.header) {
				t.Errorf("%d with %s", refused.Status, refused.Challenge)
			}
			if test.request.Token == "" && strings.Contains(refused.Challenge, "error") {
				t.Errorf("an error where no token was sent: %s", refused.Challenge)
			}
		})
	}
}

// signing is the key that signs access tokens, as the database has it.
func (s *site) signing() (id string, key *ecdsa.PrivateKey) {
	s.Helper()
	var sealed []byte
	s.ok(s.db.QueryRowContext(s.Context(), `SELECT id, private FROM _quartet_signing_keys WHERE retired_at IS NULL`).Scan(&id, &sealed))
	return id, s.unsealed(sealed)
}

// RFC 9068 section 4 and 9700: what looks like an access token and is none.
// Each is the real claims with something else in them, signed with the real
// key, but for where the case says otherwise.
func TestForgedAccessTokens(t *testing.T) {
	s := open(t)
	good := s.connected(s.app(), "mcp").AccessToken
	parsed, err := jwt.ParseSigned(good, []jose.SignatureAlgorithm{jose.ES256})
	s.ok(err)
	claims := map[string]any{}
	s.ok(parsed.UnsafeClaimsWithoutVerification(&claims))
	id, key := s.signing()
	now := s.clock.Load()
	claims["iat"], claims["exp"] = now, now+600 // whole again, not floats
	forge := func(key any, algorithm jose.SignatureAlgorithm, kind jose.ContentType, change map[string]any) string {
		all := maps.Clone(claims)
		maps.Copy(all, change)
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: key, KeyID: id}}, (&jose.SignerOptions{}).WithType(kind))
		s.ok(err)
		text, err := jwt.Signed(signer).Claims(all).Serialize()
		s.ok(err)
		return text
	}
	if !s.alive(forge(key, jose.ES256, "at+jwt", nil)) || !s.alive(forge(key, jose.ES256, "application/at+jwt", nil)) {
		t.Fatal("what forge makes does not count even unchanged")
	}
	public, err := json.Marshal(key.Public())
	s.ok(err)
	parts := strings.Split(good, ".")
	header := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	for name, token := range map[string]string{
		"8725 3.11 no type":                    forge(key, jose.ES256, "", nil),
		"8725 3.11 another type":               forge(key, jose.ES256, "dpop+jwt", nil),
		"9068 4 an ID token":                   forge(key, jose.ES256, "JWT", nil),
		"8725 3.1 alg none":                    header(`{"alg":"none","typ":"at+jwt","kid":"`+id+`"}`) + "." + parts[1] + ".",
		"8725 2.1 public key as secret":        forge(public, jose.HS256, "at+jwt", nil),
		"another key":                          forge(proofKey(t), jose.ES256, "at+jwt", nil),
		"a key in the header":                  sign(t, proofKey(t), jose.ES256, "at+jwt", claims),
		"the payload was changed":              parts[0] + "." + header(`{"sub":"bob"}`) + "." + parts[2],
		"critical extensions":                  header(`{"alg":"ES256","typ":"at+jwt","crit":["x"],"x":1,"kid":"`+id+`"}`) + "." + parts[1] + "." + parts[2],
		"9700 4.10.2 another issuer":           forge(key, jose.ES256, "at+jwt", map[string]any{"iss": origin}),
		"9700 4.10.2 another audience":         forge(key, jose.ES256, "at+jwt", map[string]any{"aud": "https://other.example/mcp"}),
		"9700 4.10.2 the issuer as audience":   forge(key, jose.ES256, "at+jwt", map[string]any{"aud": s.Issuer()}),
		"no audience":                          forge(key, jose.ES256, "at+jwt", map[string]any{"aud": []string{}}),
		"it is over":                           forge(key, jose.ES256, "at+jwt", map[string]any{"exp": now - 30}),
		"it never ends":                        forge(key, jose.ES256, "at+jwt", map[string]any{"exp": nil}),
		"it is from the future":                forge(key, jose.ES256, "at+jwt", map[string]any{"iat": now + 31}),
		"it begins later":                      forge(key, jose.ES256, "at+jwt", map[string]any{"nbf": now + 31}),
		"another user's grant":                 forge(key, jose.ES256, "at+jwt", map[string]any{"sub": "bob"}),
		"another client's grant":               forge(key, jose.ES256, "at+jwt", map[string]any{"client_id": "other"}),
		"no grant":                             forge(key, jose.ES256, "at+jwt", map[string]any{"sid": "none"}),
		"names in another case":                forge(key, jose.ES256, "at+jwt", map[string]any{"exp": nil, "EXP": now + 100}),
		"bound to a key, as bearer (9449 7.2)": forge(key, jose.ES256, "at+jwt", map[string]any{"cnf": map[string]any{"jkt": "x"}}),
		"claims of another type":               forge(key, jose.ES256, "at+jwt", map[string]any{"scope": []string{"mcp"}}),
		"nine kilobytes":                       forge(key, jose.ES256, "at+jwt", map[string]any{"x": strings.Repeat("x", 9<<10)}),
		"two dots":                             "..",
		"a JSON serialization":                 `{"payload":"` + parts[1] + `","protected":"` + parts[0] + `","signature":"` + parts[2] + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			if s.alive(token) {
				t.Error("it counts")
			}
		})
	}
}

// Keys sign for 90 days; what an old one has signed counts until it is over.
func TestSigningKeysRotate(t *testing.T) {
	s := open(t)
	client := s.app()
	before := s.connected(client, "mcp offline_access")
	first, _ := s.signing()
	s.wait(90*24*time.Hour - time.Minute)
	old := s.token(refreshForm(client, before.RefreshToken))
	s.wait(6 * time.Minute)
	fresh := s.token(refreshForm(client, old.RefreshToken))
	second, _ := s.signing()
	if first == second || !s.alive(old.AccessToken) || !s.alive(fresh.AccessToken) {
		t.Errorf("keys %s and %s", first, second)
	}
	if keys := s.published(s.Provider); len(keys) != 2 || keys[0] != first || keys[1] != second {
		t.Errorf("published are %v", keys)
	}
	s.wait(91 * 24 * time.Hour)
	if keys := s.published(s.Provider); len(keys) != 2 || keys[0] != second {
		t.Errorf("published are %v", keys)
	}
}

// published are the ids of the keys in the JWKS, which must be public and whole.
func (s *site) published(p *oauth.Provider) (ids []string) {
	s.Helper()
	text, err := p.JWKS(s.Context())
	s.ok(err)
	var set jose.JSONWebKeySet
	s.ok(json.Unmarshal(text, &set))
	for _, key := range set.Keys {
		if !key.IsPublic() || !key.Valid() || key.Algorithm != "ES256" || key.Use != "sig" {
			s.Errorf("published is %s", text)
		}
		ids = append(ids, key.KeyID)
	}
	return ids
}

// A token of one process counts in another, whichever made the key, and
// whichever of two secrets sealed it.
func TestProcessesShareKeys(t *testing.T) {
	s := open(t)
	other := s.process(s.openStore(), secret, "")
	if _, err := other.JWKS(t.Context()); err != nil {
		t.Fatal(err)
	}
	a := s.connected(s.app(), "mcp")
	rotated := s.process(s.store, strings.Repeat("newer ", 6), secret)
	for _, p := range []*oauth.Provider{other, rotated} {
		if _, err := p.VerifyAccessToken(t.Context(), bearer(a.AccessToken), resource, "mcp"); err != nil {
			t.Error(err)
		}
		if keys := s.published(p); len(keys) != 1 {
			t.Errorf("published are %v", keys)
		}
	}
	// The secret is gone: what was signed still counts, and a new key signs.
	replaced := s.process(s.store, strings.Repeat("newest ", 6), "")
	if keys := s.published(replaced); len(keys) != 2 {
		t.Errorf("published are %v", keys)
	}
	if _, err := replaced.VerifyAccessToken(t.Context(), bearer(a.AccessToken), resource, "mcp"); err != nil {
		t.Error(err)
	}
}
