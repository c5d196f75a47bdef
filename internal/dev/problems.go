package dev

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/settings"
)

var (
	//go:embed problems.html
	problemsText string

	problemsTemplate = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("problems").Parse(problemsText))
	})

	//go:embed problems.css
	problemsStyle template.CSS
)

// problems is what an overlay shows.
type problems struct {
	Title string
	List  []problem
}

// problem is one diagnostic with its source line as text.
type problem struct {
	Place, Code, Message, Excerpt string
	Warning                       bool
}

// problems answers with what is wrong with the files, for the overlay of a
// page; with nothing where nothing is.
func (s *server) problems(w http.ResponseWriter, r *http.Request) {
	_, now, done := s.live.use()
	done()
	var body bytes.Buffer
	if now.problems.HasErrors() {
		shown := problems{Title: "Not every seed was loaded", List: explain(now.problems)}
		if now.stale {
			shown.Title = "The last change has a problem; this is the page before it"
		}
		if err := problemsTemplate().ExecuteTemplate(&body, "overlay", shown); err != nil {
			httpx.WriteFailure(w, r, diag.Internal(err))
			return
		}
	}
	writeOverlay(w, &body)
}

// writeOverlay answers the script of a page, which takes nothing but text from it.
func writeOverlay(w http.ResponseWriter, body *bytes.Buffer) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	_, _ = body.WriteTo(w) // the client is gone
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
