package external_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/quartet-dev/quartet/internal/auth/external"
	"github.com/quartet-dev/quartet/internal/auth/external/externaltest"
	"github.com/quartet-dev/quartet/internal/diag"
)

// OpenID Connect Core §3.1.3.7, a case a rule.
func TestIDTokensThatAreNotBelieved(t *testing.T) {
	for name, sign := range map[string]func(*externaltest.OpenID, externaltest.Claims) string{
		"alg none": func(_ *externaltest.OpenID, c externaltest.Claims) string { return unsigned(t, c) },
		"signed with the client secret": func(o *externaltest.OpenID, c externaltest.Claims) string {
			return o.SignedBy(jose.HS256, []byte(strings.Repeat("hush", 8)), c)
		},
		"another key": func(o *externaltest.OpenID, c externaltest.Claims) string {
			return o.SignedBy(jose.ES256, newKey(t), c)
		},
		"another issuer": func(o *externaltest.OpenID, c externaltest.Claims) string {
			return o.Signed(with(c, "iss", "https://evil.example"))
		},
		"another audience": func(o *externaltest.OpenID, c externaltest.Claims) string { return o.Signed(with(c, "aud", "coffee")) },
		"several audiences, another party": func(o *externaltest.OpenID, c externaltest.Claims) string {
			return o.Signed(with(with(c, "aud", []string{"tea", "coffee"}), "azp", "coffee"))
		},
		"several audiences, no party": func(o *externaltest.OpenID, c externaltest.Claims) string {
			return o.Signed(with(c, "aud", []string{"tea", "coffee"}))
		},
		"expired": func(o *externaltest.OpenID, c externaltest.Claims) string {
			return o.Signed(with(c, "exp", time.Now().Add(-time.Minute).Unix()))
		},
		"another nonce":        func(o *externaltest.OpenID, c externaltest.Claims) string { return o.Signed(with(c, "nonce", "x")) },
		"no nonce":             func(o *externaltest.OpenID, c externaltest.Claims) string { return o.Signed(with(c, "nonce", "")) },
		"another access token": func(o *externaltest.OpenID, c externaltest.Claims) string { return o.Signed(with(c, "at_hash", "eA")) },
		"no subject":           func(o *externaltest.OpenID, c externaltest.Claims) string { return o.Signed(with(c, "sub", "")) },
		"an endless subject": func(o *externaltest.OpenID, c externaltest.Claims) string {
			return o.Signed(with(c, "sub", strings.Repeat("s", 256)))
		},
		"changed after signing": func(o *externaltest.OpenID, c externaltest.Claims) string { return forged(t, o.Signed(c)) },
		"no token":              func(*externaltest.OpenID, externaltest.Claims) string { return "" },
		"no JWT":                func(*externaltest.OpenID, externaltest.Claims) string { return "a.b.c" },
	} {
		t.Run(name, func(t *testing.T) {
			o := externaltest.NewOpenID(t, keeperClaims())
			o.Sign = func(c externaltest.Claims) string { return sign(o, c) }
			if who, err := signIn(t, openIDProvider(o)); !diag.HasCode(err, diag.AuthDenied) || who.Subject != "" {
				t.Errorf("%+v %v", who, err)
			}
		})
	}
}

