package e2e_test

import (
	"os/exec"
	"strings"
	"testing"
)

// The first minutes: an empty folder, the page of quartet dev, a server without
// sign-in, and the link that makes somebody its owner.
func TestFirstMinutes(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	t.Run("empty", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		s := &site{logs: dir + ".log", letters: dir + ".log"}
		s.develop(t, dir)
		s.play(t, "first/empty.mjs", append(environment, "FOLDER="+dir)...)
	})
	t.Run("landing", func(t *testing.T) {
		t.Parallel()
		s, _ := develop(t)
		s.play(t, "first/landing.mjs", environment...)
	})
	t.Run("server", func(t *testing.T) { t.Parallel(); firstSignIn(t, environment) })
}

// firstSignIn serves a site whose sign-in is not set up; then with what its page has the
// operator set, and with nothing else.
func firstSignIn(t *testing.T, environment []string) {
	s, dir := newSite(t, "publication")
	port := freePort(t)
	s.url = "http://localhost:" + port
	variables := []string{"PUBLIC_ORIGIN=" + s.url}
	serves := func(t *testing.T, script string, more ...string) {
		t.Helper()
		s.start(t, serving(t, "publication", dir, "127.0.0.1:"+port), variables...)
		s.wait(t, s.isReady)
		s.play(t, script, append(environment, more...)...)
	}
	t.Run("setup", func(t *testing.T) { serves(t, "first/setup.mjs", "FOLDER="+dir) })
	variables = append(variables, "AUTH_SECRET="+strings.Repeat("kettle", 6))
	t.Run("owner", func(t *testing.T) {
		link := exec.Command(program, "owner-link", dir)
		link.Env = append(link.Environ(), variables...)
		out, err := link.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		s.owner = strings.TrimSpace(string(out))
		serves(t, "first/owner.mjs")
	})
}
