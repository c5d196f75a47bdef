package identitytest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
)

// Person is the browser of somebody who is signed in.
type Person struct {
	Origin  string
	Browser *http.Client // has the cookies, and follows no redirect

	t testing.TB
}

// SignIn opens a link that signs in, as Service.SignInLink makes one, in a
// browser of its own.
func SignIn(t testing.TB, link string) *Person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	where, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	p := &Person{t: t, Origin: where.Scheme + "://" + where.Host, Browser: &http.Client{
		Jar:           jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	p.get(link, http.StatusFound)
	return p
}

// SignOut ends the person's session.
func (p *Person) SignOut() {
	p.t.Helper()
	answer, err := p.Browser.Post(p.Origin+"/api/auth/sign-out", "application/json", strings.NewReader("{}"))
	if err != nil {
		p.t.Fatal(err)
	}
	_ = p.read(answer, http.StatusOK)
}

// ID is the person's user.
func (p *Person) ID() string {
	p.t.Helper()
	_, body := p.get(p.Origin+"/api/auth/get-session", http.StatusOK)
	var session struct{ User struct{ ID string } }
	if err := json.Unmarshal(body, &session); err != nil || session.User.ID == "" {
		p.t.Fatalf("%s: %v", body, err)
	}
	return session.User.ID
}

// Approve opens the address that a client asks to be let in with, says yes
// where the person is asked, and gives the address back at the client.
func (p *Person) Approve(address string) *url.URL {
	p.t.Helper()
	location, _ := p.get(address, http.StatusFound)
	if location.Path != "/oauth/consent" {
		return location
	}
	_, body := p.get(p.Origin+"/oauth/consent/data?"+location.RawQuery, http.StatusOK)
	var asked struct{ Request, Proof string }
	if err := json.Unmarshal(body, &asked); err != nil || asked.Request == "" {
		p.t.Fatalf("%s: %v", body, err)
	}
	answer, err := p.Browser.PostForm(p.Origin+"/api/auth/oauth2/consent", url.Values{
		"request": {asked.Request}, "proof": {asked.Proof}, "accept": {"true"},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	_ = p.read(answer, http.StatusSeeOther)
	return p.location(answer)
}

// get gives the address that the answer leads to, nil for none, and its body.
func (p *Person) get(address string, status int) (*url.URL, []byte) {
	p.t.Helper()
	answer, err := p.Browser.Get(address)
	if err != nil {
		p.t.Fatal(err)
	}
	body := p.read(answer, status)
	if answer.Header.Get("Location") == "" {
		return nil, body
	}
	return p.location(answer), body
}

func (p *Person) location(answer *http.Response) *url.URL {
	p.t.Helper()
	location, err := answer.Location()
	if err != nil {
		p.t.Fatal(err)
	}
	return location
}

func (p *Person) read(answer *http.Response, status int) []byte {
	p.t.Helper()
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != status {
		p.t.Fatalf("%s: %s, want %d: %s %v", answer.Request.URL.Path, answer.Status, status, body, err)
	}
	return body
}
