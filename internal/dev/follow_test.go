package dev

import (
	"html"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsnotify/fsnotify"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/head"
)

const teaPage = "<!doctype html>\n<title>Tea</title>\n<p>Tea.\n"

var scriptTag = regexp.MustCompile(`<script data-base="/_service/dev/" data-version="([^"]+)">`)

// follows is a site with a page, and the version that the page shows.
func follows(t *testing.T, files map[string]string) (s *site, shown func() string) {
	t.Helper()
	all := map[string]string{"manifests/notes.yaml": notes, "public/tea.html": teaPage}
	for name, text := range files {
		all[name] = text
	}
	s, _ = run(t, all)
	return s, func() string {
		t.Helper()
		_, _, body := s.get("/tea.html")
		tag := scriptTag.FindStringSubmatch(body)
		if tag == nil || !strings.HasPrefix(body, teaPage) {
			t.Fatal(body)
		}
		return tag[1]
	}
}

// pages.md: dev reloads the open page when a template, a text, an entry or a
// setting changes, whoever changed it.
func TestAnOpenPageFollowsTheSite(t *testing.T) {
	s, shown := follows(t, nil)
	elsewhere, err := app.Open(t.Context(), app.Options{Dir: s.dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.Close()
	next := s.listen()
	told := next()
	if told.Version != shown() || told.Problems {
		t.Fatalf("%+v, and the page shows %q", told, shown())
	}
	for _, change := range []struct {
		name    string
		make    func() error
		attempt bool // loads the site again
	}{
		{"an entry by REST", func() error {
			answer, err := http.Post(s.url+"/api/notes", "application/json", strings.NewReader(`{"slug":"green","text":"Yes."}`))
			if err != nil {
				return err
			}
			return answer.Body.Close()
		}, false},
		{"an entry by another process", func() error {
			_, err := elsewhere.Content().Create(t.Context(), content.Caller{}, "notes", map[string]any{"slug": "red", "text": "Yes."})
			return err
		}, false},
		{"a setting", func() error {
			_, err := elsewhere.Site().Change(t.Context(), audit.Actor{}, map[string]string{"title": "Changed"})
			return err
		}, false},
		{"a template", func() error { s.write("templates/partials/foot.html", "<p>Foot"); return nil }, true},
		{"a text", func() error { s.write("templates/locales/en.yaml", "more: More"); return nil }, true},
		{"a file", func() error { s.write("public/css/site.css", "p { color: green }"); return nil }, true},
		{"seeds", func() error { s.write("seed/one.yaml", firstNote); return nil }, true},
	} {
		if err := change.make(); err != nil {
			t.Fatal(change.name, err)
		}
		now := next()
		for change.attempt && now.Attempt == told.Attempt { // a write before may be seen twice
			now = next()
		}
		if now.Version == told.Version || (now.Attempt != told.Attempt) != change.attempt {
			t.Errorf("%s: %+v after %+v", change.name, now, told)
		}
		if change.attempt {
			s.report()
			for shown() != now.Version { // the folder was new, or seeds were written one after the other
				now = next()
			}
		}
		told = now
	}
}

// The page before stays, and its overlay has place, line, message and suggestion.
func TestWhatIsWrongIsShownOverThePage(t *testing.T) {
	s, shown := follows(t, nil)
	next, before := s.listen(), shown()
	next()
	if _, _, body := s.get(problemsPath); body != "" {
		t.Error(body)
	}
	s.write("manifests/notes.yaml", strings.Replace(notes, "from: notes", "from: nots", 1))
	s.report()
	if told := next(); !told.Problems || shown() == before {
		t.Errorf("%+v", told)
	}
	_, header, body := s.get(problemsPath)
	for _, want := range []string{"<dialog", "VIEW_FROM_UNKNOWN_SCHEMA", "manifests/notes.yaml:17:9", "   17 |   from: nots\n", "suggestion: notes"} {
		if !strings.Contains(html.UnescapeString(body), want) {
			t.Errorf("%q is not in the overlay", want)
		}
	}
	if header.Get("Content-Security-Policy") != "default-src 'none'" || header.Get("Cache-Control") != "no-store" {
		t.Error(header)
	}
	s.write("manifests/notes.yaml", notes)
	s.report()
	if told := next(); told.Problems || told.Version != shown() {
		t.Errorf("%+v", told)
	}
}

// A template that fails while it runs does not end dev: its page says where and
// why, to a browser alone, and is whole again when it is mended.
func TestAPageThatCannotBeRenderedSaysWhy(t *testing.T) {
	s, _ := run(t, map[string]string{
		"manifests/notes.yaml": notes, "seed/one.yaml": strings.Replace(firstNote, "tea & milk", "milk", 1),
		"quartet.yaml":        "routes: { collections: [{ collection: notes, list: true, template: note.html }] }",
		"templates/note.html": "<p>{{ .Entry.Slug }}</p>\n<p>{{ view .Entry.Slug }}</p>",
	})
	status, header, body := s.read("/notes/milk")
	for _, want := range []string{
		`<template id="quartet-problems">`, "templates/note.html:2:", "view .Entry.Slug", "    2 | <p>{{ view .Entry.Slug }}</p>", "This page cannot be shown",
	} {
		if !strings.Contains(html.UnescapeString(body), want) {
			t.Errorf("%q is not in %s", want, body)
		}
	}
	if status != http.StatusInternalServerError || !scriptTag.MatchString(body) || !strings.Contains(header.Get("Content-Security-Policy"), "script-src 'sha256-") {
		t.Error(status, header)
	}
	if _, header, body := s.get("/notes/milk"); !strings.HasPrefix(header.Get("Content-Type"), "application/json") || strings.Contains(body, "note.html") {
		t.Error("a program is told", body)
	}
	s.write("templates/note.html", "<p>{{ .Entry.Slug }}</p>")
	s.report()
	if status, _, body := s.read("/notes/milk"); status != http.StatusOK || !strings.Contains(body, "<p>milk</p>") || !scriptTag.MatchString(body) {
		t.Error(status, body)
	}
}

// A template that does not parse keeps the last good site, at its line.
func TestATemplateThatDoesNotParse(t *testing.T) {
	s, _ := run(t, map[string]string{
		"manifests/notes.yaml": notes, "quartet.yaml": "routes: { home: {} }", "templates/home.html": "<p>Here</p>",
	})
	s.write("templates/home.html", "<p>Here</p>\n<p>{{ truncat .Path 3 }}</p>")
	if r := s.report(); !r.Serving || len(r.Problems) != 1 || r.Problems[0].Code != diag.TemplateInvalid {
		t.Fatalf("%+v", r)
	}
	if status, _, body := s.read("/"); status != http.StatusOK || !strings.Contains(body, "<p>Here</p>") {
		t.Error(status, body)
	}
	_, _, overlay := s.get(problemsPath)
	for _, want := range []string{"templates/home.html:2:7", "    2 | <p>{{ truncat .Path 3 }}</p>", "truncate"} {
		if !strings.Contains(html.UnescapeString(overlay), want) {
			t.Errorf("%q is not in %s", want, overlay)
		}
	}
}

// A site with a home has it at /, and what dev offers below its own path.
func TestTheHomeIsTheSites(t *testing.T) {
	s, _ := run(t, map[string]string{"manifests/notes.yaml": notes, "quartet.yaml": "site: { title: Tea }\nroutes: { home: {} }"})
	if _, _, body := s.read("/"); !scriptTag.MatchString(body) || strings.Contains(body, "take-note") {
		t.Error(body)
	}
	if page := s.page(); !strings.Contains(page, "/api/notes") || !strings.Contains(page, `<a href="/">`) {
		t.Error(page)
	}
	s.write("quartet.yaml", "site: { title: Tea }")
	s.report()
	if _, _, body := s.read("/"); !strings.Contains(body, "/api/notes") {
		t.Error(body)
	}
}

// read asks as a browser does.
func (s *site) read(path string) (status int, header http.Header, body string) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Accept", "text/html,*/*;q=0.8")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

func TestOnlyPagesGetTheScript(t *testing.T) {
	s, _ := follows(t, map[string]string{"public/tea.css": "p { }", "public/tea.txt": "<p>"})
	for path, want := range map[string]bool{
		"/tea.html": true, "/tea.css": false, "/tea.txt": false, "/api/views": false, "/admin": false,
		root + "/": false, problemsPath: false, "/nothing": false,
	} {
		if _, _, body := s.get(path); strings.Contains(body, "data-version") != want {
			t.Errorf("%s: %s", path, body)
		}
	}
	_, header, _ := s.get("/tea.html")
	if header.Get("ETag") != "" || header.Get("Cache-Control") != "private, no-store" {
		t.Error("the page is kept", header)
	}
	if _, header, _ := s.get("/tea.css"); header.Get("ETag") == "" {
		t.Error("a file lost its tag", header)
	}
	for path, want := range map[string]int{root: 200, root + "/overlay.css": 200, root + "/problems.css": 200, root + "/inject.go": 404, root + "/..": 404, root + "x": 404} {
		if status, _, _ := s.get(path); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
}

func TestThePolicyAdmitsTheScript(t *testing.T) {
	script := head.Hash(followScript)
	own := "; script-src " + script + "; style-src 'self'; connect-src 'self'"
	for policy, want := range map[string]string{
		"default-src 'none'":                   "default-src 'none'" + own,
		"img-src 'self'":                       "img-src 'self'",
		"default-src 'self' https://a.example": "default-src 'self' https://a.example; script-src 'self' https://a.example " + script + "; style-src 'self' https://a.example; connect-src 'self' https://a.example",
		"script-src 'sha256-x'; style-src *":   "script-src 'sha256-x' " + script + "; style-src * 'self'",
		"script-src 'self' 'unsafe-inline'; style-src 'self'; connect-src 'self'": "script-src 'self' 'unsafe-inline'; style-src 'self'; connect-src 'self'",
		"default-src 'self' 'unsafe-inline'":                                      "default-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self' 'unsafe-inline'",
		"script-src 'unsafe-inline' 'nonce-x'; style-src *":                       "script-src 'unsafe-inline' 'nonce-x' " + script + "; style-src * 'self'",
		"script-src 'none'; default-src 'none'":                                   "script-src " + script + "; default-src 'none'; style-src 'self'; connect-src 'self'",
	} {
		if got := admitting(policy); got != want {
			t.Errorf("%s\n got %s\nwant %s", policy, got, want)
		}
	}
}

func TestWhichFilesCount(t *testing.T) {
	w := &watched{dir: "site"}
	for file, want := range map[string]bool{
		"quartet.yaml": true, ".env": true, "README.md": false, "manifests": true, "manifests/a.yaml": true, "manifests/a.yaml~": false,
		"seed/a.yml": true, "templates": true, "templates/post.html": true, "templates/locales/en.yaml": true, "templates/.post.html.swp": false,
		"templates/post.html~": false, "templates/4913": false, "public/css/site.css": true, "public/.DS_Store": false, ".service/data/quartet.db": false,
		"handlers": true, "handlers/a.ts": true, "handlers/a/b.mjs": true, "handlers/data.json": true, "handlers/letter.txt": true, "handlers/new": true,
		"handlers/a.ts~": false, "handlers/.a.ts.swp": false, "handlers/4913": false, "handlers/README.md": false,
	} {
		if got := w.isRelevant(fsnotify.Event{Name: filepath.Join("site", file), Op: fsnotify.Write}); got != want {
			t.Errorf("%s counts: %v", file, got)
		}
	}
}

// Somebody who opens a page of a site that cannot start sees why, and the page
// comes when the files are mended.
func TestAPageOfASiteThatCannotStart(t *testing.T) {
	s, _ := run(t, map[string]string{"quartet.yaml": "sight: {}", "public/tea.html": teaPage})
	status, _, body := s.read("/tea.html")
	if status != http.StatusServiceUnavailable || !strings.Contains(body, "SETTINGS_INVALID") || !strings.Contains(body, eventsPath) {
		t.Error(status, body)
	}
	if status, header, _ := s.get("/tea.html"); status != http.StatusServiceUnavailable || !strings.HasPrefix(header.Get("Content-Type"), "application/json") {
		t.Error(status, header)
	}
}
