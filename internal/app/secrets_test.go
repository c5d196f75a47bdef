package app_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/auth/external/externaltest"
	"github.com/quartet-dev/quartet/internal/keyring"
)

// secretText is what a secret of ours looks like: a token, a JWT, an API key.
var secretText = regexp.MustCompile(`[A-Z2-7]{52}|eyJ[\w-]+\.[\w-]+\.[\w-]+|qk_\w+`)

// Secrets never reach logs: not those that were handed out, not those of the
// configuration, and not in what goes wrong.
func TestNoSecretIsLogged(t *testing.T) {
	host := externaltest.NewCodeHost(t, externaltest.Person{ID: 7, Login: "mona", Email: "mona@tea.example", Verified: true})
	files := byMail()
	files[".env"] += "CODEHOST_URL=" + host.URL + "\nGITHUB_CLIENT_SECRET=hush-hush-hush\n"
	files["quartet.yaml"] = strings.Replace(files["quartet.yaml"], "{ kind: magic-link }", "{ kind: magic-link }, { kind: social, provider: github, clientId: tea }", 1)
	s := newSignInSite(t, files, nil)
	v := newVisitor(t)
	secrets := []string{siteSecret, "hush-hush-hush"}

	v.signIn(s, "owner@tea.example")
	_, key, err := s.APIKeys().Create(t.Context(), quartet.NewAPIKey{Name: "import"})
	if err != nil {
		t.Fatal(err)
	}
	v.want(200, v.send("POST", s.origin+"/api/auth/email-otp/send-verification-otp", `{"email":"ann@tea.example","type":"sign-in"}`))
	code := s.post.Next(t, "ann@tea.example").Code()
	v.want(200, v.send("POST", s.origin+"/api/auth/sign-in/magic-link", `{"email":"ann@tea.example","callbackURL":"/"}`))
	link := s.post.Next(t, "ann@tea.example").Link()
	v.want(302, v.press(v.want(200, v.send("GET", link, "")), s.origin))
	v.want(401, v.send("GET", link, ""))
	got := v.grant(s, "mcp email offline_access", "")
	secrets = append(secrets, key, code, link[strings.Index(link, "token=")+6:], got.Access, got.Refresh, verifier)

	// What goes wrong, with secrets in every place.
	for _, secret := range []string{key, got.Access, got.Refresh} {
		v.send("POST", s.origin+"/api/whoami", "{}", "Authorization", "Bearer "+secret+"x")
		v.send("POST", s.origin+"/mcp", "{}", "Authorization", "Bearer "+secret+"x")
		v.send("GET", s.origin+"/api/auth/oauth2/userinfo?access_token="+secret, "", "Authorization", "DPoP "+secret)
		v.send("POST", s.origin+"/api/auth/oauth2/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {secret}, "client_id": {"x"}}.Encode())
		v.send("POST", s.origin+"/api/auth/oauth2/revoke", url.Values{"token": {secret}, "client_id": {"x"}}.Encode())
		v.send("POST", s.origin+"/api/auth/revoke-session", `{"token":"`+secret+`"}`)
		v.send("POST", s.origin+"/oauth/sign-in", "step="+secret+"&email=%ZZ"+secret)
		v.send("GET", s.origin+"/api/auth/callback/github?code="+secret+"&state="+secret, "")
	}
	host.Replace("/api/v3/user", externaltest.JSON(500, map[string]any{"message": "no"}))
	var begun struct{ URL string }
	v.decode(v.want(200, v.send("POST", s.origin+"/api/auth/sign-in/social", `{"provider":"github"}`)), &begun)
	back := v.want(302, v.send("GET", begun.URL, ""))
	v.want(503, v.follow(back, s.origin))
	secrets = append(secrets, back.header.Get("Location")[strings.Index(back.header.Get("Location"), "code=")+5:][:26])

	for _, seen := range v.seen {
		secrets = append(secrets, secretText.FindAllString(seen, -1)...)
	}
	slices.Sort(secrets)
	if secrets = slices.Compact(secrets); len(secrets) < 12 {
		t.Fatalf("only %d secrets were handed out", len(secrets))
	}
	log := s.log.String()
	if strings.Count(log, "msg=request ") < 30 {
		t.Fatalf("the log is not of these requests: %s", log)
	}
	for _, secret := range secrets {
		if strings.Contains(log, secret) {
			t.Errorf("the log has %s", secret)
		}
	}
}

// shape is what an answer tells whoever cannot read it: its status, the names of
// its headers, its length.
func shape(p page) map[string]any {
	names := make([]string, 0, len(p.header))
	for name := range p.header {
		names = append(names, name)
	}
	slices.Sort(names)
	return map[string]any{"status": p.status, "headers": names, "body": p.body}
}

// Same work: whether there is an account is told neither by an answer nor by
// what was handed over when it was given.
func TestAnswersTellNothingOfAccounts(t *testing.T) {
	s := newSignInSite(t, byMail(), nil)
	newVisitor(t).signIn(s, "ann@tea.example")
	for _, path := range []string{"/api/auth/email-otp/send-verification-otp", "/api/auth/sign-in/magic-link"} {
		known := newVisitor(t).send("POST", s.origin+path, `{"email":"ann@tea.example"}`)
		unknown := newVisitor(t).send("POST", s.origin+path, `{"email":"bob@tea.example"}`)
		if diff := cmp.Diff(shape(known), shape(unknown)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
		if a, b := s.post.Next(t, "ann@tea.example"), s.post.Next(t, "bob@tea.example"); len(a.Text) != len(b.Text) {
			t.Errorf("%s: the letters differ: %q and %q", path, a.Text, b.Text)
		}
	}
	for name, body := range map[string]string{
		"an account, a code": `{"email":"ann@tea.example","otp":"x"}`, "no account, a code": `{"email":"bob@tea.example","otp":"x"}`, "neither": `{"email":"eve@tea.example","otp":"x"}`,
	} {
		got := newVisitor(t).send("POST", s.origin+"/api/auth/sign-in/email-otp", body)
		if diff := cmp.Diff(shape(newVisitor(t).send("POST", s.origin+"/api/auth/sign-in/email-otp", `{"email":"zoe@tea.example","otp":"x"}`)), shape(got)); diff != "" || got.status != http.StatusUnauthorized {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Same work: a request with a code costs as many hashes whether the code is
// right, wrong or for an address that nobody has, and so does one with a link.
func TestWhatIsTriedCostsTheSameHashes(t *testing.T) {
	s := newSignInSite(t, byMail(), nil)
	newVisitor(t).signIn(s, "ann@tea.example")
	newVisitor(t).want(200, newVisitor(t).send("POST", s.origin+"/api/auth/email-otp/send-verification-otp", `{"email":"ann@tea.example"}`))
	code := s.post.Next(t, "ann@tea.example").Code()
	mailed := func() string {
		newVisitor(t).want(200, newVisitor(t).send("POST", s.origin+"/api/auth/sign-in/magic-link", `{"email":"ann@tea.example"}`))
		return s.post.Next(t, "ann@tea.example").Link()
	}
	link, unspent := mailed(), mailed()
	byCode := func(email, code string) func() page {
		return func() page {
			return newVisitor(t).send("POST", s.origin+"/api/auth/sign-in/email-otp", `{"email":"`+email+`","otp":"`+code+`"}`)
		}
	}
	byLink := func(link string) func() page {
		query := link[strings.Index(link, "?")+1:] // the button's form
		return func() page { return newVisitor(t).send("POST", s.origin+"/api/auth/magic-link/verify", query) }
	}
	look := func(link string) func() page {
		return func() page { return newVisitor(t).send("GET", link, "") }
	}
	for way, tries := range map[string][]func() page{
		"code":           {byCode("eve@tea.example", code), byCode("ann@tea.example", "x"), byCode("ann@tea.example", code)},
		"look at a link": {look(strings.Replace(unspent, "token=", "token=A", 1)), look(unspent + "A"), look(unspent)},
		"link":           {byLink(strings.Replace(link, "token=", "token=A", 1)), byLink(link + "A"), byLink(link)},
	} {
		var work []map[keyring.Operation]uint64
		var status []int
		for _, try := range tries {
			before := keyring.Work()
			status = append(status, try().status)
			work = append(work, workSince(before))
		}
		if status[0] != status[1] || status[1] == status[2] {
			t.Fatalf("%s: answers %v, want the last alone to be another", way, status)
		}
		for n, each := range work[:2] {
			if diff := cmp.Diff(work[2], each); diff != "" || each[keyring.Hashing] == 0 {
				t.Errorf("%s, try %d against the right one: %s", way, n, diff)
			}
		}
	}
}

func workSince(before map[keyring.Operation]uint64) map[keyring.Operation]uint64 {
	work := keyring.Work()
	for operation := range work {
		work[operation] -= before[operation]
	}
	return work
}
