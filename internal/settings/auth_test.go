package settings_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/settings"
)

// complete is the mode self-managed with nothing missing; a test replaces what
// it is about.
var complete = map[string]string{
	"SERVICE_AUTH_MODE": "self-managed", "PUBLIC_ORIGIN": "https://tea.example", "CODEHOST_CLIENT_ID": "tea",
	"CODEHOST_CLIENT_SECRET": "hush", "ADMIN_CODEHOST_LOGIN": "keeper", "AUTH_SECRET": strings.Repeat("h", 32),
}

// failing counts the failing checks of a complete configuration with some
// variables replaced.
func failing(t *testing.T, replaced map[string]string) int {
	t.Helper()
	var b strings.Builder
	for name, value := range complete {
		if other, ok := replaced[name]; ok {
			value = other
		}
		b.WriteString(name + "=" + value + "\n")
	}
	for name, value := range replaced {
		if _, ok := complete[name]; !ok {
			b.WriteString(name + "=" + value + "\n")
		}
	}
	read, problems := read(map[string]string{"environment": b.String()})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return len(read.Auth.Incomplete)
}

// Mode selection, rule 1.
func TestPublicOrigins(t *testing.T) {
	for value, sound := range map[string]bool{
		"https://tea.example":         true,
		"https://tea.example:8443":    true,
		"https://xn--caf-dma.example": true,
		"http://localhost:8787":       true,
		"http://127.0.0.1":            true,
		"http://[::1]:3000":           true,
		"https://203.0.113.9":         true,
		"https://intranet":            true,
		"http://tea.example":          false,
		"https://tea.example/":        false,
		"https://tea.example/a":       false,
		"https://tea.example?":        false,
		"https://tea.example?a=b":     false,
		"https://tea.example#a":       false,
		"https://u@tea.example":       false,
		"https://TEA.example":         false,
		"HTTPS://tea.example":         false,
		"https://tea.example:443":     false,
		"https://tea.example:":        false,
		"https://tea.example:99999":   false,
		"https://tea example":         false,
		"https://tea.example,":        false,
		"https://*.tea.example":       false,
		"https://":                    false,
		"tea.example":                 false,
		"ftp://tea.example":           false,
	} {
		if got := failing(t, map[string]string{"PUBLIC_ORIGIN": value}); (got == 0) != sound {
			t.Errorf("%s: %d failing checks", value, got)
		}
	}
}

// Mode selection, rule 3.
func TestHostedIssuersAndTheirClients(t *testing.T) {
	for pair, sound := range map[string]bool{
		"https://id.example https://id.example/clients/tea":               true,
		"https://id.example:8443 https://id.example:8443/clients/tea_1.a": true,
		"http://localhost:9000 http://localhost:9000/clients/tea":         true,
		"http://id.example http://id.example/clients/tea":                 false,
		"https://id.example/ https://id.example/clients/tea":              false,
		"https://id.example https://id.example/clients/":                  false,
		"https://id.example https://id.example/clients/a/b":               false,
		"https://id.example https://id.example/clients/a?b":               false,
		"https://id.example https://id.example/clients/..":                false,
		"https://id.example https://id.example/apps/tea":                  false,
		"https://id.example https://id.example.evil.example/clients/tea":  false,
		"https://id.example http://id.example/clients/tea":                false,
		"https://id.example tea":                                          false,
	} {
		issuer, client, _ := strings.Cut(pair, " ")
		got := failing(t, map[string]string{
			"SERVICE_AUTH_MODE": "hosted", "CODEHOST_CLIENT_ID": "", "CODEHOST_CLIENT_SECRET": "",
			"SERVICE_HOSTED_AUTH_ISSUER": issuer, "SERVICE_HOSTED_AUTH_CLIENT_ID": client,
		})
		if (got == 0) != sound {
			t.Errorf("%s: %d failing checks", pair, got)
		}
	}
}

// Mode selection, rule 4.
func TestCodeHostLogins(t *testing.T) {
	for value, sound := range map[string]bool{
		"k": true, "Keeper-2": true, strings.Repeat("k", 39): true,
		strings.Repeat("k", 40): false, "-k": false, "k-": false, "k--k": false, "k_k": false, "@k": false, "k k": false, "k.k": false,
	} {
		if got := failing(t, map[string]string{"ADMIN_CODEHOST_LOGIN": value}); (got == 0) != sound {
			t.Errorf("%q: %d failing checks", value, got)
		}
	}
}

func TestRatesThatAreDeclaredReplaceTheDefaults(t *testing.T) {
	read, problems := read(map[string]string{"quartet.yaml": "auth: { methods: [], rateLimit: { signIn: [2/s], token: [9/h] } }"})
	want := settings.AuthRates{
		SignIn: []settings.Rate{{Count: 2, Per: time.Second}}, Token: []settings.Rate{{Count: 9, Per: time.Hour}},
	}
	if diff := cmp.Diff(want, read.Auth.RateLimit); diff != "" || len(problems) > 0 {
		t.Error(diff, problems)
	}
}

// site-folder.md, dev: an AUTH_SECRET of its own under .service/.
func TestTheLocalSecretIsMadeOnce(t *testing.T) {
	dir := t.TempDir()
	secrets := make([]settings.Secret, 8)
	var group sync.WaitGroup
	for i := range secrets {
		group.Go(func() {
			var err error
			if secrets[i], err = settings.LocalSecret(dir); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, each := range secrets {
		if each != secrets[0] || len(each) < 32 {
			t.Fatalf("secrets of %d and %d bytes differ or are short", len(each), len(secrets[0]))
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, ".service", "auth-secret*")) // no draft is left
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v", files, err)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

func TestAShortLocalSecretIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".service"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".service", "auth-secret"), []byte("short\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if secret, err := settings.LocalSecret(dir); err == nil {
		t.Errorf("%d bytes were taken", len(secret))
	}
}

func TestASecretIsNotMarshaled(t *testing.T) {
	shown, err := json.Marshal(settings.Mail{URL: "smtp://tea:hush@mail.example"})
	if err != nil || strings.Contains(string(shown), "hush") {
		t.Errorf("%s %v", shown, err)
	}
}
