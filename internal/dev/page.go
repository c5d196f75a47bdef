package dev

import (
	"bytes"
	"context"
	"crypto/rand"
	_ "embed"
	"html/template"
	"net/http"
	"path/filepath"
	"sync"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/look"
	"github.com/quartet-dev/quartet/internal/mcp/connect"
	siteconfig "github.com/quartet-dev/quartet/internal/site"
)

var (
	//go:embed page.html
	pageText string

	pageTemplate = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("page").Parse(problemsText + pageText))
	})
)

// page is what page.html shows.
type page struct {
	Nonce       string
	Attempt     string
	EventsPath  string
	Style       template.CSS
	Fonts       []string
	Site        siteconfig.Config
	Fingerprint string
	Serving     bool
	Stale       bool // an older version answers, because the last change broke the site
	Home        bool // the site has a page at /
	Warned      bool // the problems are warnings alone
	Problems    []problem
	Failures    []problem         // handlers that failed
	Handlers    map[string]string // files by ref key
	First       string            // the manifest to begin with; "" where there are some
	Collections []app.CollectionInfo
	Connect     []string // commands that connect an agent
	Views       []tryout
	Triggers    []tryout
}

// page answers with the landing page.
func (s *server) page(w http.ResponseWriter, r *http.Request, status int) {
	version, now, done := s.live.use()
	defer done()
	shown := page{
		Nonce: rand.Text(), Attempt: s.attempt(now), EventsPath: eventsPath, Style: template.CSS(lookOf(version).Style()) + problemsStyle, Fonts: look.Preloads(), //nolint:gosec // ours, and embedded
		Site: siteconfig.Config{Title: nameOf(s.Site.Dir)}, Problems: explain(now.problems), Warned: !now.problems.HasErrors(), Stale: now.stale, First: beginning(now.problems), Failures: s.failures.shown(),
	}
	if version != nil {
		shown.describe(r.Context(), version.App, s.url)
	}
	var body bytes.Buffer
	if err := pageTemplate().Execute(&body, shown); err != nil {
		httpx.WriteFailure(w, r, diag.Internal(err))
		return
	}
	httpx.WritePage(w, httpx.Page{Status: status, Nonce: shown.Nonce, HTML: body.Bytes(), Fonts: true})
}

// nameOf is what a site is called before its settings can be read.
func nameOf(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	return filepath.Base(dir)
}

// lookOf is the look of the site, once a version of it answers.
func lookOf(version *version) look.Tokens {
	if version == nil {
		return look.Read()
	}
	return version.Look()
}

func (p *page) describe(ctx context.Context, running *app.App, url string) {
	guide := newTryoutFinder(running, url)
	p.Serving, p.Home = true, running.HasHome()
	p.Site, p.Fingerprint = *running.Site().Config(), running.Plan().Fingerprint()
	p.Handlers = running.HandlerFiles()
	p.Collections = running.Collections()
	p.Connect = []string{connect.Clients(url, false)[0].Text, connect.Clients(url, true)[0].Text}
	p.Views, p.Triggers = guide.views(ctx), guide.triggers(ctx)
}
