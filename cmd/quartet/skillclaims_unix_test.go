//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// What a skill says beside its blocks is held against the site that was made of them.

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

// tryMistakes makes each mistake of a table, alone, in the files of the site, and
// gives how many there are.
func (w *workplace) tryMistakes(name string) int {
	w.t.Helper()
	all := mistakesOf(w.t, name)
	for _, m := range all {
		if err := w.try(m); err != nil {
			w.t.Errorf("%s: %q in the place of %q: %v", name, m.wrong, m.right, err)
		}
	}
	return len(all)
}

// tryTools looks for the tools and arguments that the prose names.
func (w *workplace) tryTools(name string) {
	w.t.Helper()
	if !strings.HasPrefix(name, "quartet-content/") {
		return
	}
	result, err := json.Marshal(w.request("tools/list", map[string]any{}))
	if err != nil {
		w.t.Fatal(err)
	}
	others := []string{"insufficient_scope", "create_draft_tea_words"} // an error of OAuth, and a tool of another site
	for _, each := range inlineNames(w.t, name, `[a-z]+(?:_[a-z]+)+`) {
		if !bytes.Contains(result, []byte(`"`+each+`"`)) && !slices.Contains(others, each) {
			w.t.Errorf("%s: no tool and no argument is called %s", name, each)
		}
	}
}

// tryMetrics looks for the metrics that the prose names in those that were served.
func (w *workplace) tryMetrics(name string) {
	w.t.Helper()
	served, _ := os.ReadFile(filepath.Join(w.folder, "metrics.txt")) // none where no metrics are named
	for _, each := range inlineNames(w.t, name, `quartet(?:_[a-z]+)+`) {
		if !bytes.Contains(served, []byte("# TYPE "+each+" ")) {
			w.t.Errorf("%s: there is no metric %s", name, each)
		}
	}
}

// try makes a mistake in the first file that has what it stands in the place of.
func (w *workplace) try(m mistake) error {
	for _, pattern := range []string{"*/manifests/*.yaml", "*/quartet.yaml"} {
		files, err := filepath.Glob(filepath.Join(w.folder, pattern))
		if err != nil {
			return err
		}
		for _, file := range files {
			if text, err := os.ReadFile(file); err != nil || bytes.Contains(text, []byte(m.right)) {
				return errors.Join(err, w.tryIn(file, text, m))
			}
		}
	}
	return fmt.Errorf("no file says %q", m.right)
}

func (w *workplace) tryIn(file string, text []byte, m mistake) error {
	if err := os.WriteFile(file, bytes.Replace(text, []byte(m.right), []byte(m.wrong), 1), 0o644); err != nil {
		return err
	}
	site := filepath.Join(w.folder, strings.Split(strings.TrimPrefix(file, w.folder+"/"), "/")[0])
	out, _ := w.validate(filepath.Join(site, "manifests")) // it fails as it should
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err
	}
	if !bytes.Contains(out, []byte(`"code": "`+m.code+`"`)) {
		return fmt.Errorf("not %s, but %s", m.code, out)
	}
	return nil
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
		for len(words) > 0 && regexp.MustCompile(`^[a-z][a-z-]*$`).MatchString(words[0]) && len(command) < 2 {
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
