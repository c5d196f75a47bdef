package oauth_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// RFC 9449 sections 5 and 6: what is exchanged with a proof is bound to its
// key, and so is what comes after it.
func TestBoundGrant(t *testing.T) {
	s := open(t)
	client, key := s.app(), proofKey(t)
	a := s.token(codeForm(client, s.code(client, "scope=mcp offline_access")), s.tokenProof(key))
	if a.TokenType != "DPoP" {
		t.Errorf("token type %q", a.TokenType)
	}
	for _, proofs := range [][]string{nil, {s.tokenProof(proofKey(t))}} {
		if _, err := s.send(refreshForm(client, a.RefreshToken), proofs...); err == nil {
			t.Error("a refresh succeeds without the key")
		}
	}
	a = s.token(refreshForm(client, a.RefreshToken), s.tokenProof(key))
	_, err := s.access(s.shown(a.AccessToken, s.resourceProof(key, a.AccessToken)))
	s.ok(err)
	_, err = s.access(bearer(a.AccessToken)) // 7.2: a bound token under another scheme
	s.wantCode(err, oauth.InvalidToken)
}

// shown is a request that shows a token and proofs.
func (s *site) shown(token string, proofs ...string) oauth.AccessRequest {
	return oauth.AccessRequest{Scheme: "DPoP", Token: token, Proofs: proofs, Method: "POST", URL: resource}
}

func (s *site) resourceProof(key any, token string) string {
	return sign(s, key, jose.ES256, "dpop+jwt", s.resourceClaims(token))
}

func (s *site) resourceClaims(token string) map[string]any {
	sum := sha256.Sum256([]byte(token))
	return map[string]any{
		"jti": rand.Text(), "htm": "POST", "htu": resource, "iat": s.clock.Load(), "nonce": s.Nonce(),
		"ath": base64.RawURLEncoding.EncodeToString(sum[:]),
	}
}

// RFC 9449 section 10: a code that was asked for with a thumbprint is worth
// nothing to another key.
func TestBoundCode(t *testing.T) {
	s := open(t)
	client, key := s.app(), proofKey(t)
	form := codeForm(client, s.code(client, "dpop_jkt="+thumbprint(t, key)))
	_, err := s.send(form)
	s.wantCode(err, oauth.InvalidDPoPProof)
	_, err = s.send(form, s.tokenProof(proofKey(t)))
	s.wantCode(err, oauth.InvalidGrant)
	s.token(form, s.tokenProof(key))
}

// RFC 9449 section 5.2: a client that registered for bound tokens gets no
// others.
func TestClientOfBoundTokens(t *testing.T) {
	s := open(t)
	client := s.register(`{"redirect_uris":["` + callback + `"],"dpop_bound_access_tokens":true}`)
	form := codeForm(client, s.code(client))
	_, err := s.send(form)
	s.wantCode(err, oauth.InvalidDPoPProof)
	s.token(form, s.tokenProof(proofKey(t)))
}

