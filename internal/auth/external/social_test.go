package external

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/auth/external/externaltest"
	"github.com/quartet-dev/quartet/internal/settings"
)

func TestEverySocialProviderOfTheSettingsIsThere(t *testing.T) {
	if len(settings.SocialProviders) != len(social)+1 {
		t.Errorf("%d providers may be declared, %d are known", len(settings.SocialProviders), len(social)+1)
	}
	for _, name := range settings.SocialProviders {
		p, known := Social(name, Client{ID: "tea", Secret: "hush"}, nil)
		if !known || p.ID() != name || len(p.scopes) == 0 || p.profile == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
	if _, known := Social("myspace", Client{}, nil); known {
		t.Error("a provider that nobody knows is known")
	}
}

func TestProfilesInWordsOfTheirOwn(t *testing.T) {
	for name, test := range map[string]struct {
		says externaltest.Claims
		want auth.Identity
	}{
		"discord": {
			externaltest.Claims{"id": "80351110224678912", "username": "keeper", "global_name": "The Keeper", "email": "k@tea.example", "verified": true, "avatar": "a1"},
			auth.Identity{
				Subject: "80351110224678912", Login: "keeper", Name: "The Keeper", Email: "k@tea.example", EmailVerified: true,
				Image: "https://cdn.discordapp.com/avatars/80351110224678912/a1.png",
			},
		},
		"facebook": {
			externaltest.Claims{"id": "1234", "name": "The Keeper", "email": "k@tea.example", "email_verified": true},
			auth.Identity{Subject: "1234", Name: "The Keeper", Email: "k@tea.example"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			stub := externaltest.NewOpenID(t, nil)
			stub.UserInfo = test.says
			p, _ := Social(name, Client{ID: externaltest.ClientID, Secret: externaltest.ClientSecret}, nil)
			p.endpoints = fixed{metadata{
				AuthorizationEndpoint: stub.URL + "/authorize", TokenEndpoint: stub.URL + "/token", UserInfoEndpoint: stub.URL + "/userinfo",
				TokenAuthMethods: []string{secretPost},
			}}
			got := finished(t, p)
			got.Tokens, test.want.Provider = auth.ProviderTokens{}, name
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

const contoso = "11111111-2222-3333-4444-555555555555"

// Microsoft's issuer names the tenant, and an address counts as verified only
// when its domain's owner was.
func TestMicrosoftTenants(t *testing.T) {
	for name, test := range map[string]struct {
		claims   externaltest.Claims
		refused  bool
		verified bool
		follows  bool // the issuer of the token names what the token calls its tenant
	}{
		"an address of no known owner": {claims: externaltest.Claims{"tid": contoso, "email_verified": true}},
		"a verified domain":            {claims: externaltest.Claims{"tid": contoso, "xms_edov": true}, verified: true},
		"a verified domain, as 1":      {claims: externaltest.Claims{"tid": contoso, "xms_edov": "1"}, verified: true},
		"another tenant":               {claims: externaltest.Claims{"tid": strings.Replace(contoso, "1", "9", 1)}, refused: true},
		"no tenant":                    {claims: externaltest.Claims{}, refused: true},
		"a tenant that is none":        {claims: externaltest.Claims{"tid": "../evil"}, follows: true, refused: true},
	} {
		t.Run(name, func(t *testing.T) {
			stub := externaltest.NewOpenID(t, nil)
			template := stub.URL + "/" + tenant + "/v2.0"
			stub.Metadata = externaltest.Claims{"issuer": template, "authorization_response_iss_parameter_supported": false}
			stub.Person = externaltest.Claims{"sub": "s", "email": "k@tea.example", "iss": stub.URL + "/" + contoso + "/v2.0"}
			for claim, value := range test.claims {
				stub.Person[claim] = value
			}
			if tid, ok := test.claims["tid"].(string); ok && test.follows {
				stub.Person["iss"] = strings.Replace(template, tenant, tid, 1)
			}
			p := microsoft(Client{ID: externaltest.ClientID, Secret: externaltest.ClientSecret}, nil)
			p.endpoints = &discovery{url: stub.DiscoveryURL(), issuer: template}
			pending, callback := begun(t, p)
			got, err := p.Finish(t.Context(), pending, callback)
			if (err != nil) != test.refused || got.EmailVerified != test.verified {
				t.Errorf("%+v %v", got, err)
			}
		})
	}
}

func begun(t *testing.T, p *Provider) (Pending, map[string][]string) {
	t.Helper()
	to, pending, err := p.Begin(t.Context(), BeginRequest{RedirectURI: "https://tea.example/api/auth/callback/" + p.ID()})
	if err != nil {
		t.Fatal(err)
	}
	return pending, externaltest.SignIn(t, to)
}

func finished(t *testing.T, p *Provider) auth.Identity {
	t.Helper()
	pending, callback := begun(t, p)
	who, err := p.Finish(t.Context(), pending, callback)
	if err != nil {
		t.Fatal(err)
	}
	return who
}

// A description that has served its time is asked for again, and believed on
// while the provider does not answer.
func TestAnOldDescriptionIsBetterThanNone(t *testing.T) {
	stub := externaltest.NewOpenID(t, externaltest.Claims{"sub": "s", "email": "k@tea.example"})
	d := newDiscovery(stub.DiscoveryURL())
	if _, err := d.find(t.Context()); err != nil {
		t.Fatal(err)
	}
	stub.Replace("/.well-known/openid-configuration", externaltest.JSON(http.StatusInternalServerError, nil))
	d.until = time.Time{}
	if m, err := d.find(t.Context()); err != nil || m.Issuer != stub.URL {
		t.Error(err)
	}
	if got := len(stub.Requests()); got != 2 {
		t.Errorf("%d requests", got)
	}
}

func TestIssuersAreToldByThePlaceOfTheirDocument(t *testing.T) {
	for document, want := range map[string]string{
		"https://sso.example/.well-known/openid-configuration":                   "https://sso.example",
		"https://sso.example/realms/tea/.well-known/openid-configuration":        "https://sso.example/realms/tea",
		"https://id.example/.well-known/oauth-authorization-server/api/auth":     "https://id.example/api/auth",
		"https://id.example:8443/.well-known/oauth-authorization-server":         "https://id.example:8443",
		"https://id.example/.well-known/oauth-authorization-server/api/auth/x/y": "https://id.example/api/auth/x/y",
	} {
		if got := issuerOf(document); got != want {
			t.Errorf("%s: %s", document, got)
		}
	}
}

func TestWhereTheAPIOfACodeHostIs(t *testing.T) {
	for base, want := range map[string]string{
		"https://github.com": "https://api.github.com", "https://code.example": "https://code.example/api/v3",
	} {
		if got := apiOf(base); got != want {
			t.Errorf("%s: %s", base, got)
		}
	}
}
