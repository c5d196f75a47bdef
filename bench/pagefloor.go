package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"math"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"go.yaml.in/yaml/v4"

	"github.com/quartet-dev/quartet/internal/pages/cldr"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/theme"
)

// The floor of the pages: the theme's own templates on plain html/template, goldmark
// with the same extensions, and five fixed queries, for this one site. It bounds
// nothing, keeps nothing, and sends no ids, tags or policies.

type pageFloor struct {
	readers  chan pageReader
	markdown goldmark.Markdown
	sites    map[string]*floorSite
	buffers  sync.Pool
	memory   map[string]remembered
}

// floorSite is the site in one locale.
type floorSite struct {
	locale, name string
	collection   page.Collection
	entry, list  *template.Template
}

var floorLocales = []page.Language{{Locale: "en", Name: "English"}, {Locale: "zh-TW", Name: "繁體中文"}}

// runPageFloor serves the floor of the pages over file until the process is told to
// stop. What it writes from memory is in the file memory.
func runPageFloor(file, memory string) error {
	debug.SetGCPercent(collectPercent)
	f, err := newPageFloor(file)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(memory)
	if err == nil {
		err = json.Unmarshal(text, &f.memory)
	}
	if err != nil {
		return err
	}
	return serveFloor(f.routes())
}

// newPageFloor makes the floor of the pages over a database.
func newPageFloor(file string) (*pageFloor, error) {
	f := &pageFloor{readers: make(chan pageReader, readers), sites: map[string]*floorSite{}, memory: map[string]remembered{}}
	f.markdown = goldmark.New(goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify, extension.TaskList, extension.Footnote))
	f.buffers.New = func() any { return new(bytes.Buffer) }
	for range readers {
		r, err := newPageReader(file)
		if err != nil {
			return nil, err
		}
		f.readers <- r
	}
	for _, each := range floorLocales {
		site, err := newFloorSite(each.Locale, each.Name)
		if err != nil {
			return nil, err
		}
		f.sites[each.Locale] = site
	}
	return f, nil
}

func (f *pageFloor) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{locale}/articles/{slug}", f.entry)
	mux.HandleFunc("GET /{locale}/articles", f.list)
	mux.HandleFunc("GET /memory/{locale}/articles/{slug}", f.remembered)
	mux.HandleFunc("GET /bare/{locale}/articles/{slug}", f.bare)
	return mux
}

// newFloorSite parses the templates of the theme with functions that know the locale.
func newFloorSite(locale, name string) (*floorSite, error) {
	files := theme.Files()
	text, err := fs.ReadFile(files, "locales/"+locale+".yaml")
	if err != nil {
		return nil, err
	}
	words := map[string]string{}
	if err := yaml.Unmarshal(text, &words); err != nil {
		return nil, err
	}
	path, _ := theme.Stylesheet()
	writes, at := cldr.Find(locale), "/"+locale+"/articles"
	s := &floorSite{locale: locale, name: name, collection: page.Collection{
		Name: "articles", Title: "Articles", Segment: "articles", URL: at, Atom: at + "/feed.xml", JSON: at + "/feed.json",
	}}
	functions := template.FuncMap{
		"t": func(key string, values ...string) string {
			text := words[key]
			for i, each := range values {
				text = strings.ReplaceAll(text, "{"+strconv.Itoa(i)+"}", each)
			}
			return text
		},
		"date":  func(t time.Time, _ string) string { return writes.Date(t, cldr.Long) },
		"theme": func() string { return path },
		"field": func(string) template.HTMLAttr { return "" },
		"dict": func(pairs ...any) map[string]any {
			all := make(map[string]any, len(pairs)/2)
			for i := 0; i+1 < len(pairs); i += 2 {
				all[pairs[i].(string)] = pairs[i+1]
			}
			return all
		},
		"picture": func(...any) template.HTML { return "" }, // the site has no pictures
	}
	if s.entry, err = parseFloor(files, functions, "entry.html"); err != nil {
		return nil, err
	}
	s.list, err = parseFloor(files, functions, "list.html")
	return s, err
}

// byHand are the places of the templates that ask the program's functions for what a
// program for one site has in the data of the page.
var byHand = strings.NewReplacer("{{ head -}}", "{{ .HeadHTML -}}", "older $page.Entry", "$page.Older", "newer $page.Entry", "$page.Newer", `{{ body . (dict "loading" "first" "sizes" "(min-width: 70em) 820px, 90vw") -}}`, "{{ $page.BodyHTML -}}")

func parseFloor(files fs.FS, functions template.FuncMap, main string) (*template.Template, error) {
	all := template.New("").Funcs(functions)
	names, err := fs.Glob(files, "partials/*.html")
	if err != nil {
		return nil, err
	}
	for _, name := range append(names, "layout.html", main) {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		as := strings.TrimSuffix(strings.TrimPrefix(name, "partials/"), ".html")
		if name == main {
			as = "main"
		}
		if _, err := all.New(as).Parse(byHand.Replace(string(text))); err != nil {
			return nil, err
		}
	}
	return all.Lookup("layout"), nil
}

