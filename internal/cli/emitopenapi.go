package cli

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"github.com/quartet-dev/quartet/internal/openapi"
)

type emitOpenAPI struct {
	Dir               string `arg:"" optional:"" help:"The site folder; default that of --manifests." placeholder:"DIR"`
	Manifests         string `help:"The folder of manifests; default ${manifests}." placeholder:"DIR"`
	Title             string `default:"service" help:"info.title, what the document calls the service; default ${default}." placeholder:"TEXT"`
	Version           string `default:"0.1.0" help:"info.version, the version of the interface as its clients count; default ${default}." placeholder:"TEXT"`
	SessionCookieName string `default:"${cookie}" help:"The cookie of a session; default ${default}." placeholder:"NAME"`
	Origin            string `help:"Where the site is reached, such as https://example.org; adds signing in by OAuth." placeholder:"URL"`
	Output            string `short:"o" help:"The file to write; default the standard output." placeholder:"FILE"`
}

func (emitOpenAPI) Help() string {
	return `Prints an OpenAPI 3.1 document of the HTTP Triggers and of the REST routes of the Views: params and bodies, rows and results, every status and diagnostic code that a route can answer. The same manifests give the same bytes.

Examples:

    quartet emit-openapi my-site
    quartet emit-openapi --title "Tea notes" --version 2.1.0 --output openapi.json
    quartet emit-openapi --manifests site/manifests --origin https://tea.example

A site with api: { openapi: true } in its quartet.yaml serves the document at /api/openapi.json. There, info.title is the title of the site, and info.version the beginning of the manifests' fingerprint.`
}

// checkCookie refuses a name that no cookie can have.
func (e emitOpenAPI) checkCookie() error {
	if cookies, err := http.ParseCookie(e.SessionCookieName + "=x"); err != nil || cookies[0].Name != e.SessionCookieName {
		return misuse{fmt.Errorf("--session-cookie-name %q is not a name that a cookie can have", e.SessionCookieName)}
	}
	return nil
}

// checkOrigin wants an origin as browsers write one.
func (e emitOpenAPI) checkOrigin() error {
	at, err := url.Parse(e.Origin)
	if e.Origin == "" || err == nil && (at.Scheme == "https" || at.Scheme == "http") && at.Host != "" && at.Scheme+"://"+at.Host == e.Origin {
		return nil
	}
	return misuse{fmt.Errorf("--origin is a scheme and a host, such as https://example.org, and not %q", e.Origin)}
}

func (e emitOpenAPI) Run(t *terminal, h host) error {
	if err := errors.Join(e.checkOrigin(), e.checkCookie()); err != nil {
		return err
	}
	manifests, err := namedManifests(e.Dir, e.Manifests)
	if err != nil {
		return err
	}
	v := validate{Manifests: manifests}
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
