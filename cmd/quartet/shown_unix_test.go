//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The program of the page about embedding is what it says: its Go compiles, its test
// passes, and what it answers to curl is what the page shows.
func TestEmbeddingIsTrue(t *testing.T) {
	page := handbook + "/embedding.md"
	code := blocksIn(t, page, "go")
	if len(code) != 2 {
		t.Fatalf("%s shows %d blocks of Go, not a program and its test", page, len(code))
	}
	w := newWorkplace(t)
	w.write("parcels/site/manifests/parcels.yaml", blocksIn(t, page, "yaml")[0])
	w.write("parcels/main.go", goFile(code[0]+"\nfunc main() {\n\tif err := run(context.Background()); err != nil {\n\t\tpanic(err)\n\t}\n}\n"))
	w.write("parcels/main_test.go", goFile(code[1]))
	w.module("parcels")
	w.run("cd parcels && go vet ./... && go test ./... > /dev/null")
	w.write("parcels/main.go", w.here(pageOf(t, w.folder+"/parcels/main.go")))
	w.run("go build -o program . && (./program > ../program.log 2>&1 &)\n" + w.here("until curl -sf http://localhost:8787/readyz > /dev/null; do sleep 0.1; done"))
	if typed := w.tryTyped(blocksIn(t, page, "")); typed != 3 {
		t.Errorf("%s shows %d calls of the program, want 3", page, typed)
	}
}

// The five minutes of the README are the first that somebody does: each command answers
// what stands below it, and what is broken is told of in these words.
func TestFiveMinutesAreTrue(t *testing.T) {
	_, section, _ := strings.Cut(pageOf(t, handbook+"/../README.md"), "\n## Five minutes\n")
	section, _, _ = strings.Cut(section, "\n## ")
	w := newWorkplace(t)
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	w.run("mkdir examples && cp -r '" + examples + "/publication' examples/ && rm -rf examples/publication/.service")
	w.run(w.here("quartet dev examples/publication --addr 127.0.0.1:8787 > dev.log 2>&1 &\nuntil curl -sf http://localhost:8787/readyz > /dev/null; do sleep 0.1; done"))
	printed, ran := "", 0
	for _, each := range regexp.MustCompile("(?ms)^```(json)?\n(.*?)^```$").FindAllStringSubmatch(section, -1) {
		text := strings.ReplaceAll(each[2], "go run ./cmd/quartet", "quartet")
		switch {
		case each[1] == "json":
			if err := w.known.matchText(strings.ReplaceAll(text, "\n ", ""), lastLine(printed)); err != nil {
				t.Errorf("README.md: %v", err)
			}
		case strings.HasPrefix(text, "examples/"): // what the mistakes of the page are told as
			w.run("sed -i -e '0,/orderBy/s//ordrBy/' -e 's/sharedMaxAge: 60/sharedMaxAge: 0/' examples/publication/manifests/reading.yaml")
			if err := w.known.matchText(text, w.run("quartet validate examples/publication --phase deploy --format text || true")); err != nil {
				t.Errorf("README.md: %v", err)
			}
			w.run("sed -i -e 's/ordrBy/orderBy/' -e 's/sharedMaxAge: 0/sharedMaxAge: 60/' examples/publication/manifests/reading.yaml")
		case strings.Contains(text, "quartet dev my-site"):
			w.run(strings.ReplaceAll(w.here(text), "quartet dev my-site", "quartet validate my-site --phase deploy"))
			ran++
		default:
			printed = w.run(strings.ReplaceAll("\n"+w.here(text), "\ncurl ", "\necho; curl -s "))
			ran++
		}
	}
	if ran != 4 {
		t.Errorf("README.md has %d blocks of commands, want 4", ran)
	}
}

// blocksIn are the blocks of a page in a language; "" is none.
func blocksIn(t *testing.T, page, language string) (all []string) {
	t.Helper()
	for _, each := range regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$").FindAllStringSubmatch(pageOf(t, page), -1) {
		if each[1] == language {
			all = append(all, each[2])
		}
	}
	return all
}

// tryTyped runs what stands behind a prompt, and compares what stands below it.
func (w *workplace) tryTyped(blocks []string) (typed int) {
	w.t.Helper()
	for _, block := range blocks {
		for part := range strings.SplitSeq(block, "$ ") {
			command, want, _ := strings.Cut(part, "\n")
			if !strings.HasPrefix(command, "curl ") {
				continue
			}
			typed++
			if err := w.known.matchText(want, w.run(w.here(strings.Replace(command, "curl ", "curl -s ", 1)))); err != nil {
				w.t.Error(err)
			}
		}
	}
	return typed
}

// imports are those of the blocks of Go, which leave them out.
var imports = []string{"context", "fmt", "log/slog", "net", "net/http", "os", "testing", "github.com/quartet-dev/quartet"}

// goFile is a block of Go with the imports that it uses.
func goFile(code string) string {
	text := "package main\n\nimport (\n"
	for _, each := range imports {
		if name := each[strings.LastIndex(each, "/")+1:]; regexp.MustCompile(`\b` + name + `\.[A-Z]`).MatchString(code) {
			text += "\t\"" + each + "\"\n"
		}
	}
	return text + ")\n\n" + code
}

func pageOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func lastLine(printed string) string {
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	return lines[len(lines)-1]
}
