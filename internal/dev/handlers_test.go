package dev

import (
	"html"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
)

const quoteManifest = `apiVersion: quartet/v1
kind: Procedure
metadata: { name: quote }
spec: { input: { type: object }, output: { type: object }, handler: { kind: ref, ref: shipping.quote } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: quote }
spec: { source: { kind: http, method: POST, path: /api/quote }, target: { procedure: quote } }
`

const (
	sound  = "export const quote = () => ({ cents: 250 })\n"
	faulty = "import { rate } from './lib/rates'\n\nexport const quote = () => {\n  return rate(undefined as any)\n}\n"
	rates  = "export function rate(of: { cents: number }) {\n  return of.cents\n}\n"
)

func quoting(files map[string]string) map[string]string {
	all := map[string]string{"manifests/quote.yaml": quoteManifest, "handlers/shipping.ts": sound, "public/tea.html": teaPage}
	for name, text := range files {
		all[name] = text
	}
	return all
}

// quote calls the handler, as a program does.
func (s *site) quote() string {
	s.t.Helper()
	answer, err := http.Post(s.url+"/api/quote", "application/json", strings.NewReader("{}"))
	if err != nil {
		s.t.Error(err)
		return ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Error(err)
	}
	return string(text)
}

// dev: handlers are reloaded when one of their files changes, also in a folder that
// was not there before.
func TestHandlersAreReloaded(t *testing.T) {
	s, first := run(t, quoting(nil))
	if body := s.quote(); !strings.Contains(body, "250") {
		t.Fatal(first.Problems, body)
	}
	if page := s.page(); !strings.Contains(page, "<strong>shipping.quote</strong>") || !strings.Contains(page, "/handlers/shipping.ts</code>") {
		t.Error("the landing page does not name the handler", page)
	}
	s.write("handlers/shipping.ts", strings.Replace(sound, "250", "300", 1))
	s.report()
	if body := s.quote(); !strings.Contains(body, "300") {
		t.Error(body)
	}
	s.write("handlers/lib/rates.ts", "export const cents = 400\n")
	s.report()
	s.write("handlers/shipping.ts", "import { cents } from './lib/rates'\nexport const quote = () => ({ cents })\n")
	s.report()
	s.write("handlers/lib/rates.ts", "export const cents = 500\n")
	s.report()
	if body := s.quote(); !strings.Contains(body, "500") {
		t.Error(body)
	}
}

// A change that breaks a handler keeps the last good version, and says where.
func TestABrokenHandlerKeepsTheLastGoodVersion(t *testing.T) {
	s, _ := run(t, quoting(nil))
	s.write("handlers/shipping.ts", "export const quote = () => {\n")
	if r := s.report(); !r.Serving || len(r.Problems) != 1 || r.Problems[0].Code != diag.HandlerSyntaxInvalid {
		t.Fatalf("%+v", r)
	}
	if body := s.quote(); !strings.Contains(body, "250") {
		t.Error(body)
	}
	if page := s.page(); !strings.Contains(page, "handlers/shipping.ts:2:1") || !strings.Contains(page, "HANDLER_SYNTAX_INVALID") {
		t.Error(page)
	}
}

