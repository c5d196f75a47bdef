package templates_test

import (
	"bytes"
	"html/template"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/markup"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// The templates of the benchmarks: what a site of some size has.
var benched = map[string]string{
	"layout.html": `<!doctype html>
<html lang="{{ .Lang }}">
<head><meta charset="utf-8">{{ head }}<link rel="stylesheet" href="/site.css"></head>
<body class="{{ .Kind }}">{{ template "header" . }}<main>{{ template "main" . }}</main>{{ template "footer" . }}</body>
</html>`,
	"partials/header.html": `<header><a href="{{ .Home }}">{{ .Site.Title }}</a><nav>{{ range .Menu }}<a href="{{ .URL }}"{{ if eq .URL $.Path }} aria-current="page"{{ end }}>{{ .Title }}</a>{{ end }}</nav></header>`,
	"partials/footer.html": `<footer>{{ range .Alternates }}<a href="{{ .URL }}" hreflang="{{ .Locale }}">{{ .Locale }}</a>{{ end }}</footer>`,
	"partials/row.html":    `<article><h2><a href="{{ .URL }}">{{ .Title }}</a></h2>{{ with .Description }}<p>{{ . }}</p>{{ end }}<time datetime="{{ .UpdatedAt.Format "2006-01-02" }}">{{ template "when" . }}</time></article>`,
	"partials/when.html":   `{{ date .UpdatedAt "long" }}`,
	"entry.html":           `<article><h1>{{ .Entry.Title }}</h1><p>{{ .Entry.Description }}</p>{{ template "when" .Entry }}{{ body .Entry }}</article>`,
	"list.html":            `<h1>{{ .Collection.Title }}</h1>{{ range .Entries }}{{ template "row" . }}{{ end }}`,
}

func benchPage() *page.Page {
	p := pageOf("en")
	entry := *water
	entry.Body, entry.BodyFormat = strings.Repeat("A *paragraph* of [a text](/x).\n\n", 20), "markdown"
	p.Entry, p.Collection = &entry, &page.Collection{Title: "Posts"}
	p.Entries = nil
	for range 20 {
		p.Entries = append(p.Entries, &entry)
	}
	for range 4 {
		p.Menu = append(p.Menu, &page.Collection{Title: "Posts", URL: "/en/posts"})
	}
	p.Alternates = []page.Alternate{{Locale: "en", URL: "/en/posts"}, {Locale: "zh-TW", URL: "/zh-TW/posts"}}
	return p
}

// BenchmarkBesidePlain renders a page and executes the same templates in
// html/template alone by turns. "ratio" is the time of the latter, in the median,
// in that of the former: 1 is as fast.
func BenchmarkBesidePlain(b *testing.B) {
	var folder []string
	for name, text := range benched {
		folder = append(folder, name, text)
	}
	set, p := parse(b, templates.Options{Files: files(folder...)}), benchPage()
	for _, name := range []string{"entry.html", "list.html"} {
		b.Run(name, func(b *testing.B) {
			plain, r := plainTemplate(b, name), templates.Render{Name: name, Page: p, Source: source{}, Head: "<title>Water</title>"}
			var out bytes.Buffer
			var dst []byte
			var ours, theirs []time.Duration
			for b.Loop() {
				start := time.Now()
				page, err := set.Render(b.Context(), r, dst[:0])
				middle := time.Now()
				out.Reset()
				also := plain.Execute(&out, p)
				theirs, ours, dst = append(theirs, time.Since(middle)), append(ours, middle.Sub(start)), page
				if err != nil || also != nil {
					b.Fatal(err, also)
				}
			}
			b.ReportMetric(float64(median(theirs))/float64(median(ours)), "ratio")
			b.ReportMetric(float64(median(ours)), "ns/render")
		})
	}
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

func plainTemplate(b *testing.B, name string) *template.Template {
	funcs := template.FuncMap{
		"head": func() template.HTML { return "<title>Water</title>" },
		"date": func(v any, _ string) string { return noon.Format("January 2, 2006") },
		"body": func(e *page.Entry) (template.HTML, error) {
			html, err := markup.Markdown(nil, e.Body, markup.Options{})
			return template.HTML(html), err
		},
	}
	t := template.New("layout").Funcs(funcs)
	for path, text := range benched {
		if part, ok := strings.CutPrefix(path, "partials/"); ok {
			template.Must(t.New(strings.TrimSuffix(part, ".html")).Parse(text))
		}
	}
	template.Must(t.New("main").Parse(benched[name]))
	return template.Must(t.Parse(benched["layout.html"]))
}
