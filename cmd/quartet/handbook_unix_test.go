//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// handbook is the folder of its pages.
const handbook = "../../docs"

// The tutorial and the guides cannot become false: they are typed along from an empty
// folder, as skills are, from the first line to the last.
func TestHandbookIsTrue(t *testing.T) {
	for _, tool := range []string{"bash", "curl", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the handbook was not followed: %v", err)
		}
	}
	for _, page := range followed(t) {
		name := strings.TrimSuffix(strings.TrimPrefix(page, handbook+"/"), ".md")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			needsTypeScript(t, page)
			w := newWorkplace(t)
			w.needsPostgres(page)
			w.follow(page)
			w.tryCommands(page)
			w.wantTypes()
		})
	}
}

// followed are the pages that somebody types along.
func followed(t *testing.T) []string {
	t.Helper()
	guides, err := filepath.Glob(handbook + "/guides/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := []string{handbook + "/tutorial.md"}
	for _, each := range guides {
		if filepath.Base(each) != "README.md" {
			pages = append(pages, each)
		}
	}
	return pages
}

var mcpAddress = regexp.MustCompile(`"(http://[^"]+/mcp[^"]*)"`)

// wantClient holds a file that configures an MCP client against the site that runs: it is
// JSON, and its address asks the client to sign in, as the protocol wants it.
func wantClient(name, text string) error {
	if !strings.HasSuffix(name, ".json") || !strings.Contains(strings.ToLower(text), `servers"`) {
		return nil
	}
	found := mcpAddress.FindStringSubmatch(text)
	if !json.Valid([]byte(text)) || found == nil {
		return fmt.Errorf("%s is not the configuration of a client: %s", name, text)
	}
	answer, err := http.Post(found[1], "application/json", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if challenge := answer.Header.Get("WWW-Authenticate"); answer.StatusCode != http.StatusUnauthorized || !strings.Contains(challenge, "resource_metadata=") {
		return fmt.Errorf("%s: %s answers %s with the challenge %q", name, found[1], answer.Status, challenge)
	}
	return nil
}

// wantTypes has the handlers that were written checked against the generated types.
func (w *workplace) wantTypes() {
	w.t.Helper()
	folders, err := filepath.Glob(filepath.Join(w.folder, "*", "handlers"))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, handlers := range folders {
		site := filepath.Dir(handlers)
		w.run("quartet generate --language ts --manifests '" + site + "/manifests' > /dev/null")
		w.write(filepath.Base(site)+"/handlers/tsconfig.json", `{ "extends": "../.service/generated/handlers.tsconfig.json" }`)
		w.run("tsc --noEmit -p '" + handlers + "'")
	}
}

// The README and the reference list every command of the program.
func TestEveryCommandIsListed(t *testing.T) {
	out, err := exec.Command("quartet", "__complete", "").Output()
	commands := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(commands) < 20 {
		t.Fatalf("%d commands: %v", len(commands), err)
	}
	for _, page := range []string{handbook + "/../README.md", handbook + "/operating.md"} {
		text := pageText(t, page)
		for _, each := range commands {
			name, _, _ := strings.Cut(each, "\t")
			if !regexp.MustCompile("(?m)^\\| (?:`[^`]*`, )?`quartet " + name + "[ `]").MatchString(text) {
				t.Errorf("%s does not list %s", page, name)
			}
		}
	}
}

// What is typed on another machine is not run, but read.
func TestWhatIsTypedElsewhereIsRead(t *testing.T) {
	for text, isReadable := range map[string]bool{
		"$ docker compose up -d --wait\n": true,
		"$ echo \"$(openssl rand)\"\n":    true,
		"$ echo \"$(openssl rand)\n":      false,
		"docker compose up\n":             false,
	} {
		if err := readable(text); (err == nil) != isReadable {
			t.Errorf("%q: %v", text, err)
		}
	}
	var typed []string
	for _, m := range typedElsewhere.FindAllStringSubmatch("$ quartet health\n$ kubectl -n quartet exec x -- /usr/local/bin/quartet owner-link /site\n", -1) {
		typed = append(typed, m[1])
	}
	if want := []string{"health", "owner-link /site"}; !slices.Equal(typed, want) {
		t.Errorf("the commands are %q, want %q", typed, want)
	}
}
