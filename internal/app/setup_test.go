package app_test

import (
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/app"
)

// The page that a browser gets asks for one way to sign in, and for nothing that is there.
func TestTheSetUpPageAsksForWhatIsMissing(t *testing.T) {
	const ownerBlock, secretLine, originLine, linkStep = "bootstrapOwner:", "AUTH_SECRET=…", "PUBLIC_ORIGIN=", "quartet owner-link"
	secret := strings.Repeat("s", 48)
	for name, test := range map[string]struct {
		settings      string
		environment   map[string]string
		asks, asksNot []string
	}{
		"nothing is set": {"", nil,
			[]string{ownerBlock, secretLine, originLine, linkStep}, []string{"SERVICE_AUTH_MODE", "ADMIN_CODEHOST_LOGIN"}},
		"the owner is named": {"auth: { bootstrapOwner: { email: keeper@tea.example } }", nil,
			[]string{secretLine, originLine, linkStep}, []string{ownerBlock, "SERVICE_AUTH_MODE"}},
		"the secret is there": {"", map[string]string{"AUTH_SECRET": secret, "PUBLIC_ORIGIN": "https://tea.example"},
			[]string{ownerBlock, linkStep}, []string{"AUTH_SECRET", originLine, "SERVICE_AUTH_MODE", "openssl"}},
		"the settings name the origin": {"site: { origin: https://tea.example }", nil,
			[]string{ownerBlock, secretLine}, []string{originLine}},
		"a mode is begun": {"", map[string]string{"SERVICE_AUTH_MODE": "self-managed", "AUTH_SECRET": secret, "PUBLIC_ORIGIN": "https://tea.example"},
			[]string{"CODEHOST_CLIENT_ID", "CODEHOST_CLIENT_SECRET", "ADMIN_CODEHOST_LOGIN"}, []string{ownerBlock, "AUTH_SECRET", linkStep, "SERVICE_HOSTED"}},
	} {
		t.Run(name, func(t *testing.T) {
			text := setUpPage(t, test.settings, test.environment)
			for _, each := range test.asks {
				if !strings.Contains(text, each) {
					t.Errorf("it does not ask for %q", each)
				}
			}
			for _, each := range test.asksNot {
				if strings.Contains(text, each) {
					t.Errorf("it asks for %q", each)
				}
			}
		})
	}
}

// The page is in the color of the site, as every page of the service's own.
func TestTheSetUpPageHasTheColorOfTheSite(t *testing.T) {
	if text := setUpPage(t, `site: { accentColor: "#8b1a1a" }`, nil); !strings.Contains(text, "--act: #8b1a1a;") {
		t.Error(text)
	}
}

// setUpPage is what a browser gets at /admin of a site with these settings.
func setUpPage(t *testing.T, settings string, environment map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "manifests"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"quartet.yaml": settings, "manifests/notes.yaml": minimalSchema} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	site, err := app.Open(t.Context(), app.Options{
		Dir: dir, Logger: slog.New(slog.DiscardHandler),
		Environment: func(name string) (string, bool) { value, ok := environment[name]; return value, ok },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	r, w := httptest.NewRequest("GET", "https://elsewhere.example/admin", nil), httptest.NewRecorder()
	r.Header.Set("Accept", "text/html")
	site.ServeHTTP(w, r)
	if w.Code != 503 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return w.Body.String()
}

const minimalSchema = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { title: { type: string } } } }
`
