// Package e2e_test drives what others wrote against the running program: OAuth
// and MCP clients from npm, the official conformance suite, and a browser. A
// script of clients/ is a client, a script of browser/ a walk through the pages;
// each gets a site of its own (decision 74), and windows that no other sees in the
// browser that all share.
package e2e_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/quartet-dev/quartet"
)

// patience is how long a script may take.
const patience = 5 * time.Minute

// program is the program under test, built once.
var program string

// linked makes the service and its command line a part of this test binary, with the
// Admin bundle that it embeds: Go keeps the result of a test until its binary changes.
var linked = []any{quartet.Open, quartet.Main}

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	defer runtime.KeepAlive(linked)
	dir, err := os.MkdirTemp("", "quartet-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)                               //nolint:errcheck // a folder for temporary files
	if err := os.Setenv("CGO_ENABLED", "0"); err != nil { // as it is deployed, and deploy/ builds the same
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	program = filepath.Join(dir, "quartet")
	if out, err := exec.Command("go", "build", "-o", program, "../cmd/quartet").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
		return 1
	}
	code := m.Run()
	if err := closeBrowser(); err != nil {
		fmt.Fprintln(os.Stderr, "the browser:", err)
		return 1
	}
	return code
}

// scripts are the files of a folder, which must be so many: a folder that is
// not found tests nothing.
func scripts(t *testing.T, folder string, count int) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "*.mjs"))
	if err != nil || len(found) != count {
		t.Fatalf("%s has %d scripts, not %d; %v", folder, len(found), count, err)
	}
	return found
}

// interpreter is the Node that package.json names.
const interpreter = "node_modules/.bin/node"

func needNode(t testing.TB) {
	t.Helper()
	if _, err := os.Stat(interpreter); err != nil {
		t.Skip("no clients: npm ci --prefix e2e installs them")
	}
}

// node runs a script, or a program of npm's.
func node(t testing.TB, environment []string, arguments ...string) (output []byte, err error) {
	t.Helper()
	needNode(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, interpreter, arguments...)
	command.Env = append(os.Environ(), environment...)
	command.WaitDelay = time.Second
	return command.CombinedOutput()
}

// play runs a script against a site.
func (s *site) play(t testing.TB, script string, environment ...string) {
	t.Helper()
	if _, err := os.ReadFile(script); err != nil { // read, so that go test knows when it changes
		t.Fatal(err)
	}
	out, err := node(t, append(s.environment(), environment...), script)
	t.Logf("\n%s", bytes.TrimSpace(out))
	if err != nil {
		t.Errorf("%s: %v\n%s", script, err, s.log(t))
	}
}
