package e2e_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// pictures is where scripts leave pictures of pages, for people to look at
// (decision 75): of a page where something failed, and of each that is looked at,
// unless it is CI, where nobody looks.
const pictures = "pictures"

func TestBrowser(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	for _, script := range scripts(t, "browser", 4) {
		t.Run(filepath.Base(script), func(t *testing.T) {
			t.Parallel()
			serve(t, "publication", scoped).play(t, script, environment...)
		})
	}
}

// browser is how a script knows the browser that all of them share, and where
// pictures go.
func browser(t testing.TB) (environment []string) {
	t.Helper()
	environment = chromium(t)
	address, err := openBrowser()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clip(append(environment, "BROWSER="+address)) // tests that run at once append to it
}

// chromium is how a script knows the program, which it starts by itself.
func chromium(t testing.TB) (environment []string) {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no browser: chromium is missing")
	}
	needNode(t)
	if err := os.MkdirAll(pictures, 0o750); err != nil {
		t.Fatal(err)
	}
	environment = []string{"CHROMIUM=" + chromium, "PICTURES=" + pictures}
	if os.Getenv("CI") != "true" {
		environment = append(environment, "ALBUM="+pictures)
	}
	return environment
}

// closeBrowser ends the browser, where one was opened.
var closeBrowser = func() error { return nil }

// sharedBrowser is Chromium without its windows, where the distribution has that by
// itself: it draws the same pages with a tenth less work. What measures starts the
// whole one.
func sharedBrowser() (path string, err error) {
	if path, err = exec.LookPath("chromium-headless-shell"); err == nil {
		return path, nil
	}
	return exec.LookPath("chromium")
}

// openBrowser starts the browser that scripts share, when the first of them asks
// for it.
var openBrowser = sync.OnceValues(func() (address string, err error) {
	path, err := sharedBrowser()
	if err != nil {
		return "", err
	}
	server := exec.Command(interpreter, "chromium-server.mjs")
	server.Stderr = os.Stderr
	server.Env = append(os.Environ(), "CHROMIUM="+path)
	in, err := server.StdinPipe()
	if err != nil {
		return "", err
	}
	out, err := server.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := server.Start(); err != nil {
		return "", err
	}
	closeBrowser = func() error { return errors.Join(in.Close(), server.Wait()) }
	address, err = bufio.NewReader(out).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if address == "" {
		return "", fmt.Errorf("the browser does not start: %w", closeBrowser())
	}
	return strings.TrimSpace(address), nil
})
