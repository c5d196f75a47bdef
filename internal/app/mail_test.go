package app_test

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/mail"
	"github.com/quartet-dev/quartet/internal/mail/mailtest"
)

var mailing = fstest.MapFS{
	"manifests/notes.yaml": {Data: []byte(drafted)},
	"quartet.yaml":         {Data: []byte("mail: { from: Tea notes <no-reply@tea.example> }\n")},
}

// openMailing opens a site whose data is in dir.
func openMailing(t *testing.T, dir string, development *app.Development) *app.App {
	t.Helper()
	a, err := app.Open(t.Context(), app.Options{FS: mailing, Dir: dir, Logger: slog.New(slog.DiscardHandler), Development: development})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func closed(t *testing.T, a *app.App) {
	t.Helper()
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

func note(to ...string) mail.Message {
	return mail.Message{To: to, Subject: "Tea", Text: "It is ready.", ReplyTo: "shop@tea.example"}
}

// Mail of handlers needs no sign-in, and what a site has taken goes out before
// it closes.
func TestMailOfHandlersGoesOutAsTheSite(t *testing.T) {
	post := mailtest.Open(t)
	t.Setenv("MAIL_URL", post.URL)
	a := openMailing(t, t.TempDir(), nil)
	err := a.SendMail(t.Context(), note("ann@tea.example", "ben@tea.example"))
	closed(t, a)
	if err != nil || len(post.Messages()) != 2 {
		t.Fatalf("%v %v", post.Messages(), err)
	}
	for _, each := range post.Messages() {
		if from := each.Header.Get("From"); from != `"Tea notes" <no-reply@tea.example>` || each.Header.Get("To") != "<"+each.To+">" || each.Header.Get("Reply-To") != "<shop@tea.example>" {
			t.Error(each)
		}
	}
	if err := a.SendMail(t.Context(), note("ann@tea.example")); err == nil {
		t.Error("a closed site took a message")
	}
}

func TestMailOfHandlersIsLimitedThroughRestarts(t *testing.T) {
	post, dir := mailtest.Open(t), t.TempDir()
	t.Setenv("MAIL_URL", post.URL)
	for restart := range 2 {
		a := openMailing(t, dir, nil)
		for range 5 {
			if err := a.SendMail(t.Context(), note("ann@tea.example")); err != nil {
				t.Fatal(restart, err)
			}
		}
		closed(t, a)
	}
	a := openMailing(t, dir, nil)
	defer closed(t, a)
	for _, to := range [][]string{{"ann@tea.example"}, {"Ann@TEA.example"}, {"ben@tea.example", "ann@tea.example"}} {
		err := a.SendMail(t.Context(), note(to...))
		var held interface{ RetryAfter() time.Duration }
		if !diag.HasCode(err, diag.RateLimited) || !errors.As(err, &held) || held.RetryAfter() <= 0 || held.RetryAfter() > time.Hour {
			t.Errorf("%v: %v", to, err)
		}
	}
	if err := a.SendMail(t.Context(), note("ben@tea.example")); err != nil {
		t.Error(err) // nothing was counted for who was refused beside ann
	}
	var err error
	sent := 11
	for ; err == nil && sent <= 200; sent++ {
		err = a.SendMail(t.Context(), note("guest"+strconv.Itoa(sent)+"@tea.example"))
	}
	if !diag.HasCode(err, diag.RateLimited) || sent < 101 || sent > 110 {
		t.Errorf("%d messages, %v", sent, err)
	}
}

func TestMailThatIsNotConfiguredIsADiagnostic(t *testing.T) {
	t.Setenv("MAIL_URL", "")
	a := openMailing(t, t.TempDir(), nil)
	defer closed(t, a)
	err := a.SendMail(t.Context(), note("ann@tea.example"))
	if !diag.HasCode(err, diag.ResourceUnavailable) || strings.Contains(err.Error(), "MAIL_URL") || !strings.Contains(errors.Unwrap(err).Error(), "MAIL_URL") {
		t.Error(err)
	}
	if err := a.SendMail(t.Context(), note("ann")); !diag.HasCode(err, diag.InputValidationFailed) {
		t.Error(err)
	}
}

func TestMailOfHandlersIsPrintedInDevelopment(t *testing.T) {
	post := mailtest.Open(t)
	t.Setenv("MAIL_URL", post.URL)
	var out strings.Builder
	a := openMailing(t, t.TempDir(), &app.Development{Origin: "http://localhost:8787", Mail: &out})
	defer closed(t, a)
	if err := a.SendMail(t.Context(), note("ann@tea.example")); err != nil || !strings.Contains(out.String(), "It is ready.") || len(post.Messages()) > 0 {
		t.Errorf("%q %v", out.String(), err)
	}
}

const mailer = `
apiVersion: quartet/v1
kind: Procedure
metadata: { name: tell }
spec: { input: { type: object, properties: { to: {}, caught: { type: boolean } } }, output: { type: object }, handler: { kind: ref, ref: tell } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: tell }
spec: { source: { kind: http, method: POST, path: /api/tell }, target: { procedure: tell } }
`

// A handler in TypeScript meets the same refusals, and one that it does not catch
// is the answer.
func TestAHandlerIsToldWhenToSendMailAgain(t *testing.T) {
	var out strings.Builder
	o := onDisk(t, map[string]string{"manifests/mailer.yaml": mailer, "handlers/tell.ts": `
export default async ({ to, caught }: { to: string, caught?: boolean }, ctx: any) => {
  try {
    await ctx.mail.send({ to, subject: 'Tea', text: 'It is ready.' })
    return {}
  } catch (error: any) {
    if (!caught) throw error
    return { code: error.code, path: error.path, waits: error.retryAfter > 0 && error.retryAfter <= 3_600_000 }
  }
}
`})
	o.Development = &app.Development{Origin: "http://localhost:8787", Mail: &out}
	a := opened(t, o)
	tell := func(input map[string]any) any {
		t.Helper()
		got, err := a.Invoke(t.Context(), content.Caller{}, "tell", input)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for range 10 {
		tell(map[string]any{"to": "ann@tea.example"})
	}
	if diff := cmp.Diff(any(map[string]any{"code": "RATE_LIMITED", "path": "input#", "waits": true}), tell(map[string]any{"to": "ann@tea.example", "caught": true})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(any(map[string]any{"code": "INPUT_VALIDATION_FAILED", "path": "mail#/to/0", "waits": false}), tell(map[string]any{"to": "ann", "caught": true})); diff != "" {
		t.Error(diff)
	}
	r := httptest.NewRequest(http.MethodPost, "/api/tell", strings.NewReader(`{"to":"ann@tea.example"}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}
