//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/identity/identitytest"
)

// firstSkill makes the site that all skills work on.
const firstSkill = "quartet-develop/SKILL.md"

// A skill cannot become false: every file in it is written, every command is run,
// every tool is called and every answer is compared, in order, in a folder of its
// own with a site that runs.
func TestSkillsAreTrue(t *testing.T) {
	for _, name := range skillFiles(t) {
		t.Run(strings.TrimSuffix(name, ".md"), func(t *testing.T) {
			t.Parallel()
			w := newWorkplace(t)
			if name != firstSkill {
				w.follow(firstSkill)
			}
			if strings.HasPrefix(name, "quartet-operate/") {
				w.owner() // and nobody serves the site
				w.run("kill %1; wait %1 || true")
			}
			w.follow(name)
			w.tryMistakes(name)
			w.tryCommands(name)
		})
	}
}

// workplace is the folder in which somebody follows a skill, with a shell.
type workplace struct {
	t      *testing.T
	folder string
	ports  *strings.Replacer // those of the skills, by free ones
	known  known

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
	shell.Env = append(goEnvironment(t), "PATH="+os.Getenv("PATH"), "HOME="+w.folder, "LC_ALL=C.UTF-8")
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
	limit := time.AfterFunc(2*time.Minute, func() { _ = syscall.Kill(-shell.Process.Pid, syscall.SIGKILL) })
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

// freePorts gives every port that the skills name a free one.
func freePorts(t *testing.T) *strings.Replacer {
	var pairs []string
	for _, port := range []string{"8787", "8788", "9191"} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		pairs = append(pairs, port, strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	}
	return strings.NewReplacer(pairs...)
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
		text := w.ports.Replace(b.text)
		var err error
		switch {
		case b.language == "sh":
			printed = w.run(w.known.fill(text))
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
		}
		if b.language == "go" {
			w.module(filepath.Dir(b.name))
		}
		if err != nil {
			w.t.Fatalf("%s: block %d: %v", name, i+1, err)
		}
	}
	w.wantValid()
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

// module makes the folder of a Go program a module that finds this one.
func (w *workplace) module(folder string) {
	w.t.Helper()
	repository, err := filepath.Abs("../..")
	if err != nil {
		w.t.Fatal(err)
	}
	w.write(folder+"/go.mod", "module example.com/"+folder+"\n\ngo 1.26.0\n")
	w.write("go.work", "go 1.26.0\n\nuse (\n\t./"+folder+"\n\t"+repository+"\n)\n")
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

// wantValid holds every manifest that was written against every rule.
func (w *workplace) wantValid() {
	w.t.Helper()
	for _, folder := range w.sites() {
		if out, err := w.validate(folder); err != nil || !bytes.Contains(out, []byte(`"diagnostics": []`)) {
			w.t.Errorf("%s: %s %v", folder, out, err)
		}
	}
}

func (w *workplace) sites() []string {
	w.t.Helper()
	folders, err := filepath.Glob(filepath.Join(w.folder, "*", "manifests"))
	if err != nil || len(folders) == 0 {
		w.t.Fatalf("no manifests were written: %v", err)
	}
	return folders
}

func (w *workplace) validate(folder string) ([]byte, error) {
	return exec.Command("quartet", "validate", "--phase", "deploy", "--no-source", "--json", "--manifests", folder).CombinedOutput()
}

// tryMistakes makes each mistake of a table, alone, in the files of the site.
func (w *workplace) tryMistakes(name string) {
	w.t.Helper()
	for _, m := range mistakesOf(w.t, name) {
		if err := w.try(m); err != nil {
			w.t.Errorf("%s: %q in the place of %q: %v", name, m.wrong, m.right, err)
		}
	}
}

func (w *workplace) try(m mistake) error {
	for _, pattern := range []string{"*/manifests/*.yaml", "*/quartet.yaml"} {
		files, err := filepath.Glob(filepath.Join(w.folder, pattern))
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if !bytes.Contains(text, []byte(m.right)) {
				continue
			}
			if err := os.WriteFile(file, bytes.Replace(text, []byte(m.right), []byte(m.wrong), 1), 0o644); err != nil {
				return err
			}
			folder := filepath.Dir(file)
			if filepath.Base(folder) != "manifests" {
				folder = filepath.Join(folder, "manifests")
			}
			out, _ := w.validate(folder) // it fails as it should
			if err := os.WriteFile(file, text, 0o644); err != nil {
				return err
			}
			if !bytes.Contains(out, []byte(`"code": "`+m.code+`"`)) {
				return fmt.Errorf("not %s, but %s", m.code, out)
			}
			return nil
		}
	}
	return fmt.Errorf("no file says %q", m.right)
}

// tryCommands looks whether the program knows the commands and flags that the prose
// names.
func (w *workplace) tryCommands(name string) {
	w.t.Helper()
	for _, words := range commandsOf(w.t, name) {
		var command, flags []string
		for _, word := range words {
			if strings.HasPrefix(word, "--") {
				flag, _, _ := strings.Cut(word, "=")
				flags = append(flags, flag)
			}
		}
		for len(words) > 0 && regexp.MustCompile(`^[a-z]+$`).MatchString(words[0]) && len(command) < 2 {
			command, words = append(command, words[0]), words[1:]
		}
		help, err := exec.Command("quartet", append(command, "--help")...).CombinedOutput()
		if err != nil {
			w.t.Errorf("%s: %v: %s", name, command, help)
		}
		for _, flag := range flags {
			if !bytes.Contains(help, []byte(flag)) {
				w.t.Errorf("%s: quartet %s has no %s", name, strings.Join(command, " "), flag)
			}
		}
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

// call calls a tool as the owner, who connects an agent first.
func (w *workplace) call(tool string, arguments map[string]any) any {
	w.t.Helper()
	origin := w.ports.Replace("http://localhost:8787")
	if w.agent == nil {
		w.agent = w.owner().Connect(identitytest.Ask{Scope: "mcp", Resource: origin + "/mcp"})
	}
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments},
	})
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
		Result struct {
			StructuredContent any `json:"structuredContent"`
		} `json:"result"`
		Error any `json:"error"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&message); err != nil || message.Error != nil {
		w.t.Fatalf("%s: %s, %v, %v", tool, answer.Status, message.Error, err)
	}
	return message.Result.StructuredContent
}
