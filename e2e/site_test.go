package e2e_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// more are settings that the example does not have: every way in that needs no
// other server, and limits for scripts, which sign in more often than people.
const more = `
auth:
  methods: [{ kind: email-otp }, { kind: magic-link }, { kind: social, provider: github }]
  rateLimit: { signIn: [1000/m], register: [1000/m], token: [1000/m], other: [10000/m] }
`

// site is the program, at work on a copy of an example.
type site struct {
	URL         string          `json:"url"`
	Serving     bool            `json:"serving"`
	Diagnostics json.RawMessage `json:"diagnostics"`
	SignIn      string          `json:"signIn"` // signs the owner in, once

	letters string // the file with what the program logs, and the mail that it prints
}

// open starts a site, which ends with the test.
func open(t *testing.T) *site {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../examples/publication")); err != nil {
		t.Fatal(err)
	}
	if err := addTo(filepath.Join(dir, "quartet.yaml"), more); err != nil {
		t.Fatal(err)
	}
	s := &site{letters: filepath.Join(t.TempDir(), "letters")}
	command := exec.Command(program, "dev", dir, "--addr", "127.0.0.1:0", "--json")
	command.Env = append(os.Environ(), "GITHUB_CLIENT_ID=kettle", "GITHUB_CLIENT_SECRET=never-sent")
	s.start(t, command)
	return s
}

func addTo(name, text string) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// start runs the program until the test ends. The first line that it prints says
// where it is.
func (s *site) start(t *testing.T, command *exec.Cmd) {
	t.Helper()
	letters, err := os.Create(s.letters)
	if err != nil {
		t.Fatal(err)
	}
	defer letters.Close()
	command.Stderr = letters
	lines, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.stop(t, command) })
	if err := json.NewDecoder(lines).Decode(s); err != nil || !s.Serving {
		t.Fatalf("the site does not serve: %v\n%s\n%s", err, s.Diagnostics, s.log(t))
	}
	go io.Copy(io.Discard, lines) //nolint:errcheck // it ends with the program
}

// stop ends the program as an operator does, and wants a clean end.
func (s *site) stop(t *testing.T, command *exec.Cmd) {
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = command.Process.Kill() })()
	if err := command.Wait(); err != nil {
		t.Errorf("the site did not end well: %v\n%s", err, s.log(t))
	}
}

// log is what the program has logged.
func (s *site) log(t *testing.T) []byte {
	text, err := os.ReadFile(s.letters)
	if err != nil {
		t.Error(err)
	}
	return text
}

// environment is how a script knows the site.
func (s *site) environment() []string {
	return []string{
		fmt.Sprintf("SITE=%s", s.URL), fmt.Sprintf("OWNER_LINK=%s", s.SignIn), fmt.Sprintf("LETTERS=%s", s.letters),
	}
}
