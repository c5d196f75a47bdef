package app_test

import (
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/diagnostic"
	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/identity/identitytest"
	"github.com/quartet-dev/quartet/internal/logtest"
)

const named = "auth: { methods: [{ kind: email-otp }], bootstrapOwner: { email: ann@tea.example } }\nmail: { from: no-reply@tea.example }\n"

// ownerSite is a folder on disk with these settings, and the environment of a server
// that has no more than a secret.
func ownerSite(t *testing.T, settings string) (dir string, o app.Options, log *logtest.Log) {
	t.Helper()
	dir, log = t.TempDir(), &logtest.Log{}
	for name, text := range map[string]string{"quartet.yaml": settings, "manifests/guest-book.yaml": guestBook} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, app.Options{Dir: dir, Logger: slog.New(slog.NewTextHandler(log, nil)), HandlersElsewhere: true}, log
}

func environment(of map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { value, ok := of[name]; return value, ok }
}

// inDevelopment serves a site as quartet dev does, and signs in by its link.
func inDevelopment(t *testing.T, o app.Options) (link *app.OwnerLink, role string) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	o.Development = &app.Development{Origin: "http://" + server.Listener.Addr().String()}
	a, err := app.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = a
	server.Start()
	t.Cleanup(func() { server.Close(); closed(t, a) })
	if link, err = a.OwnerLink(t.Context(), time.Minute); err != nil {
		t.Fatal(err)
	}
	return link, roleOf(t, link.URL)
}

// roleOf is the role of whoever a link signs in; "" without a staff role.
func roleOf(t *testing.T, link string) string {
	t.Helper()
	person := identitytest.SignIn(t, link)
	answer, err := person.Browser.Get(person.Origin + "/admin/api/me")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var me struct{ Role string }
	if err := json.NewDecoder(answer.Body).Decode(&me); err != nil {
		t.Fatal(err)
	}
	return me.Role
}

func TestTheLinkOfDevelopmentIsForTheOwnerOfTheSettings(t *testing.T) {
	for settings, want := range map[string]string{named: "ann@tea.example", "site: { title: Tea }\n": "owner@localhost"} {
		_, o, _ := ownerSite(t, settings)
		o.Environment = environment(nil)
		if link, role := inDevelopment(t, o); link.Email != want || role != "owner" {
			t.Errorf("%s is %q, want the owner %s", link.Email, role, want)
		}
	}
}

// A folder that was worked on without auth.bootstrapOwner takes its first owner along.
func TestAFirstOwnerWhoCameTooLateIsToldOf(t *testing.T) {
	dir, o, log := ownerSite(t, "site: { title: Tea }\n")
	o.Environment = environment(nil)
	inDevelopment(t, o)
	if says := app.PassedOverOwner(t.Context(), o); says != "" || strings.Contains(log.String(), "bootstrapOwner") {
		t.Errorf("nobody is named, and it says %q\n%s", says, log)
	}
	if err := os.WriteFile(filepath.Join(dir, "quartet.yaml"), []byte(named), 0o600); err != nil {
		t.Fatal(err)
	}
	if link, role := inDevelopment(t, o); link.Email != "owner@localhost" || role != "owner" {
		t.Errorf("the link of development signs in %s as %q", link.Email, role)
	}
	says := app.PassedOverOwner(t.Context(), withSecret(o))
	if !strings.Contains(says, "ann@tea.example") || !strings.Contains(log.String(), "ann@tea.example") {
		t.Errorf("nobody is told: %q\n%s", says, log)
	}
}

// Who names nobody is told of nobody, whoever is the owner.
func TestNobodyIsPassedOverWhereNobodyIsNamed(t *testing.T) {
	dir, o, log := ownerSite(t, named)
	o.Environment = environment(nil)
	inDevelopment(t, o)
	if err := os.WriteFile(filepath.Join(dir, "quartet.yaml"), []byte("site: { title: Tea }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if link, role := inDevelopment(t, o); link.Email != "ann@tea.example" || role != "owner" || strings.Contains(log.String(), "bootstrapOwner") {
		t.Errorf("the link signs in %s as %q\n%s", link.Email, role, log)
	}
}

func withSecret(o app.Options) app.Options {
	o.Environment = environment(map[string]string{"AUTH_SECRET": siteSecret, "PUBLIC_ORIGIN": "https://tea.example", "MAIL_URL": "smtp://127.0.0.1:1"})
	return o
}

func TestAnOwnerLinkNeedsNoMailServer(t *testing.T) {
	_, o, _ := ownerSite(t, named)
	a, err := app.Open(t.Context(), withSecret(o))
	if err != nil {
		t.Fatal(err)
	}
	closed(t, a)
	o.Environment = environment(map[string]string{"AUTH_SECRET": siteSecret, "PUBLIC_ORIGIN": "https://tea.example"})
	link, err := app.NewOwnerLink(t.Context(), o, "")
	if err != nil || link.Email != "ann@tea.example" || !strings.HasPrefix(link.URL, "https://tea.example/") || link.ForDevelopment {
		t.Fatalf("%+v %v", link, err)
	}
	if len(link.Missing) != 1 || !strings.Contains(link.Missing[0], "MAIL_URL") {
		t.Errorf("what is missing: %q", link.Missing)
	}
	o.Environment = environment(map[string]string{"PUBLIC_ORIGIN": "https://tea.example"})
	if _, err := app.NewOwnerLink(t.Context(), o, ""); !diag.HasCode(err, diagnostic.ResourceUnavailable) {
		t.Errorf("without a secret: %v", err)
	}
}

// Beside quartet dev, its secret and its address count.
func TestAnOwnerLinkBesideDevelopment(t *testing.T) {
	dir, o, _ := ownerSite(t, "site: { title: Tea, origin: https://tea.example }\n")
	server := httptest.NewUnstartedServer(nil)
	server.Start()
	defer server.Close()
	served := o
	served.Environment, served.Development = environment(nil), &app.Development{Origin: server.URL}
	a, err := app.Open(t.Context(), served)
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, a)
	server.Config.Handler = a
	o.Environment = environment(nil)
	link, err := app.NewOwnerLink(t.Context(), o, "")
	if err != nil || !link.ForDevelopment || !strings.HasPrefix(link.URL, server.URL+"/") {
		t.Fatalf("%+v %v", link, err)
	}
	if role := roleOf(t, link.URL); role != "owner" {
		t.Errorf("the link signs in a %q", role)
	}
	if _, err := os.Stat(filepath.Join(dir, ".service", "auth-secret")); err != nil {
		t.Error(err)
	}
	o.Environment = environment(map[string]string{"PUBLIC_ORIGIN": "http://localhost:9999"})
	if link, err := app.NewOwnerLink(t.Context(), o, ""); err != nil || !strings.HasPrefix(link.URL, "http://localhost:9999/") {
		t.Errorf("where the environment names another: %+v %v", link, err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".service", "dev-origin"), []byte("what somebody typed"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Environment = environment(nil)
	if link, err := app.NewOwnerLink(t.Context(), o, ""); err != nil || !strings.HasPrefix(link.URL, "http://localhost:8787/") {
		t.Errorf("where none was kept: %+v %v", link, err)
	}
}
