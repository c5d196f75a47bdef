package mail

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/logtest"
	"github.com/quartet-dev/quartet/internal/look"
	"github.com/quartet-dev/quartet/internal/principal"
)

func open(t *testing.T, o Options) (*Queue, *logtest.Log) {
	t.Helper()
	log := &logtest.Log{}
	o.Logger = slog.New(slog.NewTextHandler(log, nil))
	if o.From == "" {
		o.From = "Tea notes <no-reply@tea.example>"
	}
	if o.Site == nil {
		o.Site = func() string { return "Tea notes" }
	}
	if o.delays == nil {
		o.delays = []time.Duration{time.Millisecond, time.Millisecond}
	}
	b, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		b.Close(ended)
	})
	return b, log
}

// parts reads a message as a mail program does: headers, text, HTML.
func parts(t *testing.T, message string) (header mail.Header, plain, html string) {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("%s %v", kind, err)
	}
	reader := multipart.NewReader(m.Body, params["boundary"])
	bodies := make(map[string]string)
	for {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return m.Header, bodies["text/plain"], bodies["text/html"]
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type"))
		bodies[kind] = string(body)
	}
}

func TestMessagesArriveInEveryLanguage(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	b, _ := open(t, Options{URL: "smtp://" + p.addr})
	for name, test := range map[string]struct {
		send    func(locale string) error
		locales map[string]string // to a word of the subject
		shows   string
	}{
		"code": {
			func(locale string) error { return b.SendCode(t.Context(), "you@tea.example", "123456", locale) },
			map[string]string{"en": "sign-in code", "": "sign-in code", "de": "sign-in code", "zh-TW": "驗證碼", "zh-HK": "驗證碼"},
			"123456",
		},
		"link": {
			func(locale string) error {
				return b.SendLink(t.Context(), "you@tea.example", "https://tea.example/verify?token=a&to=b", locale)
			},
			map[string]string{"en-GB": "Sign in to", "zh-TW": "登入"},
			"https://tea.example/verify?token=a&to=b",
		},
		"invitation": {
			func(locale string) error {
				return b.SendInvitation(t.Context(), "you@tea.example", "editor", "Keeper", "https://tea.example/admin", locale)
			},
			map[string]string{"en": "invited", "zh-TW": "邀請"},
			"https://tea.example/admin",
		},
	} {
		for locale, word := range test.locales {
			t.Run(name+" "+locale, func(t *testing.T) {
				if err := test.send(locale); err != nil {
					t.Fatal(err)
				}
				header, plain, html := parts(t, p.wait(t.Context(), t))
				subject, err := new(mime.WordDecoder).DecodeHeader(header.Get("Subject"))
				if err != nil || !strings.Contains(subject, word) || !strings.Contains(subject, "Tea notes") {
					t.Errorf("subject %q %v", subject, err)
				}
				if !strings.Contains(plain, test.shows) || !strings.Contains(html, strings.ReplaceAll(test.shows, "&", "&amp;")) {
					t.Errorf("%s\n%s", plain, html)
				}
			})
		}
	}
}

