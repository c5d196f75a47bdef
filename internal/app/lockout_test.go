package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/mail/mailtest"
)

// The account that is attacked, and who attacks it.
const (
	victim    = "owner@tea.example"
	attackers = 50
)

// behindProxy are the files of a site with the usual limits, which believes the
// tests about where they come from.
func behindProxy() map[string]string {
	files := byMail()
	files["quartet.yaml"] = `
auth:
  methods: [{ kind: email-otp }, { kind: magic-link }]
  bootstrapOwner: { email: owner@tea.example }
trustedProxies: [127.0.0.0/8]
mail: { from: no-reply@tea.example }
`
	return files
}

// client is a browser at a client address. The owner's mail is in Chinese,
// which tells them from those that others ask for.
type client struct {
	*visitor
	site     *signInSite
	address  string
	language string
}

func (s *signInSite) client(t *testing.T, address, language string) *client {
	return &client{newVisitor(t), s, address, language}
}

func (c *client) post(path, body string) page {
	c.t.Helper()
	return c.send(http.MethodPost, c.site.origin+path, body, "X-Forwarded-For", c.address, "Accept-Language", c.language)
}

func (c *client) askCode() page {
	return c.post("/api/auth/email-otp/send-verification-otp", `{"email":"`+victim+`","type":"sign-in"}`)
}

func (c *client) askLink() page {
	return c.post("/api/auth/sign-in/magic-link", `{"email":"`+victim+`","callbackURL":"/admin"}`)
}

func (c *client) enter(code string) page {
	return c.post("/api/auth/sign-in/email-otp", `{"email":"`+victim+`","otp":"`+code+`"}`)
}

// letter is the next one to the owner that the owner has asked for.
func (c *client) letter() mailtest.Message {
	c.t.Helper()
	for {
		if l := c.site.post.Next(c.t, victim); strings.Contains(l.Subject, "登入") {
			return l
		}
	}
}

// signInByCode asks for a code, lets others do what they like, and enters it.
func (c *client) signInByCode(meanwhile func()) {
	c.t.Helper()
	c.want(200, c.askCode())
	meanwhile()
	c.want(200, c.enter(c.letter().Code()))
	c.mustBeIn()
}

// signInByLink asks for a link, lets others do what they like, opens it and
// presses the button.
func (c *client) signInByLink(meanwhile func()) {
	c.t.Helper()
	c.want(200, c.askLink())
	meanwhile()
	shown := c.want(200, c.send(http.MethodGet, c.letter().Link(), "", "X-Forwarded-For", c.address))
	c.want(302, c.press(shown, c.site.origin, "X-Forwarded-For", c.address))
	c.mustBeIn()
}

func (c *client) mustBeIn() {
	c.t.Helper()
	if session := c.want(200, c.send(http.MethodGet, c.site.origin+"/api/auth/get-session", "")); !strings.Contains(session.body, victim) {
		c.t.Errorf("nobody is signed in: %s", session.body)
	}
}

// crowd is browsers at so many addresses, the last half of them of IPv6.
func (s *signInSite) crowd(t *testing.T) (all []*client) {
	for n := range attackers {
		address := fmt.Sprintf("203.0.113.%d", n)
		if n >= attackers/2 {
			address = fmt.Sprintf("[2001:db8:%d::1]:443", n)
		}
		all = append(all, s.client(t, address, "en"))
	}
	return all
}

// askOn asks for codes and links until each is refused, and counts how many
// letters that gave.
func askOn(crowd []*client) (letters int) {
	for _, each := range crowd {
		for _, ask := range []func() page{each.askCode, each.askLink} {
			for ask().status == http.StatusOK {
				letters++
			}
		}
	}
	return letters
}

// guessOn guesses codes until each is refused, in browsers that have asked for
// one and in browsers that have not.
func guessOn(t *testing.T, crowd []*client) (wrong int) {
	t.Helper()
	for _, each := range crowd {
		for _, browser := range []*client{each, each.site.client(t, each.address, "en")} {
			for range 6 {
				switch status := browser.enter("no code").status; status {
				case http.StatusUnauthorized:
					wrong++
				case http.StatusTooManyRequests:
				default:
					t.Fatalf("a wrong code is answered with %d", status)
				}
			}
		}
	}
	return wrong
}

// open-parts.md, Rate limits: nobody locks another out. Fifty addresses ask for
// codes and links for one account, and guess, for as long as they are let, while
// its owner signs in where they have signed in before.
func TestNobodyLocksAnotherOut(t *testing.T) {
	const home = "192.0.2.1"
	for name, signIn := range map[string]func(*client, func()){
		"by code": (*client).signInByCode, "by link": (*client).signInByLink,
	} {
		t.Run(name, func(t *testing.T) {
			s := newSignInSite(t, behindProxy(), nil)
			s.client(t, home, "zh-TW").signInByCode(func() {})
			crowd := s.crowd(t)
			letters, wrong := askOn(crowd), guessOn(t, crowd)
			signIn(s.client(t, home+":1234", "zh-TW"), func() {
				letters += askOn(crowd)
				wrong += guessOn(t, crowd)
			})
			if letters > 200 {
				t.Errorf("%d letters went to one account in a day, want 200 at most", letters)
			}
			if wrong > 60 {
				t.Errorf("%d wrong codes were looked at in a day, want 60 at most", wrong)
			}
		})
	}
}

// open-parts.md, Rate limits: neither do guesses keep out the owner at an
// address that nobody has seen, in the browser that asks for the code: it is the
// code of that browser, whoever asks after it and however many guess.
func TestGuessesDoNotKeepTheOwnerOut(t *testing.T) {
	s := newSignInSite(t, behindProxy(), nil)
	crowd := s.crowd(t)
	for _, each := range crowd {
		each.want(200, each.askCode())
	}
	guessOn(t, crowd)
	s.client(t, "198.51.100.7", "zh-TW").signInByCode(func() {
		for _, each := range crowd {
			each.want(200, each.askCode())
		}
		guessOn(t, crowd)
	})
}

// open-parts.md, Rate limits: 60 wrong tries a day for one account, 401, then
// 429 with Retry-After, wherever they come from.
func TestWrongCodesOfADayAreSixty(t *testing.T) {
	s := newSignInSite(t, behindProxy(), nil)
	for n := range 61 {
		c := s.client(t, fmt.Sprintf("203.0.113.%d", n/5), "en")
		if n%5 == 0 { // in the browser that asked, and in others
			c.want(200, c.askCode())
		}
		answer := c.enter("no code")
		want := http.StatusUnauthorized
		if n == 60 {
			want = http.StatusTooManyRequests
		}
		if c.want(want, answer); want == http.StatusTooManyRequests && answer.header.Get("Retry-After") == "" {
			t.Error("nobody is told when to try again")
		}
	}
}
