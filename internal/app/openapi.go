package app

import (
	"cmp"
	"net/http"
	"net/url"
	"sync"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/loopback"
	"github.com/quartet-dev/quartet/internal/openapi"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/settings"
)

// openAPIPath is where a site with `api: { openapi: true }` says what it answers
// (decision 192).
const openAPIPath = "/api/openapi.json"

// interfaceDocument serves the OpenAPI document, printed when it is first asked for
// and again when the site is called something else.
type interfaceDocument struct {
	app     *App
	options openapi.Options
	origins *httpx.Origins

	mu      sync.Mutex
	title   string
	printed httpx.Tagged
}

func (b *boot) interfaceDocument(a *App) *interfaceDocument {
	o := openapi.Options{Version: a.plan.Fingerprint()[:versionLength], Cookie: a.signIn.SessionCookie()}
	if origin, err := url.Parse(b.settings.Auth.Origin); err == nil && !loopback.IsHost(origin.Hostname()) {
		o.Origin, o.OAuth = b.settings.Auth.Origin, o.Cookie != ""
	}
	return &interfaceDocument{app: a, options: o, origins: b.frontEnds()}
}

// versionLength is how much of the plan's fingerprint stands for a version of the
// interface: it changes with the manifests' meaning, and with nothing else.
const versionLength = 12

// Serves implements surface.
func (*interfaceDocument) Serves(path string) bool { return path == openAPIPath }

// ServeHTTP implements http.Handler.
func (d *interfaceDocument) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	const methods = "GET, HEAD"
	if d.origins.Preflight(w, r, methods) {
		return
	}
	d.origins.Admit(w, r)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		httpx.NotAllowed(w, r, methods)
		return
	}
	httpx.SetRoute(w, openAPIPath)
	printed, err := d.current()
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	printed.Write(w, r)
}

func (d *interfaceDocument) current() (httpx.Tagged, error) {
	title := cmp.Or(d.app.siteName(), openapi.DefaultTitle)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.title == title {
		return d.printed, nil
	}
	o := d.options
	o.Title = title
	text, problems := openapi.Print(d.app.plan, o)
	if problems.HasErrors() { // which the start has refused
		return httpx.Tagged{}, diag.Internal(problems)
	}
	d.title, d.printed = title, httpx.Tag(text)
	return d.printed, nil
}

// CheckInterface checks that the interface of a site can be told as its settings want.
// The diagnostics are of a phase.
func CheckInterface(p *plan.Plan, read *settings.Settings, phase diag.Phase) diag.List {
	if !read.API.OpenAPI {
		return nil
	}
	_, found := codegen.Build(p)
	for _, t := range p.Triggers() {
		if t.Kind() == plan.SourceHTTP && overlap(triggerSegments(t.Segments()), segmentsOf(openAPIPath)) {
			found.Add(t.At(diag.TriggerPathInvalid, "/spec/source/path", "The path "+openAPIPath+" belongs to the service where the settings have api.openapi."))
		}
	}
	for _, d := range found {
		d.Phase = phase
	}
	return found
}

// interfaceConflicts are the routes of the program that would replace the document.
func (b *boot) interfaceConflicts() (found diag.List) {
	for _, route := range b.mounts {
		if b.settings.API.OpenAPI && overlap(segmentsOf(route.Path), segmentsOf(openAPIPath)) {
			found.Add(conflict(route, "is taken by the OpenAPI document"))
		}
	}
	return found
}