func TestHeadersOfAMessage(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	b, _ := open(t, Options{URL: "smtp://" + p.addr})
	if err := b.SendCode(t.Context(), "you@tea.example", "123456", "en"); err != nil {
		t.Fatal(err)
	}
	header, _, _ := parts(t, p.wait(t.Context(), t))
	for name, want := range map[string]string{
		"Auto-Submitted": "auto-generated", "To": "<you@tea.example>", "From": `"Tea notes" <no-reply@tea.example>`,
		"User-Agent": "", "X-Mailer": "", "Bcc": "",
	} {
		if got := header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if id := header.Get("Message-ID"); !strings.HasSuffix(id, "@tea.example>") {
		t.Errorf("Message-ID: %q", id)
	}
	if _, err := header.Date(); err != nil {
		t.Error(err)
	}
}

func TestNothingFromElsewhereBecomesAHeaderOrMarkup(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	hostile := "Tea\r\nBcc: thief@evil.example\r\n\r\n<script>alert(1)</script>" + strings.Repeat("x", 9000)
	b, _ := open(t, Options{URL: "smtp://" + p.addr, Site: func() string { return hostile }})
	if err := b.SendInvitation(t.Context(), "you@tea.example", hostile, hostile, "javascript:alert(1)", hostile); err != nil {
		t.Fatal(err)
	}
	message := p.wait(t.Context(), t)
	header, _, html := parts(t, message)
	if header.Get("Bcc") != "" || strings.Contains(html, "<script") || strings.Contains(html, `href="javascript:`) {
		t.Error(message)
	}
	if len(message) > 20_000 {
		t.Errorf("a letter of %d bytes", len(message))
	}
}

func TestAMessageLoadsNothing(t *testing.T) {
	for _, l := range []message{{kind: codeMessage, code: "123456"}, {kind: linkMessage, link: "https://tea.example/a"}} {
		texts, err := l.render("Tea notes", look.Read())
		if err != nil {
			t.Fatal(err)
		}
		for _, remote := range []string{"<img", "src=", "url(", "@import", "<link", "<script"} {
			if strings.Contains(texts.html, remote) {
				t.Errorf("the letter has %s", remote)
			}
		}
	}
}

func TestTranslationsAreComplete(t *testing.T) {
	if len(translations) < 2 {
		t.Fatalf("%d catalogues", len(translations))
	}
	for _, each := range translations {
		for _, role := range principal.Roles() {
			if each.roles[role] == "" {
				t.Errorf("%s: no name for %s", each.language, role)
			}
		}
		for _, kind := range []kind{codeMessage, linkMessage, invitationMessage} {
			filled, err := each.messages[kind].fill(templateData{Site: "S", Inviter: "I", Role: "R", Code: "C"})
			if err != nil || filled.Subject == "" || filled.Heading == "" || filled.Lead == "" || filled.Note == "" {
				t.Errorf("%s: %s: %+v %v", each.language, kind, filled, err)
			}
			if kind != codeMessage && filled.Button == "" {
				t.Errorf("%s: %s has no button", each.language, kind)
			}
		}
	}
}

func TestWhatIsNoAddressIsRefused(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	b, _ := open(t, Options{URL: "smtp://" + p.addr})
	for _, to := range []string{
		"", "you", "you@tea.example\r\nBcc: thief@evil.example", "you@tea.example, thief@evil.example",
		"You <you@tea.example>", strings.Repeat("y", 250) + "@tea.example",
	} {
		if err := b.SendCode(t.Context(), to, "123456", "en"); !diag.HasCode(err, diag.InputValidationFailed) {
			t.Errorf("%q: %v", to, err)
		}
	}
}

func TestATemporaryRefusalIsTriedAgain(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	p.answer = func(try int) error {
		if try < 3 {
			return &smtp.SMTPError{Code: 451, Message: "come again, you@tea.example"}
		}
		return nil
	}
	b, _ := open(t, Options{URL: "smtp://" + p.addr})
	if err := b.SendCode(t.Context(), "you@tea.example", "123456", "en"); err != nil {
		t.Fatal(err)
	}
	p.wait(t.Context(), t)
	if p.tried() != 3 {
		t.Errorf("%d tries", p.tried())
	}
}

func TestARefusalForGoodIsNotTriedAgainAndLoggedWithoutSecrets(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	p.answer = func(int) error { return &smtp.SMTPError{Code: 550, Message: "there is no you@tea.example"} }
	b, log := open(t, Options{URL: "smtp://" + p.addr})
	if err := b.SendCode(t.Context(), "you@tea.example", "123456", "en"); err != nil {
		t.Fatal(err)
	}
	b.Close(t.Context())
	if p.tried() != 1 {
		t.Errorf("%d tries", p.tried())
	}
	if text := log.String(); !strings.Contains(text, "550") || strings.Contains(text, "you@") || strings.Contains(text, "123456") {
		t.Error(text)
	}
}

// A server that never answers: handing over does not wait for it, and what it
// may pile up is bounded.
func TestASlowServerStallsNobody(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	release := make(chan struct{})
	p.answer = func(int) error { <-release; return nil }
	b, _ := open(t, Options{URL: "smtp://" + p.addr, size: 3})
	taken := 0
	for ; taken <= workers+3; taken++ {
		if err := b.SendCode(t.Context(), fmt.Sprintf("you%d@tea.example", taken), "123456", "en"); err != nil {
			if !diag.HasCode(err, diag.ResourceUnavailable) {
				t.Fatal(err)
			}
			break
		}
	}
	if taken > workers+3 {
		t.Errorf("%d letters were taken", taken)
	}
	close(release)
	for range taken {
		p.wait(t.Context(), t)
	}
}

func TestCloseDeliversWhatItHas(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	b, _ := open(t, Options{URL: "smtp://" + p.addr})
	for range 10 {
		if err := b.SendCode(t.Context(), "you@tea.example", "123456", "en"); err != nil {
			t.Fatal(err)
		}
	}
	b.Close(t.Context())
	if len(p.received) != 10 {
		t.Errorf("%d letters arrived", len(p.received))
	}
	if err := b.SendCode(t.Context(), "you@tea.example", "123456", "en"); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("a closed Outbox: %v", err)
	}
}

