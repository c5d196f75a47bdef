package e2e_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// more are settings that the examples do not have: every way in that needs no
// other server, who becomes the first owner, and limits for scripts, which sign
// in more often than people.
const more = `
auth:
  methods: [{ kind: email-otp }, { kind: magic-link }, { kind: social, provider: github }]
  bootstrapOwner: { email: olga@tea.example }
  rateLimit: { signIn: [1000/m], register: [1000/m], token: [1000/m], other: [10000/m] }
mail: { from: "Tea notes <no-reply@tea.example>" }
`

// site is the program, at work on a copy of an example.
type site struct {
	url     string
	owner   string // a link that signs the owner in, once; of quartet dev alone
	letters string // the file with the letters that were sent
	logs    string // the file with what the program says
}

// newSite copies an example.
func newSite(t *testing.T, example string) (s *site, dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("../examples", example))); err != nil {
		t.Fatal(err)
	}
	return &site{letters: filepath.Join(t.TempDir(), "letters"), logs: filepath.Join(t.TempDir(), "logs")}, dir
}

// serve starts a site as it is in production, but on loopback and with a mail
// server of ours, on a copy of an example with more seeds. It ends with the
// test.
func serve(t *testing.T, example, seeds string) *site {
	t.Helper()
	s, dir := newSite(t, example)
	err := errors.Join(addTo(filepath.Join(dir, "quartet.yaml"), more), os.WriteFile(filepath.Join(dir, "seed", "more.yaml"), []byte(seeds), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(program, "seed", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	port := freePort(t)
	s.url = "http://localhost:" + port
	s.start(t, exec.Command(program, "serve", dir, "--addr", "127.0.0.1:"+port),
		"PUBLIC_ORIGIN="+s.url, "AUTH_SECRET="+strings.Repeat("kettle", 6), "MAIL_URL=smtp://"+openPost(t, s.letters).addr,
		"GITHUB_CLIENT_ID=kettle", "GITHUB_CLIENT_SECRET=never-sent")
	s.wait(t, func(line map[string]any) bool { return line["msg"] == "listening" })
	return s
}

// develop starts quartet dev, without any settings, which prints letters among
// what it logs.
func develop(t *testing.T) *site {
	t.Helper()
	s, dir := newSite(t, "publication")
	s.letters = s.logs
	s.start(t, exec.Command(program, "dev", dir, "--addr", "127.0.0.1:0", "--json"))
	s.wait(t, func(line map[string]any) bool {
		s.url, _ = line["url"].(string)
		s.owner, _ = line["signIn"].(string)
		return line["serving"] == true
	})
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

// freePort is a port that nobody listens at: a site must know its own before it
// starts.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

// start runs the program until the test ends.
func (s *site) start(t *testing.T, command *exec.Cmd, environment ...string) {
	t.Helper()
	logs, err := os.Create(s.logs)
	if err != nil {
		t.Fatal(err)
	}
	defer logs.Close()
	command.Env = append(os.Environ(), environment...)
	command.Stdout, command.Stderr = logs, logs
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.stop(t, command) })
}

// wait reads what the program says until a line of JSON is the one.
func (s *site) wait(t *testing.T, isReady func(line map[string]any) bool) {
	t.Helper()
	for range 1000 {
		for text := range strings.Lines(s.log(t)) {
			var line map[string]any
			if json.Unmarshal([]byte(text), &line) == nil && isReady(line) {
				return
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the site does not serve:\n%s", s.log(t))
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

// log is what the program has said.
func (s *site) log(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(s.logs)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// environment is how a script knows the site.
func (s *site) environment() []string {
	return []string{
		fmt.Sprintf("SITE=%s", s.url), fmt.Sprintf("OWNER_LINK=%s", s.owner), fmt.Sprintf("LETTERS=%s", s.letters),
	}
}