// blank is a page of the site without anything of its own.
func (s *floorSite) blank(path string) *floorPage {
	home := "/" + s.locale
	p := &floorPage{
		Site:   page.Site{Title: "Bench", Description: "Notes on tea, for measurements.", Origin: pageOrigin, CanonicalLocale: "en"},
		Locale: s.locale, Lang: s.locale, Path: path, Home: home, Menu: []*page.Collection{&s.collection}, Collection: &s.collection,
		Crumbs: []page.Link{{Title: "Bench", URL: home}, {Title: "Articles", URL: s.collection.URL}},
	}
	p.SEO.Canonical, p.SEO.Description, p.SEO.Type = path, p.Site.Description, "website"
	return p
}

// languages adds the alternates in the order of the site.
func (p *floorPage) languages(path string, has func(string) bool) {
	for _, each := range floorLocales {
		if !has(each.Locale) {
			continue
		}
		each.URL, each.HasPage, each.Current = "/"+each.Locale+path, true, each.Locale == p.Locale
		p.Locales = append(p.Locales, each)
		p.Alternates = append(p.Alternates, page.Alternate{Locale: each.Locale, URL: each.URL})
	}
}

func (f *pageFloor) entry(w http.ResponseWriter, r *http.Request) {
	site := f.sites[r.PathValue("locale")]
	if site == nil {
		http.NotFound(w, r)
		return
	}
	p, err := f.read(site, r.URL.Path, r.PathValue("slug"))
	if err != nil || p == nil {
		http.NotFound(w, r)
		return
	}
	body := f.buffers.Get().(*bytes.Buffer)
	body.Reset()
	defer f.buffers.Put(body)
	if err := f.markdown.Convert([]byte(p.Entry.Body), body); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	p.BodyHTML = template.HTML(body.String())
	f.write(w, site.entry, p)
}

// read reads an entry with its neighbours and where else it is.
func (f *pageFloor) read(site *floorSite, path, slug string) (*floorPage, error) {
	reader := <-f.readers
	defer func() { f.readers <- reader }()
	found, err := reader.entries("entry", site.locale, slug, site.locale)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	p, e := site.blank(path), found[0]
	p.Kind, p.Entry = page.Detail, e
	locales, err := reader.locales(slug)
	if err != nil {
		return nil, err
	}
	for name, into := range map[string]**page.Entry{"older": &p.Older, "newer": &p.Newer} {
		beside, err := reader.entries(name, site.locale, site.locale, e.ChangedAt, e.ID)
		if err != nil {
			return nil, err
		}
		if len(beside) > 0 {
			*into = beside[0]
		}
	}
	p.languages("/articles/"+slug, func(locale string) bool {
		for _, each := range locales {
			if each == locale {
				return true
			}
		}
		return false
	})
	p.Crumbs = append(p.Crumbs, page.Link{Title: e.Title, URL: path})
	p.SEO.Title, p.SEO.Description, p.SEO.Type = e.Title+" – Bench", e.Description, "article"
	p.SEO.Published, p.SEO.Modified, p.SEO.Markdown = e.PublishedAt, e.UpdatedAt, path+".md"
	return p, nil
}

func (f *pageFloor) list(w http.ResponseWriter, r *http.Request) {
	site := f.sites[r.PathValue("locale")]
	if site == nil {
		http.NotFound(w, r)
		return
	}
	after, id := int64(math.MaxInt64), ""
	cursor := r.URL.Query().Get("cursor")
	if at, rest, ok := strings.Cut(cursor, "."); ok {
		after, _ = strconv.ParseInt(at, 10, 64)
		id = rest
	}
	reader := <-f.readers
	found, err := reader.entries("list", site.locale, site.locale, after, id)
	f.readers <- reader
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	p := site.blank(r.URL.Path)
	p.Kind, p.SEO.Title, p.SEO.Markdown = page.List, "Articles – Bench", r.URL.Path+".md"
	if len(found) > 20 {
		found = found[:20]
		p.Next = fmt.Sprintf("%s?cursor=%d.%s", r.URL.Path, found[19].ChangedAt, found[19].ID)
	}
	p.Entries = found
	p.languages("/articles", func(string) bool { return true })
	if cursor != "" {
		p.SEO.Canonical, p.Alternates = r.URL.Path+"?cursor="+cursor, nil
	}
	f.write(w, site.list, p)
}

func (f *pageFloor) write(w http.ResponseWriter, t *template.Template, p *floorPage) {
	p.HeadHTML = headOf(p)
	body := f.buffers.Get().(*bytes.Buffer)
	body.Reset()
	defer f.buffers.Put(body)
	if err := t.Execute(body, p); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(body.Len()))
	_, _ = w.Write(body.Bytes())
}
