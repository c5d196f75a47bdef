package settings_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/settings"
)

const authCases = 17

// Mode selection, and the auth factory: a case is a site folder, the
// environment, perhaps the mark of development, and how users sign in by it.
// Nothing of it stops a start.
func TestHowUsersSignIn(t *testing.T) {
	files, err := filepath.Glob("testdata/auth/*.txtar")
	if err != nil || len(files) != authCases {
		t.Fatalf("%d files, want %d: %v", len(files), authCases, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			compare(t, file, func(parts map[string]string) string { return signInOf(t, parts) })
		})
	}
}

// signInOf is how users sign in to a site.
func signInOf(t *testing.T, parts map[string]string) string {
	t.Helper()
	read, problems := read(parts)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if shown := fmt.Sprintf("%v %+v %#v", read.Auth, read.Auth, read.Auth); strings.Contains(shown, "hush") {
		t.Errorf("a secret is shown: %s", shown)
	}
	return signIn(read.Auth)
}

// signIn describes how users sign in, and of secrets only that they are there.
func signIn(a settings.Auth) string {
	var b strings.Builder
	fmt.Fprintf(&b, "mode %q touched %t origin %s\n", a.Mode, a.Touched, a.Origin)
	fmt.Fprintf(&b, "secret %t previous %t\n", a.Secret != "", a.PreviousSecret != "")
	fmt.Fprintf(&b, "owner %+v\n", a.Owner)
	if a.CookiePrefix != "" || a.CookieDomain != "" || a.TrustedOrigins != nil {
		fmt.Fprintf(&b, "cookies %s %s, trusts %v\n", a.CookiePrefix, a.CookieDomain, a.TrustedOrigins)
	}
	for _, m := range a.Methods {
		fmt.Fprintf(&b, "method %+v\n", m)
	}
	for _, each := range a.LeftOut {
		fmt.Fprintf(&b, "left out: %s\n", each)
	}
	for _, each := range a.Incomplete {
		fmt.Fprintf(&b, "incomplete: %s\n", each)
	}
	return b.String()
}
