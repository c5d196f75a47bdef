//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/identity/identitytest"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

// firstSkill makes the site that all skills work on.
const firstSkill = "quartet-develop/SKILL.md"

// A skill cannot become false: every file in it is written, every command is run,
// every tool is called and every answer is compared, in order, in a folder of its
// own with a site that runs.
func TestSkillsAreTrue(t *testing.T) {
	for _, tool := range []string{"bash", "curl", "openssl", "sqlite3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the skills were not followed: %v", err)
		}
	}
	for _, name := range skillFiles(t) {
		t.Run(strings.TrimSuffix(name, ".md"), func(t *testing.T) {
			t.Parallel()
			needsTypeScript(t, name)
			w := newWorkplace(t)
			if name != firstSkill {
				w.follow(firstSkill)
			}
			if strings.HasPrefix(name, "quartet-operate/") {
				w.owner() // and nobody serves the site
				w.run("kill %1; wait %1 || true")
			}
			w.follow(name)
			if tried := w.tryMistakes(name); name == firstSkill && tried < 15 {
				t.Errorf("%d mistakes were tried", tried)
			}
			w.tryCommands(name)
			w.tryTools(name)
			w.tryMetrics(name)
		})
	}
}

// clientTools has what compiles TypeScript, where npm has fetched it.
const clientTools = "../../e2e/node_modules/.bin"

func needsTypeScript(t *testing.T, name string) {
	t.Helper()
	if !slices.ContainsFunc(blocksOf(t, name), func(b block) bool { return b.language == "ts" }) {
		return
	}
	_, missing := exec.LookPath("node")
	for _, tool := range []string{"tsc", "esbuild"} {
		_, err := os.Stat(filepath.Join(clientTools, tool))
		missing = errors.Join(missing, err)
	}
	if missing != nil {
		t.Skipf("the TypeScript of %s was not tried: %v", name, missing)
	}
}

// workplace is the folder in which somebody follows a skill, with a shell.
type workplace struct {
	t        *testing.T
	folder   string
	ports    *strings.Replacer // those of the skills, by free ones
	postgres string            // the address of a database, where a page wants one
	known    known
	wrote    bool // whether a block was a manifest

	stdin  io.Writer
	stdout *bufio.Scanner
	agent  *identitytest.Agent
}

// done ends what a block prints.
const done = "@@done@@"

func newWorkplace(t *testing.T) *workplace {
	w := &workplace{t: t, folder: t.TempDir(), ports: freePorts(t), known: known{}}
	shell := exec.Command("bash")
	shell.Dir = w.folder
	tools, err := filepath.Abs(clientTools)
	if err != nil {
		t.Fatal(err)
	}
	shell.Env = append(goEnvironment(t), "PATH="+os.Getenv("PATH")+":"+tools, "HOME="+w.folder, "LC_ALL=C.UTF-8", "GORACE="+os.Getenv("GORACE"))
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	shell.Stdout, shell.Stderr = write, write
	if w.stdin, err = shell.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	w.stdout = bufio.NewScanner(read)
	w.stdout.Buffer(nil, 1<<20)
	limit := time.AfterFunc(5*time.Minute, func() { _ = syscall.Kill(-shell.Process.Pid, syscall.SIGKILL) })
	t.Cleanup(func() {
		limit.Stop()
		_ = syscall.Kill(-shell.Process.Pid, syscall.SIGTERM) // servers too
		_ = shell.Wait()
		for syscall.Kill(-shell.Process.Pid, 0) == nil {
			time.Sleep(10 * time.Millisecond) // they end their work
		}
		_ = read.Close()
	})
	w.run("set -e -o pipefail")
	return w
}

// nextPort is below those that the system gives to connections, so that none of them
// takes one between its choice and its use.
var nextPort atomic.Int32

func init() { nextPort.Store(int32(10_000 + os.Getpid()*16%20_000)) }

// freePorts gives every port that the skills name a free one.
func freePorts(t *testing.T) *strings.Replacer {
	t.Helper()
	var pairs []string
	for _, port := range []string{"8787", "8788", "9191"} {
		pairs = append(pairs, port, freePort(t))
	}
	return strings.NewReplacer(pairs...)
}

func freePort(t *testing.T) string {
	t.Helper()
	for range 1000 {
		port := strconv.Itoa(int(nextPort.Add(1)))
		if listener, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
			_ = listener.Close()
			return port
		}
	}
	t.Fatal("there is no free port")
	return ""
}

// run runs commands in the shell and gives what they print.
func (w *workplace) run(commands string) string {
	w.t.Helper()
	if _, err := fmt.Fprintf(w.stdin, "%s\nprintf '\\n%%s\\n' %s\n", commands, done); err != nil {
		w.t.Fatal(err)
	}
	var printed strings.Builder
	for w.stdout.Scan() {
		if w.stdout.Text() == done {
			return printed.String()
		}
		printed.WriteString(w.stdout.Text() + "\n")
	}
	w.t.Fatalf("this fails:\n%s\n%s", commands, printed.String())
	return ""
}

