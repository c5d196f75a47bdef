package dev

import (
	"bytes"
	"context"
	"crypto/rand"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/settings"
	siteconfig "github.com/quartet-dev/quartet/internal/site"
)

//go:embed page.html
var pageText string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
})

// page is what page.html shows.
type page struct {
	Nonce       string
	Attempt     string
	EventsPath  string
	Site        siteconfig.Config
	Fingerprint string
	Serving     bool
	Problems    []problem
	Views       []tryout
	Triggers    []tryout
}

// problem is one diagnostic with its source line as text.
type problem struct {
	Place, Code, Message, Excerpt string
	Warning                       bool
}

func (s *server) page(w http.ResponseWriter, r *http.Request) {
	version, now, done := s.live.use()
	defer done()
	shown := page{
		Nonce: rand.Text(), Attempt: s.attempt(now), EventsPath: eventsPath,
		Site: siteconfig.Config{Title: nameOf(s.Site.Dir)}, Problems: explain(now.problems),
	}
	if version != nil {
		shown.describe(r.Context(), version.App, s.url)
	}
	var body bytes.Buffer
	if err := pageTemplate().Execute(&body, shown); err != nil {
		httpx.WriteFailure(w, r, diag.Internal(err))
		return
	}
	httpx.WritePage(w, httpx.Page{Nonce: shown.Nonce, HTML: body.Bytes()})
}

// nameOf is what a site is called before its settings can be read.
func nameOf(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	return filepath.Base(dir)
}

func (p *page) describe(ctx context.Context, running *app.App, url string) {
	guide := newTryoutFinder(running, url)
	p.Serving = true
	p.Site, p.Fingerprint = *running.Site().Config(), running.Plan().Fingerprint()
	p.Views, p.Triggers = guide.views(ctx), guide.triggers(ctx)
}

func explain(list diag.List) []problem {
	problems := make([]problem, len(list))
	for i, d := range list {
		problems[i] = problem{
			Place: placeOf(d), Code: string(d.Code), Message: d.Message, Excerpt: excerpt(d),
			Warning: d.Severity == diag.Warning,
		}
	}
	return problems
}

func placeOf(d *diag.Diagnostic) string {
	if s := d.Source; s != nil && s.Line > 0 {
		return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column)
	} else if s != nil {
		return s.File
	}
	return d.Path
}

// excerpt is how the terminal shows the diagnostic, but for its first line,
// which the page shows in its own way.
func excerpt(d *diag.Diagnostic) string {
	var text strings.Builder
	_ = diag.Text{Read: ReadSource}.Write(&text, diag.List{d})
	_, rest, _ := strings.Cut(text.String(), "\n")
	return strings.TrimRight(rest, "\n")
}

// ReadSource reads a file that a diagnostic points at, for its excerpt. The
// lines of .env are kept off screens: they hold secrets.
func ReadSource(file string) ([]byte, error) {
	if filepath.Base(file) == settings.EnvFileName {
		return nil, os.ErrPermission
	}
	return os.ReadFile(file)
}
