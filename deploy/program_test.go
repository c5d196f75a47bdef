package deploy

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// program is the program as the Dockerfile builds it.
var program = sync.OnceValues(func() (string, error) {
	file := filepath.Join(scratch, "quartet")
	text, err := os.ReadFile("Dockerfile")
	if err != nil {
		return "", err
	}
	line := regexp.MustCompile(`(?m)^    (go build .*) -o /image/usr/local/bin/quartet (\./cmd/quartet)$`).FindSubmatch(text)
	if line == nil {
		return "", fmt.Errorf("the Dockerfile has no line that builds the program")
	}
	build := exec.CommandContext(context.Background(), "sh", "-c", fmt.Sprintf("%s -o %s %s", line[1], file, line[2]))
	build.Dir = ".."
	for _, each := range regexp.MustCompile(`(?m)^ENV (.*)$`).FindAllSubmatch(text, -1) {
		build.Env = append(os.Environ(), string(each[1]))
	}
	out, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return file, nil
})

func built(t testing.TB) string {
	t.Helper()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// An image without a system in it has no loader for programs that are not whole.
func TestProgramIsStatic(t *testing.T) {
	file, err := elf.Open(built(t))
	if err != nil {
		t.Skip("programs of this system are no ELF files")
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the program has a segment %s", p.Type)
		}
	}
}

// A served is a process that serves.
type served struct {
	command *exec.Cmd
	address string
	said    lockedBuffer
	ended   chan struct{}
}

// lockedBuffer is written by a process while a test reads it.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// patience is how long anything that a test waits for may take.
const patience = 30 * time.Second

// start starts a command that serves at address, and waits until it answers at path,
// or takes connections where that is "".
func start(t testing.TB, address, path string, command *exec.Cmd) *served {
	t.Helper()
	s := &served{command: command, address: address, ended: make(chan struct{})}
	command.Stdout, command.Stderr = &s.said, &s.said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = command.Wait()
		close(s.ended)
	}()
	t.Cleanup(func() {
		_ = command.Process.Kill() // it may have ended
		<-s.ended
	})
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if answers(t, address, path) {
			return s
		}
		if hasEnded(s.ended) || time.Now().After(end) {
			t.Fatalf("%s is not ready:\n%s", command, &s.said)
		}
	}
}

func answers(t testing.TB, address, path string) bool {
	t.Helper()
	if path == "" {
		connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
		return err == nil && connection.Close() == nil
	}
	status, _, err := get(t, "http://"+address+path)
	return err == nil && status == http.StatusOK
}

func hasEnded(ended <-chan struct{}) bool {
	select {
	case <-ended:
		return true
	default:
		return false
	}
}

// stop asks a process to end, and reports with which code it did.
func (s *served) stop(t testing.TB, pid int) int {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-s.ended:
	case <-time.After(patience):
		t.Fatalf("it does not end:\n%s", &s.said)
	}
	return s.command.ProcessState.ExitCode()
}

func get(t testing.TB, url string) (status int, body string, err error) {
	t.Helper()
	return ask(t, http.MethodGet, url, "")
}

func post(t testing.TB, url, body string) (status int, answer string, err error) {
	t.Helper()
	return ask(t, http.MethodPost, url, body)
}

func ask(t testing.TB, method, url, body string) (status int, text string, err error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(read), err
}

// exchange writes and reads an entry, and calls a handler, which another process
// runs.
func exchange(t testing.TB, address string) {
	t.Helper()
	for _, call := range []struct{ path, body, want string }{
		{"/api/notes", `{"text":"hello"}`, `"text":"hello"`},
		{"/api/add", `{"a":1,"b":2}`, `"sum":3`},
	} {
		if status, body, err := post(t, "http://"+address+call.path, call.body); err != nil || status != http.StatusOK || !strings.Contains(body, call.want) {
			t.Errorf("%s: %d %s %v", call.path, status, body, err)
		}
	}
	if _, body, err := get(t, "http://"+address+"/api/views/notes"); err != nil || !strings.Contains(body, `{"text":"hello"}`) {
		t.Errorf("the View has not what was written: %s %v", body, err)
	}
}

func freeAddress(t testing.TB) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}
