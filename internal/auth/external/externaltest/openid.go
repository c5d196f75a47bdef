package externaltest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Claims are what a provider says of somebody.
type Claims = map[string]any

// OpenID is a provider of OpenID Connect.
type OpenID struct {
	*Server
	Person   Claims // sub, email, email_verified, name, … of the ID token
	UserInfo Claims // of the userinfo endpoint
	Metadata Claims // over what the provider says of itself

	// Sign makes the ID token of claims; nil signs it as it should be.
	Sign func(Claims) string

	t   testing.TB
	key *ecdsa.PrivateKey
}

// NewOpenID starts a provider where Person signs in. It describes itself at
// DiscoveryURL.
func NewOpenID(t testing.TB, person Claims) *OpenID {
	t.Helper()
	server, mux := start(t, ClientSecret)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	o := &OpenID{Server: server, Person: person, UserInfo: person, t: t, key: key}
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, o.metadata())
	})
	mux.HandleFunc("GET /authorize", server.authorize(url.Values{"iss": {server.URL}}))
	mux.HandleFunc("POST /token", server.redeem(o.idToken))
	mux.HandleFunc("GET /userinfo", server.withToken(func() any { return o.UserInfo }))
	mux.HandleFunc("GET /jwks", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &key.PublicKey, KeyID: keyID, Algorithm: "ES256", Use: "sig"}}})
	})
	return o
}

const keyID = "key-1"

// DiscoveryURL is where the provider describes itself.
func (o *OpenID) DiscoveryURL() string { return o.URL + "/.well-known/openid-configuration" }

func (o *OpenID) metadata() Claims {
	m := Claims{
		"issuer": o.URL, "authorization_endpoint": o.URL + "/authorize", "token_endpoint": o.URL + "/token",
		"userinfo_endpoint": o.URL + "/userinfo", "jwks_uri": o.URL + "/jwks",
		"id_token_signing_alg_values_supported":          []string{"ES256", "HS256", "none"},
		"token_endpoint_auth_methods_supported":          []string{"client_secret_basic"},
		"authorization_response_iss_parameter_supported": true,
	}
	maps.Copy(m, o.Metadata)
	return m
}

// idToken has every claim that a right one has, Person over them, and is
// signed.
func (o *OpenID) idToken(access string, g grant) map[string]any {
	half := sha256.Sum256([]byte(access))
	claims := Claims{
		"iss": o.URL, "aud": ClientID, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(),
		"nonce": g.nonce, "at_hash": base64.RawURLEncoding.EncodeToString(half[:16]),
	}
	maps.Copy(claims, o.Person)
	sign := o.Sign
	if sign == nil {
		sign = o.Signed
	}
	return map[string]any{"id_token": sign(claims)}
}

// Signed is claims signed with the provider's key.
func (o *OpenID) Signed(c Claims) string { return o.SignedBy(jose.ES256, o.key, c) }

// SignedBy is claims signed with any key, as the provider's own.
func (o *OpenID) SignedBy(alg jose.SignatureAlgorithm, key any, c Claims) string {
	o.t.Helper()
	payload, err := json.Marshal(c)
	if err != nil {
		o.t.Fatal(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: jose.JSONWebKey{Key: key, KeyID: keyID}}, nil)
	if err != nil {
		o.t.Fatal(err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		o.t.Fatal(err)
	}
	text, err := signed.CompactSerialize()
	if err != nil {
		o.t.Fatal(err)
	}
	return text
}
