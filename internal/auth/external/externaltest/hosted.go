package externaltest

import (
	"net/http"
	"net/url"
	"testing"
)

// Hosted is another service of this kind, which hosts sign-in for its public
// clients. It speaks OAuth without ID tokens.
type Hosted struct {
	*Server
	Person Claims // of the userinfo endpoint
}

// NewHosted starts a service where Person signs in.
func NewHosted(t testing.TB, person Claims) *Hosted {
	t.Helper()
	server, mux := start(t, "")
	h := &Hosted{server, person}
	issuer := server.URL + "/api/auth"
	mux.HandleFunc("GET /.well-known/oauth-authorization-server/api/auth", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, Claims{
			"issuer": issuer, "authorization_endpoint": issuer + "/oauth2/authorize", "token_endpoint": issuer + "/oauth2/token",
			"userinfo_endpoint": issuer + "/oauth2/userinfo", "token_endpoint_auth_methods_supported": []string{"none"},
			"authorization_response_iss_parameter_supported": true,
		})
	})
	mux.HandleFunc("GET /api/auth/oauth2/authorize", server.authorize(url.Values{"iss": {issuer}}))
	mux.HandleFunc("POST /api/auth/oauth2/token", server.redeem(func(string, grant) map[string]any { return nil }))
	mux.HandleFunc("GET /api/auth/oauth2/userinfo", server.withToken(func() any { return h.Person }))
	return h
}