// follow does what the blocks of a file say.
func (w *workplace) follow(name string) {
	w.t.Helper()
	var printed string
	var answered any
	for i, b := range blocksOf(w.t, name) {
		w.t.Logf("%s, block %d: %s %s", name, i+1, b.language, b.name)
		text := w.here(b.text)
		var err error
		switch {
		case b.language == "sh":
			printed = w.run(w.known.fill(text))
		case b.language == consoleLanguage:
			err = readable(text)
		case b.language == "text":
			err = w.known.matchText(text, printed)
		case b.language == "json" && b.name == "":
			err = w.known.matchJSON(text, answered)
		case b.language == "json":
			answered = w.call(b.name, w.known.arguments(w.t, text))
		case b.name == "":
			err = fmt.Errorf("the block of %s has no name", b.language)
		default:
			w.write(b.name, text)
			w.wrote = w.wrote || strings.Contains(b.name, "/manifests/")
			err = wantClient(b.name, text)
		}
		if b.language == "go" {
			folder, _, _ := strings.Cut(b.name, "/")
			w.module(folder)
		}
		if err != nil {
			w.t.Fatalf("%s: block %d: %v", name, i+1, err)
		}
	}
	if w.wrote {
		w.wantValid()
	}
}

// readable holds what is typed elsewhere against the grammar of the shell.
func readable(text string) error {
	var commands strings.Builder
	for line := range strings.Lines(text) {
		command, isTyped := strings.CutPrefix(line, "$ ")
		if !isTyped {
			return fmt.Errorf("%q does not begin with a prompt", line)
		}
		commands.WriteString(command)
	}
	shell := exec.Command("bash", "-n")
	shell.Stdin = strings.NewReader(commands.String())
	if out, err := shell.CombinedOutput(); err != nil || len(out) > 0 {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// postgresAddress is the address that pages give to a database of PostgreSQL.
const postgresAddress = "postgres://quartet:secret@127.0.0.1:5432/quartet"

// needsPostgres gives a page that names a database of PostgreSQL one.
func (w *workplace) needsPostgres(name string) {
	w.t.Helper()
	if slices.ContainsFunc(blocksOf(w.t, name), func(b block) bool { return strings.Contains(b.text, postgresAddress) }) {
		w.postgres = postgrestest.URL(w.t)
	}
}

// here is a text with the addresses of this machine.
func (w *workplace) here(text string) string {
	text = w.ports.Replace(text)
	if w.postgres != "" {
		text = strings.ReplaceAll(text, postgresAddress, w.postgres)
	}
	return text
}

// goEnvironment lets programs be built without a network.
func goEnvironment(t *testing.T) (all []string) {
	t.Helper()
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, name+"="+strings.TrimSpace(string(value)))
	}
	return append(all, "GOPROXY=off")
}

// module makes the folder of a Go program a module that finds this one. It requires what
// this one does, so that a module cache that serves this repository serves the program.
func (w *workplace) module(folder string) {
	w.t.Helper()
	repository, err := filepath.Abs("../..")
	if err != nil {
		w.t.Fatal(err)
	}
	ours := w.ours(repository, "go.mod")
	first, requires, _ := strings.Cut(ours, "\n")
	path := strings.TrimPrefix(first, "module ")
	w.write(folder+"/go.mod", "module example.com/"+folder+"\n"+requires+
		"\nrequire "+path+" v0.0.0\n\nreplace "+path+" => "+repository+"\n")
	w.write(folder+"/go.sum", w.ours(repository, "go.sum"))
}

func (w *workplace) ours(repository, name string) string {
	w.t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

func (w *workplace) write(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

var signInLink = regexp.MustCompile(`http://\S+magic-link/verify\S+`)

// owner signs in by the link that quartet dev prints.
func (w *workplace) owner() *identitytest.Person {
	w.t.Helper()
	log, err := os.ReadFile(filepath.Join(w.folder, "dev.log"))
	if err != nil {
		w.t.Fatal(err)
	}
	return identitytest.SignIn(w.t, string(signInLink.Find(log)))
}

// call calls a tool.
func (w *workplace) call(tool string, arguments map[string]any) any {
	w.t.Helper()
	return w.request("tools/call", map[string]any{"name": tool, "arguments": arguments})["structuredContent"]
}

// request asks the staff surface as the owner, who connects an agent first.
func (w *workplace) request(method string, params map[string]any) map[string]any {
	w.t.Helper()
	origin := w.ports.Replace("http://localhost:8787")
	if w.agent == nil {
		w.agent = w.owner().Connect(identitytest.Ask{Scope: "mcp", Resource: origin + "/mcp"})
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		w.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, origin+"/mcp/staff", bytes.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+w.agent.AccessToken)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	request.Header.Set("MCP-Protocol-Version", "2025-06-18")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	var message struct {
		Result map[string]any `json:"result"`
		Error  any            `json:"error"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&message); err != nil || message.Error != nil {
		w.t.Fatalf("%s: %s, %v, %v", params, answer.Status, message.Error, err)
	}
	return message.Result
}
