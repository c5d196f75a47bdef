package cli

import (
	"fmt"
	"net/http"
	"os"

	"github.com/quartet-dev/quartet/internal/openapi"
	"github.com/quartet-dev/quartet/internal/settings"
)

type emitOpenAPI struct {
	Manifests         string `help:"The folder of manifests; default ${manifests}." placeholder:"DIR"`
	Title             string `default:"service" help:"What the document calls the service."`
	Version           string `default:"0.1.0" help:"The version of the interface, as its clients count."`
	SessionCookieName string `default:"${cookie}" help:"The cookie of a session."`
	Origin            string `help:"Where the site is reached, such as https://example.org; adds signing in by OAuth." placeholder:"URL"`
	Output            string `short:"o" help:"The file to write; default the standard output." placeholder:"FILE"`
}

func (emitOpenAPI) Help() string {
	return `Prints an OpenAPI 3.1 document of the HTTP Triggers and of the REST routes of the Views: params and bodies, rows and results, every status and diagnostic code that a route can answer. The same manifests give the same bytes.

Examples:

    quartet emit-openapi
    quartet emit-openapi --title "Tea notes" --version 2.1.0 --output openapi.json
    quartet emit-openapi --manifests site/manifests --origin https://tea.example

A site with api: { openapi: true } in its quartet.yaml serves the document at /api/openapi.json.`
}

func (e emitOpenAPI) Run(t *terminal, h host) error {
	if err := e.check(); err != nil {
		return misuse{err}
	}
	v := validate{Manifests: e.Manifests}
	v.find(h)
	_, p, list := v.seal()
	var document []byte
	if p != nil && !list.HasErrors() {
		document, list = openapi.Print(p, openapi.Options{Title: e.Title, Version: e.Version, Cookie: e.SessionCookieName, Origin: e.Origin, OAuth: e.Origin != ""})
	}
	if list.HasErrors() {
		list.Sort()
		diagnostics(t.stderr, list)
		return errFailed
	}
	if e.Output == "" {
		_, err := t.stdout.Write(document)
		return err
	}
	if err := os.WriteFile(e.Output, document, 0o644); err != nil { //nolint:gosec // text for others to read, as the manifests
		return fmt.Errorf("write the document: %w", err)
	}
	return nil
}

// check refuses what would make a document that points clients nowhere.
func (e emitOpenAPI) check() error {
	if e.Origin != "" && !settings.IsOrigin(e.Origin) {
		return fmt.Errorf("--origin %q is not an https origin such as https://tea.example, without a slash at the end, a path or a query (http only for loopback)", e.Origin)
	}
	if cookie := (&http.Cookie{Name: e.SessionCookieName}); cookie.Valid() != nil {
		return fmt.Errorf("--session-cookie-name %q is not a name that a cookie can have", e.SessionCookieName)
	}
	return nil
}