func with(c externaltest.Claims, name string, value any) externaltest.Claims {
	c[name] = value
	return c
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func unsigned(t *testing.T, c externaltest.Claims) string {
	t.Helper()
	payload, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"none"}`)) + "." + encode(payload) + "."
}

// forged puts somebody else's subject under a signature.
func forged(t *testing.T, token string) string {
	t.Helper()
	parts := strings.Split(token, ".")
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	parts[1] = base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(payload), "subject-42", "subject-1", 1)))
	return strings.Join(parts, ".")
}

// A provider that does not give out its keys fails; the token is not wrong.
func TestKeysThatCannotBeHadAreTheProvidersFault(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"a failure": externaltest.JSON(http.StatusBadGateway, nil), "no keys": page("<html>", http.StatusOK),
	} {
		t.Run(name, func(t *testing.T) {
			o := externaltest.NewOpenID(t, keeperClaims())
			o.Replace("/jwks", answer)
			if _, err := signIn(t, openIDProvider(o)); !diag.HasCode(err, diag.ResourceUnavailable) {
				t.Error(err)
			}
		})
	}
}

func TestUserinfoOfSomebodyElseIsRefused(t *testing.T) {
	o := externaltest.NewOpenID(t, externaltest.Claims{"sub": "subject-42"})
	o.UserInfo = with(keeperClaims(), "sub", "subject-1")
	if _, err := signIn(t, openIDProvider(o)); !diag.HasCode(err, diag.AuthDenied) {
		t.Error(err)
	}
}

func TestDescriptionsThatAreNotBelieved(t *testing.T) {
	for name, metadata := range map[string]externaltest.Claims{
		"another issuer":                {"issuer": "https://evil.example"},
		"a token endpoint in the clear": {"token_endpoint": "http://evil.example/token"},
		"keys in the clear":             {"jwks_uri": "http://evil.example/jwks"},
		"no authorization endpoint":     {"authorization_endpoint": ""},
		"a user in an endpoint":         {"token_endpoint": "https://u:p@evil.example/token"},
		"a script":                      {"authorization_endpoint": "javascript:alert(1)"},
	} {
		t.Run(name, func(t *testing.T) {
			o := externaltest.NewOpenID(t, keeperClaims())
			o.Metadata = metadata
			if _, _, err := openIDProvider(o).Begin(t.Context(), external.BeginRequest{}); !diag.HasCode(err, diag.ResourceUnavailable) {
				t.Error(err)
			}
		})
	}
}

// What a provider answers instead of what it should.
func TestAnswersThatFailTheSignIn(t *testing.T) {
	huge := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"id":42,"x":"` + strings.Repeat("x", 2<<20) + `"}`))
	}
	stolen := make(chan string, 16)
	elsewhere := func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://"+r.Host+"/elsewhere", http.StatusTemporaryRedirect)
	}
	for name, test := range map[string]struct {
		path   string
		answer http.HandlerFunc
		code   diag.Code
	}{
		"the token endpoint fails":           {"/login/oauth/access_token", externaltest.JSON(500, nil), diag.ResourceUnavailable},
		"the token endpoint is not JSON":     {"/login/oauth/access_token", page("<html>hush</html>", 200), diag.ResourceUnavailable},
		"the client is not known":            {"/login/oauth/access_token", externaltest.JSON(401, errorOf("invalid_client")), diag.ResourceUnavailable},
		"the code does not count, with 200":  {"/login/oauth/access_token", externaltest.JSON(200, errorOf("bad_verification_code")), diag.AuthDenied},
		"an error that is no code":           {"/login/oauth/access_token", externaltest.JSON(400, errorOf("hush\n")), diag.ResourceUnavailable},
		"a huge token":                       {"/login/oauth/access_token", huge, diag.ResourceUnavailable},
		"the token endpoint leads elsewhere": {"/login/oauth/access_token", elsewhere, diag.ResourceUnavailable},
		"the profile fails":                  {"/api/v3/user", externaltest.JSON(500, nil), diag.ResourceUnavailable},
		"the profile is refused":             {"/api/v3/user", externaltest.JSON(401, nil), diag.ResourceUnavailable},
		"a huge profile":                     {"/api/v3/user", huge, diag.ResourceUnavailable},
		"the profile leads elsewhere":        {"/api/v3/user", elsewhere, diag.ResourceUnavailable},
		"a profile without id":               {"/api/v3/user", externaltest.JSON(200, map[string]any{"login": "keeper"}), diag.AuthDenied},
		"the addresses fail":                 {"/api/v3/user/emails", externaltest.JSON(500, nil), diag.ResourceUnavailable},
		"huge addresses":                     {"/api/v3/user/emails", huge, diag.ResourceUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			host := externaltest.NewCodeHost(t, keeper)
			host.Replace(test.path, test.answer)
			host.Replace("/elsewhere", func(_ http.ResponseWriter, r *http.Request) { stolen <- r.Header.Get("Authorization") })
			_, err := signIn(t, external.CodeHost("github", host.URL, client, nil))
			if !diag.HasCode(err, test.code) {
				t.Error(err)
			}
			for ; err != nil; err = errors.Unwrap(err) {
				if strings.Contains(err.Error(), "hush") || len(err.Error()) > 400 {
					t.Errorf("an error tells too much: %s", err)
				}
			}
		})
	}
	if len(stolen) > 0 {
		t.Error("a redirect was followed")
	}
}

func errorOf(code string) map[string]string { return map[string]string{"error": code} }

func page(body string, status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// Names and pictures are anything that somebody wrote.
func TestProfilesAreTidied(t *testing.T) {
	person := keeper
	person.Login, person.Name, person.Image = "kee\x00per\n", strings.Repeat("茶", 5000), "javascript:alert(1)"
	got, err := signIn(t, external.CodeHost("github", externaltest.NewCodeHost(t, person).URL, client, nil))
	if err != nil || got.Login != "keeper" || got.Name != strings.Repeat("茶", 200) || got.Image != "" {
		t.Errorf("%q %d %q %v", got.Login, len(got.Name), got.Image, err)
	}
}
