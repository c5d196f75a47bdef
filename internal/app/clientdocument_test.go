package app_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/auth/external/externaltest"
)

// hostedPair is a service that hosts sign-in, which uses a code host, and
// another one that is its client tea.
func hostedPair(t *testing.T, host *externaltest.CodeHost) (issuer, site *signInSite) {
	t.Helper()
	var folder string
	issuer = newSignInSite(t, map[string]string{
		".env": "PUBLIC_ORIGIN={{origin}}\nSERVICE_AUTH_MODE=self-managed\nCODEHOST_URL=" + host.URL +
			"\nCODEHOST_CLIENT_ID=tea\nCODEHOST_CLIENT_SECRET=hush\nADMIN_CODEHOST_LOGIN=keeper\nAUTH_SECRET=" + siteSecret + "\n",
	}, func(o *quartet.Options) { folder = o.Dir })
	site = newSignInSite(t, map[string]string{
		".env": "PUBLIC_ORIGIN={{origin}}\nSERVICE_AUTH_MODE=hosted\nSERVICE_HOSTED_AUTH_ISSUER=" + issuer.origin +
			"\nSERVICE_HOSTED_AUTH_CLIENT_ID=" + issuer.origin + "/clients/tea\nADMIN_CODEHOST_LOGIN=mona\nAUTH_SECRET=another " + siteSecret + "\n",
	}, nil)
	document := `{"client_id": "` + issuer.origin + `/clients/tea", "client_name": "Tea notes", "redirect_uris": ["` + site.origin + `/api/auth/callback/hosted"]}`
	if err := os.MkdirAll(filepath.Join(folder, "public", "clients"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "public", "clients", "tea"), []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	return issuer, site
}

// Mode selection 3: in the mode hosted another service vouches for its users.
// The two share a loopback address, and so one jar of cookies.
func TestSignInIsHostedByAnotherService(t *testing.T) {
	host := externaltest.NewCodeHost(t, externaltest.Person{ID: 7, Login: "Mona", Email: "mona@tea.example", Verified: true})
	issuer, site := hostedPair(t, host)
	v := newVisitor(t)

	var begun struct{ URL string }
	v.decode(v.want(200, v.send("POST", site.origin+"/api/auth/sign-in/social", `{"provider":"hosted","callbackURL":"/notes"}`)), &begun)
	if !strings.HasPrefix(begun.URL, issuer.origin+"/api/auth/oauth2/authorize?") {
		t.Fatal(begun.URL)
	}
	v.want(302, v.send("GET", begun.URL, "")) // nobody is signed in at the issuer
	v.throughProvider(issuer, "github")
	asked := v.follow(v.want(302, v.send("GET", begun.URL, "")), issuer.origin)
	if !strings.Contains(asked.body, "Tea notes") {
		t.Errorf("the consent page does not name the client: %s", asked.body)
	}
	home := v.want(302, v.follow(v.want(303, v.approve(issuer.origin, asked)), issuer.origin))
	if home.header.Get("Location") != site.origin+"/notes" {
		t.Error(home.header)
	}
	var here struct {
		User struct{ Email, Role string }
	}
	v.decode(v.send("GET", site.origin+"/api/auth/get-session", ""), &here)
	if here.User.Email != "mona@tea.example" || here.User.Role != "owner" {
		t.Errorf("the login that the issuer vouches for is not the first owner's: %+v", here)
	}
}

// A client of the issuer's own origin is one that its site publishes a document
// for, and that document's own.
func TestHostedClientsAreThoseThatAreServed(t *testing.T) {
	issuer, site := hostedPair(t, externaltest.NewCodeHost(t, externaltest.Person{}))
	v := newVisitor(t)
	for name, c := range map[string]struct {
		client, redirect string
		status           int
	}{
		"served":                {"/clients/tea", "/api/auth/callback/hosted", 302},
		"another redirect":      {"/clients/tea", "/elsewhere", 400},
		"not served":            {"/clients/coffee", "/api/auth/callback/hosted", 400},
		"another name of it":    {"/clients//tea", "/api/auth/callback/hosted", 400},
		"escaped":               {"/clients/%74ea", "/api/auth/callback/hosted", 400},
		"with a query":          {"/clients/tea?x", "/api/auth/callback/hosted", 400},
		"a file elsewhere":      {"/clients/../../quartet.yaml", "/api/auth/callback/hosted", 400},
		"the folder":            {"/clients/", "/api/auth/callback/hosted", 400},
		"a route of the issuer": {"/api/auth/methods", "/api/auth/callback/hosted", 400},
	} {
		query := url.Values{
			"response_type": {"code"}, "client_id": {issuer.origin + c.client}, "redirect_uri": {site.origin + c.redirect},
			"code_challenge": {challenge}, "code_challenge_method": {"S256"}, "scope": {"openid"},
		}
		if p := v.send("GET", issuer.origin+"/api/auth/oauth2/authorize?"+query.Encode(), ""); p.status != c.status {
			t.Errorf("%s: %d %s", name, p.status, p.header.Get("Location"))
		}
	}
}

// First owner and roles 2: of those who come at once with the login that is
// configured, one becomes the owner.
func TestFirstOwnersWhoComeAtOnce(t *testing.T) {
	host := externaltest.NewCodeHost(t, externaltest.Person{Unmentioned: true})
	var people atomic.Int64
	host.Replace("/api/v3/user", func(w http.ResponseWriter, r *http.Request) {
		externaltest.JSON(200, map[string]any{"id": people.Add(1), "login": "keeper"})(w, r)
	})
	issuer, _ := hostedPair(t, host)
	roles := make(chan string, 5)
	var all sync.WaitGroup
	for range cap(roles) {
		all.Go(func() {
			v := newVisitor(t)
			v.throughProvider(issuer, "github")
			var here struct{ User struct{ Role string } }
			v.decode(v.send("GET", issuer.origin+"/api/auth/get-session", ""), &here)
			roles <- here.User.Role
		})
	}
	all.Wait()
	close(roles)
	count := map[string]int{}
	for role := range roles {
		count[role]++
	}
	if diff := cmp.Diff(map[string]int{"owner": 1, "user": 4}, count); diff != "" {
		t.Error(diff)
	}
}
