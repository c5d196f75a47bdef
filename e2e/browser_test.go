package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// pictures is where browser/ leaves a picture of each page, for people to look
// at (decision 75).
const pictures = "pictures"

func TestBrowser(t *testing.T) {
	environment := browser(t)
	for _, script := range scripts(t, "browser", 4) {
		t.Run(filepath.Base(script), func(t *testing.T) {
			t.Parallel()
			serve(t, "publication", scoped).play(t, script, environment...)
		})
	}
}

// browser is how a script knows the browser, and where pictures go.
func browser(t testing.TB) (environment []string) {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no browser: chromium is missing")
	}
	if err := os.MkdirAll(pictures, 0o750); err != nil {
		t.Fatal(err)
	}
	return []string{"CHROMIUM=" + chromium, "PICTURES=" + pictures}
}