// RFC 9449 section 4.3, by its numbers. Each proof is a good one but for one
// thing.
func TestProofRefusals(t *testing.T) {
	s := open(t)
	client, key := s.app(), proofKey(t)
	token := s.token(codeForm(client, s.code(client)), s.tokenProof(key)).AccessToken
	good := func(change map[string]any) string {
		claims := s.resourceClaims(token)
		maps.Copy(claims, change)
		return sign(t, key, jose.ES256, "dpop+jwt", claims)
	}
	weak, err := rsa.GenerateKey(rand.Reader, 1024)
	s.ok(err)
	stale := s.Nonce()
	s.wait(7 * time.Minute)
	now := s.clock.Load()
	parts := strings.Split(good(nil), ".")
	for name, test := range map[string]struct {
		proofs []string
		want   oauth.Code
	}{
		"no proof":              {nil, oauth.InvalidDPoPProof},
		"1 two proofs":          {[]string{good(nil), good(nil)}, oauth.InvalidDPoPProof},
		"2 no JWT":              {[]string{"proof"}, oauth.InvalidDPoPProof},
		"3 no jti":              {[]string{good(map[string]any{"jti": nil})}, oauth.InvalidDPoPProof},
		"3 a long jti":          {[]string{good(map[string]any{"jti": strings.Repeat("j", 257)})}, oauth.InvalidDPoPProof},
		"3 no iat":              {[]string{good(map[string]any{"iat": nil})}, oauth.InvalidDPoPProof},
		"3 iat of another type": {[]string{good(map[string]any{"iat": "now"})}, oauth.InvalidDPoPProof},
		"4 another type":        {[]string{sign(t, key, jose.ES256, "JWT", s.resourceClaims(token))}, oauth.InvalidDPoPProof},
		"5 a shared secret": {
			[]string{sign(t, []byte(secret), jose.HS256, "dpop+jwt", s.resourceClaims(token))}, oauth.InvalidDPoPProof,
		},
		"5 a weak key":                  {[]string{sign(t, weak, jose.RS256, "dpop+jwt", s.resourceClaims(token))}, oauth.InvalidDPoPProof},
		"5 alg none":                    {[]string{"eyJhbGciOiJub25lIiwidHlwIjoiZHBvcCtqd3QifQ." + parts[1] + "."}, oauth.InvalidDPoPProof},
		"6 another signature":           {[]string{parts[0] + "." + parts[1] + "." + strings.Repeat("A", 86)}, oauth.InvalidDPoPProof},
		"7 no key":                      {[]string{header(t, `{"alg":"ES256","typ":"dpop+jwt"}`) + "." + parts[1] + "." + parts[2]}, oauth.InvalidDPoPProof},
		"7 a private key":               {[]string{s.privateProof(token)}, oauth.InvalidDPoPProof},
		"8 another method":              {[]string{good(map[string]any{"htm": "post"})}, oauth.InvalidDPoPProof},
		"9 another URL":                 {[]string{good(map[string]any{"htu": resource + "/staff"})}, oauth.InvalidDPoPProof},
		"9 another scheme":              {[]string{good(map[string]any{"htu": "http://tea.example/mcp"})}, oauth.InvalidDPoPProof},
		"9 user information":            {[]string{good(map[string]any{"htu": "https://x@tea.example/mcp"})}, oauth.InvalidDPoPProof},
		"10 no nonce":                   {[]string{good(map[string]any{"nonce": nil})}, oauth.UseDPoPNonce},
		"10 a nonce of our own":         {[]string{good(map[string]any{"nonce": "0.AAAA"})}, oauth.UseDPoPNonce},
		"10 a nonce of seven minutes":   {[]string{good(map[string]any{"nonce": stale})}, oauth.UseDPoPNonce},
		"11 made long ago":              {[]string{good(map[string]any{"iat": now - 301})}, oauth.InvalidDPoPProof},
		"11 made in the future":         {[]string{good(map[string]any{"iat": now + 301})}, oauth.InvalidDPoPProof},
		"11 made before the world":      {[]string{good(map[string]any{"iat": -1e18})}, oauth.InvalidDPoPProof},
		"12 no token":                   {[]string{good(map[string]any{"ath": nil})}, oauth.InvalidDPoPProof},
		"12 another token":              {[]string{good(map[string]any{"ath": "x"})}, oauth.InvalidDPoPProof},
		"12 another key than the token": {[]string{s.resourceProof(proofKey(t), token)}, oauth.InvalidToken},
		"names in another case":         {[]string{good(map[string]any{"jti": nil, "JTI": "x"})}, oauth.InvalidDPoPProof},
		"five kilobytes":                {[]string{good(map[string]any{"x": strings.Repeat("x", 5<<10)})}, oauth.InvalidDPoPProof},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.access(s.shown(token, test.proofs...))
			if refused := s.refusal(err, test.want); refused.Status != 401 || !strings.HasPrefix(refused.Challenge, "DPoP "+challengeStart) ||
				!strings.Contains(refused.Challenge, `algs="ES256 EdDSA RS256"`) {
				t.Errorf("%d with %s", refused.Status, refused.Challenge)
			}
		})
	}
	_, err = s.access(s.shown(token, good(map[string]any{"iat": float64(now) + 0.5})))
	s.ok(err)
}

func header(t *testing.T, text string) string {
	t.Helper()
	return base64.RawURLEncoding.EncodeToString([]byte(text))
}

// privateProof is a proof that gives its private key away.
func (s *site) privateProof(token string) string {
	s.Helper()
	key := proofKey(s)
	text, err := (&jose.JSONWebKey{Key: key}).MarshalJSON()
	s.ok(err)
	options := (&jose.SignerOptions{}).WithType("dpop+jwt").WithHeader("jwk", json.RawMessage(text))
	return signWith(s, jose.SigningKey{Algorithm: jose.ES256, Key: key}, options, s.resourceClaims(token))
}

