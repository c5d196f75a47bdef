package s3test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// What the server lets in.
const (
	Region          = "eu-test-1"
	AccessKeyID     = "quartet-test"
	SecretAccessKey = "a secret of tests"
)

// Server is a running one. It ends with the test.
type Server struct {
	Endpoint string // http://127.0.0.1:port
	buckets  string // the folder whose folders they are
	process  *exec.Cmd
	ended    chan struct{}
}

// Start starts a server in a folder of the test.
func Start(t testing.TB) *Server {
	t.Helper()
	return StartIn(t, t.TempDir())
}

// StartIn starts a server in an empty folder. Where versitygw was not fetched
// the test is skipped; in CI that is a failure.
func StartIn(t testing.TB, root string) *Server {
	t.Helper()
	program := find(t)
	said := new(output)
	for range 5 { // another program may take the port first
		if s := start(t, program, root, said); s.isReady() {
			return s
		}
	}
	t.Fatalf("versitygw does not run:\n%s", said)
	return nil
}

func start(t testing.TB, program, root string, said *output) *Server {
	t.Helper()
	address := freeAddress(t)
	process := exec.CommandContext(context.Background(), program, "--port", address, "--region", Region, "--quiet",
		"--cors-allow-origin", "*", "--health", "/health", "posix", root)
	process.Env = append(os.Environ(), "ROOT_ACCESS_KEY_ID="+AccessKeyID, "ROOT_SECRET_ACCESS_KEY="+SecretAccessKey)
	process.Stdout, process.Stderr, process.SysProcAttr = said, said, withParent()
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	s := &Server{Endpoint: "http://" + address, buckets: root, process: process, ended: make(chan struct{})}
	go func() {
		_ = process.Wait()
		close(s.ended)
	}()
	t.Cleanup(s.Kill)
	return s
}

func (s *Server) isReady() bool {
	for {
		select {
		case <-s.ended:
			return false
		case <-time.After(20 * time.Millisecond):
		}
		c, err := net.DialTimeout("tcp", strings.TrimPrefix(s.Endpoint, "http://"), time.Second)
		if err == nil {
			return c.Close() == nil
		}
	}
}

// Kill ends the server at once, as a crash would.
func (s *Server) Kill() {
	_ = s.process.Process.Kill() // it may have ended
	<-s.ended
}

// Bucket makes an empty bucket with a name of its own.
func (s *Server) Bucket(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp(s.buckets, "bucket-")
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Base(folder)
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

// find gives the path of the program, which Go builds and keeps.
func find(t testing.TB) string {
	t.Helper()
	path, err := built()
	switch {
	case err == nil:
		return path
	case os.Getenv("CI") == "true":
		t.Fatal(err)
	default:
		t.Skipf("no S3 server was tried; scripts/test fetches it: %v", err)
	}
	return ""
}

// built fetches nothing: the network is not for tests.
var built = sync.OnceValues(func() (string, error) {
	module, err := run("go", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return "", err
	}
	return run("go", "tool", "-modfile="+filepath.Join(module, "tools", "s3", "go.mod"), "-n", "versitygw")
})

func run(name string, arguments ...string) (string, error) {
	c := exec.CommandContext(context.Background(), name, arguments...)
	c.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off")
	out, err := c.CombinedOutput()
	text := strings.TrimSpace(string(out))
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", c, err, strings.Join(strings.Fields(text), " "))
	}
	return text[strings.LastIndexByte(text, '\n')+1:], nil
}

// output is what a process said.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