// Errors of handlers name the file, the line and the column of the TypeScript, with
// the lines around: in the terminal, on the page that shows them, on open pages and
// on the landing page, until the files change.
func TestAHandlerThatFailsSaysWhere(t *testing.T) {
	failed := make(chan Failure, 9)
	s, _ := runWith(t, Options{Failed: func(f Failure) { failed <- f }}, quoting(map[string]string{"handlers/shipping.ts": faulty, "handlers/lib/rates.ts": rates}))
	next := s.listen()
	if told := next(); told.Failures != 0 {
		t.Errorf("%+v", told)
	}
	s.quote()
	if told := next(); told.Failures != 1 || told.Problems {
		t.Errorf("%+v", told)
	}
	told := <-failed
	if at := told.Diagnostic.Source; at == nil || at.File != filepath.ToSlash(s.dir)+"/handlers/lib/rates.ts" || at.Line != 2 || at.Column == 0 {
		t.Errorf("%+v", told)
	}
	_, _, overlay := s.get(failuresPath)
	for where, text := range map[string]string{"the overlay": overlay, "the landing page": s.page()} {
		for _, want := range []string{"handlers/lib/rates.ts:2:", "cents", "    2 |   return of.cents\n", "handlers/shipping.ts:4:", "The handler shipping.quote failed"} {
			if !strings.Contains(html.UnescapeString(text), want) {
				t.Errorf("%q is not in %s: %s", want, where, html.UnescapeString(text))
			}
		}
	}
	if body := s.quote(); strings.Contains(body, "rates") {
		t.Error("a program is told", body)
	}
	s.write("handlers/shipping.ts", sound)
	s.report()
	if _, _, overlay := s.get(failuresPath); overlay != "" || strings.Contains(s.page(), "rates.ts") {
		t.Error(overlay)
	}
}

// dev keeps the module that handlers have their types from; a file that nobody
// generated, and the name of the types, stay.
func TestTheModuleFollowsTheManifests(t *testing.T) {
	s, _ := run(t, quoting(nil))
	module := filepath.Join(s.dir, generatedFolder, "service.ts")
	text, err := os.ReadFile(module)
	if err != nil || !strings.Contains(string(text), "'shipping.quote'") {
		t.Fatal(err, string(text))
	}
	for _, beside := range []string{"handlers.d.ts", "handlers.tsconfig.json"} {
		if _, err := os.Stat(filepath.Join(s.dir, generatedFolder, beside)); err != nil {
			t.Error(err)
		}
	}
	before, err := os.Stat(module)
	if err != nil {
		t.Fatal(err)
	}
	s.write("handlers/shipping.ts", strings.Replace(sound, "250", "300", 1))
	s.report()
	if after, err := os.Stat(module); err != nil || !os.SameFile(before, after) || after.ModTime() != before.ModTime() {
		t.Error("the module was written again", err)
	}
	renamed := strings.Replace(string(text), "export declare namespace Service {", "export declare namespace Shop {", 1)
	s.write(filepath.Join(generatedFolder, "service.ts"), renamed)
	s.write("manifests/quote.yaml", strings.ReplaceAll(quoteManifest, "shipping.quote", "shipping.offer")) // not there: the site keeps its version
	if r := s.report(); !r.Problems.HasErrors() {
		t.Errorf("%+v", r)
	}
	text, err = os.ReadFile(module)
	if err != nil || !strings.Contains(string(text), "'shipping.offer'") || !strings.Contains(string(text), "export declare namespace Shop {") {
		t.Error(err, string(text))
	}
	s.write(filepath.Join(generatedFolder, "service.ts"), "// mine\n")
	s.write("manifests/quote.yaml", quoteManifest)
	s.report()
	if text, err := os.ReadFile(module); err != nil || string(text) != "// mine\n" {
		t.Error(err, string(text))
	}
}

// The Go program that has the handlers of a site may run elsewhere: everything else of
// the site can be worked on.
func TestHandlersMayBeElsewhere(t *testing.T) {
	s, first := run(t, map[string]string{"manifests/quote.yaml": quoteManifest})
	if !first.Serving || first.Problems.HasErrors() || len(first.Problems) != 1 || first.Problems[0].Code != diag.HandlerNotRegistered {
		t.Fatalf("%+v", first)
	}
	if body := s.quote(); !strings.Contains(body, string(diag.HandlerNotRegistered)) {
		t.Error(body)
	}
}

func TestASiteWithoutTypeScriptGetsNoModule(t *testing.T) {
	s, first := run(t, map[string]string{"manifests/quote.yaml": quoteManifest, "handlers/shipping.js": sound, "handlers/node_modules/x/index.ts": "export {}\n"})
	if first.Problems != nil {
		t.Error(first.Problems)
	}
	if _, err := os.Stat(filepath.Join(s.dir, generatedFolder)); err == nil {
		t.Error("a module was written")
	}
}