func TestCloseIsBounded(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	release := make(chan struct{})
	p.answer = func(int) error { <-release; return nil }
	t.Cleanup(func() { close(release) }) // before the server closes
	b, log := open(t, Options{URL: "smtp://" + p.addr})
	if err := b.SendCode(t.Context(), "you@tea.example", "123456", "en"); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	b.Close(ended)
	if text := log.String(); !strings.Contains(text, "not delivered") {
		t.Error(text)
	}
}

func TestHowAServerIsReached(t *testing.T) {
	for name, test := range map[string]struct {
		how            security
		url            string
		beyondLoopback bool
		trusted        bool
		user           string
		refused        bool
	}{
		"loopback, in the clear":              {how: inTheClear, url: "smtp://", trusted: true},
		"loopback, in the clear, signed in":   {how: inTheClear, url: "smtp://tea:hush@", trusted: true, user: "tea"},
		"beyond loopback, in the clear":       {how: inTheClear, url: "smtp://tea:hush@", trusted: true, beyondLoopback: true, refused: true},
		"beyond loopback, STARTTLS":           {how: startTLS, url: "smtp://tea:hush@", trusted: true, beyondLoopback: true, user: "tea"},
		"beyond loopback, TLS":                {how: implicitTLS, url: "smtps://tea:hush@", trusted: true, beyondLoopback: true, user: "tea"},
		"a certificate that nobody vouches":   {how: startTLS, url: "smtp://tea:hush@", beyondLoopback: true, refused: true},
		"TLS, a certificate nobody vouches":   {how: implicitTLS, url: "smtps://tea:hush@", beyondLoopback: true, refused: true},
		"a wrong password":                    {how: startTLS, url: "smtp://tea:wrong@", trusted: true, refused: true},
		"smtps to a server that speaks plain": {how: inTheClear, url: "smtps://", trusted: true, refused: true},
	} {
		t.Run(name, func(t *testing.T) {
			p, trust := openPost(t, test.how)
			o := Options{URL: test.url + p.addr, From: "no-reply@tea.example"}
			if test.trusted {
				o.trust = trust
			}
			s, err := serverOf(o)
			if err != nil {
				t.Fatal(err)
			}
			s.loopback = !test.beyondLoopback
			err = s.send(t.Context(), "you@tea.example", rendered{subject: "s", plain: "p", html: "h"})
			if (err != nil) != test.refused || p.user != test.user {
				t.Errorf("user %q, %v", p.user, err)
			}
			if err != nil && (strings.Contains(reason(err), "hush") || strings.Contains(reason(err), "wrong")) {
				t.Error(reason(err))
			}
		})
	}
}

func TestCheckConnectsAndSendsNothing(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	o := Options{URL: "smtp://tea:hush@" + p.addr, From: "no-reply@tea.example"}
	if err := Check(t.Context(), o); err != nil || p.user != "tea" || p.tried() != 0 {
		t.Errorf("user %q, %d tries, %v", p.user, p.tried(), err)
	}
	o.URL = "smtp://tea:wrong@" + p.addr
	if err := Check(t.Context(), o); err == nil || strings.Contains(err.Error(), "wrong") {
		t.Error(err)
	}
}

func TestOptionsThatCannotWork(t *testing.T) {
	for _, o := range []Options{
		{URL: "imap://mail.example", From: "a@tea.example"}, {URL: "smtp://", From: "a@tea.example"}, {URL: "smtp://mail.example", From: "nobody"},
	} {
		if b, err := Open(o); err == nil {
			b.Close(t.Context())
			t.Errorf("%+v was taken", o)
		}
	}
}

func TestTheTerminalPrintsTheCodeOrLink(t *testing.T) {
	var out strings.Builder
	terminal := NewTerminal(&out)
	for _, err := range []error{
		terminal.SendCode(t.Context(), "you@tea.example", "123456", "en"),
		terminal.SendLink(t.Context(), "you@tea.example", "http://localhost:8787/a", "en"),
		terminal.SendInvitation(t.Context(), "you@tea.example", "editor\x1b[2J", "Keeper", "http://localhost:8787/b", "en"),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	for _, want := range []string{"you@tea.example", "123456", "http://localhost:8787/a", "http://localhost:8787/b", "editor"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %q", want, out.String())
		}
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Error("control characters reach the terminal")
	}
	if err := terminal.SendCode(t.Context(), "nobody", "123456", "en"); !diag.HasCode(err, diag.InputValidationFailed) {
		t.Error(err)
	}
}