// RFC 9449 section 4.3, 9: URLs are compared without query and fragment, and
// normalized.
func TestProofTargets(t *testing.T) {
	s := open(t)
	client, key := s.app(), proofKey(t)
	for _, target := range []string{
		"https://tea.example/api/auth/oauth2/token", "https://TEA.example:443/api/auth/oauth2/token", "https://tea.example/api/auth/oauth2/token?x=y#z",
	} {
		s.token(codeForm(client, s.code(client)), s.proof(key, target, nil))
	}
}

// RFC 9449 section 11.1: a proof counts once, in whichever process, and is not
// remembered longer than it could count.
func TestProofReplay(t *testing.T) {
	s := open(t)
	client, key := s.app(), proofKey(t)
	token := s.token(codeForm(client, s.code(client)), s.tokenProof(key)).AccessToken
	request := s.shown(token, s.resourceProof(key, token))
	processes := []*oauth.Provider{s.Provider, s.process(s.openStore(), secret, "")}
	var all sync.WaitGroup
	errs := make([]error, 6)
	for i := range errs {
		all.Go(func() { _, errs[i] = processes[i%2].VerifyAccessToken(t.Context(), request, resource, "mcp") })
	}
	all.Wait()
	passed := 0
	for _, err := range errs {
		if err == nil {
			passed++
		} else {
			s.wantCode(err, oauth.InvalidDPoPProof)
		}
	}
	if passed != 1 {
		t.Errorf("a proof passed %d times", passed)
	}
	proof := s.tokenProof(key)
	form := codeForm(client, s.code(client))
	s.token(form, proof)
	_, err := s.send(codeForm(client, s.code(client)), proof)
	s.wantCode(err, oauth.InvalidDPoPProof)
}

// RFC 9449 section 8: the token endpoint asks for a nonce, which every process
// knows, also while the secret rotates.
func TestNonces(t *testing.T) {
	s := open(t)
	client, key := s.app(), proofKey(t)
	_, err := s.send(codeForm(client, s.code(client)), s.proof(key, s.Endpoint("token"), map[string]any{"nonce": nil}))
	if refused := s.refusal(err, oauth.UseDPoPNonce); refused.Status != 400 {
		t.Errorf("status %d, want 400", refused.Status)
	}
	nonce := s.Nonce()
	s.wait(5 * time.Minute)
	rotated := s.process(s.openStore(), strings.Repeat("newer ", 6), secret)
	_, err = rotated.Token(t.Context(), oauth.TokenRequest{
		Form: codeForm(client, s.code(client)), Method: "POST", URL: s.Endpoint("token"),
		Proofs: []string{s.proof(key, s.Endpoint("token"), map[string]any{"nonce": nonce})},
	})
	s.ok(err)
}

// Clients prove with whichever of the advertised algorithms they have.
func TestProofAlgorithms(t *testing.T) {
	s := open(t)
	client := s.app()
	_, edwards, err := ed25519.GenerateKey(rand.Reader)
	s.ok(err)
	rivest, err := rsa.GenerateKey(rand.Reader, 2048)
	s.ok(err)
	for algorithm, key := range map[jose.SignatureAlgorithm]any{jose.ES256: proofKey(t), jose.EdDSA: edwards, jose.RS256: rivest} {
		claims := map[string]any{"jti": rand.Text(), "htm": "POST", "htu": s.Endpoint("token"), "iat": s.clock.Load(), "nonce": s.Nonce()}
		s.token(codeForm(client, s.code(client)), sign(t, key, algorithm, "dpop+jwt", claims))
	}
}

func FuzzProof(f *testing.F) {
	s := open(f)
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), bytes.Repeat([]byte{1}, 32)) // the same in every process
	s.ok(err)
	good := s.tokenProof(key)
	f.Add(good)
	f.Add(strings.Replace(good, ".", ".e30", 1))
	f.Add(`{"payload":"e30","protected":"e30","signature":""}`)
	f.Add("eyJhbGciOiJub25lIiwidHlwIjoiZHBvcCtqd3QifQ.e30.")
	form := codeForm(s.app(), "none")
	f.Fuzz(func(t *testing.T, proof string) {
		_, err := s.Token(t.Context(), oauth.TokenRequest{Form: form, Proofs: []string{proof}, Method: "POST", URL: s.Endpoint("token")})
		switch refused := oauth.AsError(err); {
		case refused == nil || refused.Status != 400:
			t.Fatalf("%v", err)
		case refused.Code == oauth.InvalidGrant && !strings.HasPrefix(proof, strings.Split(good, ".")[0]):
			t.Fatalf("it passes: %s", proof) // only who has the key gets this far
		}
	})
}
