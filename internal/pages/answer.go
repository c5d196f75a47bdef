package pages

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/pages/head"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// answer is a whole answer, with what it was made from.
type answer struct {
	httpx.Tagged
	target target
	header http.Header // beside those of the body and of caching
	made   snapshotOf
}

// snapshotOf is what an answer was made from; it is good while that is the same.
type snapshotOf struct {
	site    *snapshot
	content *content.Service
	seen    []generation
	media   Media // nil where nothing of the library was looked up
	files   uint64
}

// current reports whether the answer would be the same now.
func (s *snapshotOf) current(site *snapshot) bool {
	return s.site.Config == site.Config && current(s.content, s.seen) && (s.media == nil || s.sameFiles())
}

// sameFiles reports whether nothing was changed in the media library since.
func (s *snapshotOf) sameFiles() bool {
	number, known := s.media.Generation()
	return known && number == s.files
}

const (
	htmlType     = "text/html; charset=utf-8"
	markdownType = "text/markdown; charset=utf-8"
	textType     = "text/plain; charset=utf-8"
)

// make makes the answer of a visit. What is not there is NOT_FOUND.
func (v *visit) make(ctx context.Context, q asked) (*answer, error) {
	switch v.target.index {
	case llmsIndex:
		return v.llms(ctx, q.cursor)
	case sitemapIndex:
		return v.sitemap(ctx, q)
	case robotsIndex:
		return v.robots(), nil
	case noIndex, faviconIndex, rootRedirect:
	}
	if v.target.kind == page.List {
		return v.listAnswer(ctx, q.cursor)
	}
	p, err := v.homeOrDetail(ctx)
	switch {
	case err != nil:
		return nil, err
	case p == nil:
		return nil, noPage()
	case v.target.form == asMarkdown:
		return v.mirror(ctx, p)
	}
	return v.html(ctx, p)
}

func (v *visit) homeOrDetail(ctx context.Context) (*page.Page, error) {
	if v.target.kind == page.Home {
		return v.homePage(ctx)
	}
	return v.detail(ctx)
}

func noPage() error { return diag.At(diag.NotFound, "", "There is no such page.") }

// answerOf makes an answer of a body.
func (v *visit) answerOf(contentType string, body []byte) *answer {
	return &answer{
		Tagged: httpx.TagAs(contentType, body), target: v.target, header: http.Header{},
		made: v.madeOf(),
	}
}

// madeOf is what the answer is made from.
func (v *visit) madeOf() snapshotOf {
	made := snapshotOf{site: v.site, content: v.Content, seen: v.seen}
	if v.library.read {
		made.media, made.files = v.Media, v.library.number
	}
	return made
}

// html renders a page with its template.
func (v *visit) html(ctx context.Context, p *page.Page) (*answer, error) {
	said, _ := head.Head(p, v.site.analytics)
	body, err := v.render(ctx, p, said)
	if err != nil {
		return nil, err
	}
	a := v.answerOf(htmlType, body)
	a.header["Content-Security-Policy"] = v.site.policyOf(p)
	if p.Lang != "" {
		a.header["Content-Language"] = []string{p.Lang}
	}
	v.linkNext(a, p.Next)
	return a, nil
}

// linkNext names the next page of a list in the header.
func (v *visit) linkNext(a *answer, next string) {
	if next != "" {
		a.header["Link"] = []string{"<" + page.Absolute(v.site.Origin, next) + `>; rel="next"`}
	}
}

// templateOf is the name of the template of a page.
func (v *visit) templateOf(p *page.Page) string {
	switch p.Kind {
	case page.Home:
		return or(v.routes.declared.Home.Template, homeTemplate)
	case page.List:
		return or(v.target.route.ListTemplate, listTemplate)
	case page.NotFound:
		return or(v.routes.declared.NotFound, notFoundTemplate)
	case page.Detail:
	}
	return or(v.target.route.Template, entryTemplate)
}

func or(name, fallback string) string {
	if name == "" {
		return fallback
	}
	return name
}

// prefersMarkdown reports whether an Accept names text/markdown, and HTML neither
// with a higher weight nor before it with the same. Browsers never do.
func prefersMarkdown(values []string) bool {
	markdown, html := 0.0, 0.0
	for _, value := range values {
		for each := range strings.SplitSeq(value, ",") {
			name, parameters, _ := strings.Cut(each, ";")
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "text/markdown":
				if weight := weightOf(parameters); weight > html {
					markdown = max(markdown, weight)
				}
			case "text/html", "application/xhtml+xml":
				html = max(html, weightOf(parameters))
			}
		}
	}
	return markdown > 0 && markdown >= html
}

// weightOf is the q among the parameters of a media range; 1 where there is none, and
// 0 where it is no weight (RFC 9110, 12.4.2).
func weightOf(parameters string) float64 {
	for each := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(each), "=")
		if !strings.EqualFold(name, "q") {
			continue
		}
		weight, err := strconv.ParseFloat(value, 64)
		if err != nil || weight < 0 || weight > 1 {
			return 0
		}
		return weight
	}
	return 1
}
