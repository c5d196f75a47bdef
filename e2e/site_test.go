package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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
	data    string // the database
	process *os.Process
}

// newSite copies an example.
func newSite(t testing.TB, example string) (s *site, dir string) {
	t.Helper()
	return folder(t, os.DirFS("../examples"), example)
}

// folder copies a folder, which is a site.
func folder(t testing.TB, files fs.FS, name string) (s *site, dir string) {
	t.Helper()
	dir = t.TempDir()
	files, err := fs.Sub(files, name)
	if err == nil {
		err = os.CopyFS(dir, files)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &site{
		letters: filepath.Join(t.TempDir(), "letters"), logs: filepath.Join(t.TempDir(), "logs"),
		data: filepath.Join(dir, ".service", "data", "quartet.db"),
	}, dir
}

// kettle is the document of a client of the site's own origin, which its id is
// the URL of.
const kettle = `{"client_id": "{{origin}}/clients/kettle", "client_name": "Kettle",
"redirect_uris": ["http://127.0.0.1:4711/callback"], "token_endpoint_auth_method": "none"}`

// files are what a copy of an example has beside its own, by their paths.
type files map[string]string

// serve starts a site as it is in production, but on loopback, with a mail
// server of ours and a client that it publishes, on a copy of an example with
// more files. It ends with the test.
func serve(t testing.TB, example string, added files) *site {
	t.Helper()
	s, dir := newSite(t, example)
	s.serve(t, example, dir, added)
	return s
}

// serve starts the site of a folder that newSite gave.
func (s *site) serve(t testing.TB, example, dir string, added files) {
	t.Helper()
	address := s.settle(t, dir, added)
	s.start(t, serving(t, example, dir, address), s.provided(t)...)
	s.wait(t, s.isReady)
}

// settle makes a folder ready to be served, and gives the address to serve it at.
func (s *site) settle(t testing.TB, dir string, added files) (address string) {
	t.Helper()
	err := addTo(filepath.Join(dir, "quartet.yaml"), more)
	for name, text := range added {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	s.url = "http://localhost:" + port
	s.tell(t, filepath.Join(dir, "quartet.yaml"))
	clients := filepath.Join(dir, "public", "clients")
	document := strings.ReplaceAll(kettle, "{{origin}}", s.url)
	if err := errors.Join(os.MkdirAll(clients, 0o750), os.WriteFile(filepath.Join(clients, "kettle"), []byte(document), 0o600)); err != nil {
		t.Fatal(err)
	}
	return "127.0.0.1:" + port
}

// provided is the environment that a site is served with, beside its settings.
func (s *site) provided(t testing.TB) []string {
	t.Helper()
	return []string{
		"PUBLIC_ORIGIN=" + s.url, "AUTH_SECRET=" + strings.Repeat("kettle", 6), "MAIL_URL=smtp://" + openPost(t, s.letters).addr,
		"GITHUB_CLIENT_ID=kettle", "GITHUB_CLIENT_SECRET=never-sent",
	}
}

// tell puts the origin of a site where its settings ask for it.
func (s *site) tell(t testing.TB, settings string) {
	t.Helper()
	text, err := os.ReadFile(settings)
	if err == nil {
		err = os.WriteFile(settings, bytes.ReplaceAll(text, []byte("{{origin}}"), []byte(s.url)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// serving is the command that serves a copy of an example, which is filled
// before.
func serving(t testing.TB, example, dir, address string) *exec.Cmd {
	t.Helper()
	command, err := commandOf(example)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(command, "seed", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exec.Command(command, "serve", dir, "--addr", address)
}

// commandOf is the program that serves an example: quartet, or the example's own
// where it is one.
func commandOf(example string) (string, error) {
	if _, err := os.Stat(filepath.Join("../examples", example, "main.go")); err != nil {
		return program, nil //nolint:nilerr // the example is manifests alone
	}
	return built(example)
}

var ownPrograms sync.Map // func() (string, error) by example

// built is the program of an example, which is built when it is first asked for.
func built(example string) (path string, err error) {
	build, _ := ownPrograms.LoadOrStore(example, sync.OnceValues(func() (string, error) {
		own := filepath.Join(filepath.Dir(program), "example-"+example)
		if out, err := exec.Command("go", "build", "-o", own, "../examples/"+example).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w\n%s", err, out)
		}
		return own, nil
	}))
	return build.(func() (string, error))()
}

// develop starts quartet dev on a folder, without any settings, which prints letters
// among what it logs.
func develop(t testing.TB) (s *site, dir string) {
	t.Helper()
	s, dir = newSite(t, "publication")
	s.letters = s.logs
	s.develop(t, dir)
	return s, dir
}

// develop starts quartet dev on a folder, which may be empty.
func (s *site) develop(t testing.TB, dir string) {
	t.Helper()
	s.start(t, exec.Command(program, "dev", dir, "--addr", "127.0.0.1:0", "--json"))
	s.wait(t, func() bool { return s.says(t) })
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
// starts. It lies below those that the system hands out, or a listener of another
// test could have it before the site does.
func freePort(t testing.TB) string {
	t.Helper()
	for range 1000 {
		port := strconv.FormatUint(20_000+ports.Add(1)%10_000, 10)
		listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:"+port)
		if err != nil {
			continue // somebody has it
		}
		if err := listener.Close(); err != nil {
			t.Fatal(err)
		}
		return port
	}
	t.Fatal("no port is free")
	return ""
}

// ports counts those that were tried.
var ports atomic.Uint64

// start runs the program until the test ends.
func (s *site) start(t testing.TB, command *exec.Cmd, environment ...string) {
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
	s.process = command.Process
	t.Cleanup(func() { s.stop(t, command) })
}

// wait looks until the site is ready.
func (s *site) wait(t testing.TB, isReady func() bool) {
	t.Helper()
	for range 1000 {
		if isReady() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the site does not serve:\n%s", s.log(t))
}

// isReady asks the site.
func (s *site) isReady() bool {
	answer, err := http.Get(s.url + "/readyz")
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// says reads what quartet dev says, in lines of JSON: where it serves, and the
// owner's link.
func (s *site) says(t testing.TB) bool {
	t.Helper()
	for text := range strings.Lines(s.log(t)) {
		var line struct {
			URL, SignIn string
		}
		if json.Unmarshal([]byte(text), &line) == nil && line.URL != "" {
			s.url, s.owner = line.URL, line.SignIn
			return true
		}
	}
	return false
}

// stop ends the program as an operator does, and wants a clean end.
func (s *site) stop(t testing.TB, command *exec.Cmd) {
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
func (s *site) log(t testing.TB) string {
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
		fmt.Sprintf("SITE=%s", s.url), fmt.Sprintf("OWNER_LINK=%s", s.owner), fmt.Sprintf("LETTERS=%s", s.letters), fmt.Sprintf("DATABASE=%s", s.data),
	}
}
