package settings

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/loopback"
	"github.com/quartet-dev/quartet/internal/timezone"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Pages is what concerns every public page.
type Pages struct {
	// CSP is what the pages' Content-Security-Policy admits beside what they
	// need themselves: the sources of a directive, in the order of the file. A
	// source has no space, comma or semicolon (decision 143).
	CSP map[string][]string `json:"csp"`

	// TimeZone is where the times of pages are told, by its IANA name; "" is UTC.
	TimeZone string `json:"timeZone"`
}

// Zone is that of the name, which the settings have checked.
func (p Pages) Zone() *time.Location {
	if zone, ok := timezone.Named(p.TimeZone); ok {
		return zone
	}
	return time.UTC
}

// timeZone takes the IANA name of a time zone.
func timeZone(value string) *problem {
	if _, ok := timezone.Named(value); !ok {
		return wants("the IANA name of a time zone, such as Asia/Taipei or UTC")
	}
	return nil
}

// cspDirectives are those that a site may add to: what a page loads, frames,
// connects to and sends forms to.
var cspDirectives = []string{
	"connect-src", "font-src", "form-action", "frame-src", "img-src", "manifest-src",
	"media-src", "script-src", "style-src", "worker-src",
}

// maxPolicy is how long the sources may be together, in bytes: proxies refuse
// headers of more than a few kilobytes.
const maxPolicy = 4096

// cspKeys checks the sources of each directive, and how long they are together.
var cspKeys = rule{form: func() Form { return cspMapping().form() }, check: func(r *reader, pointer string, n *yamldoc.Node) {
	before := len(r.problems)
	if cspMapping().check(r, pointer, n); len(r.problems) > before {
		return
	}
	if size := sizeOf(n); size > maxPolicy {
		r.refuse(n.Pos, pointer, "The sources are "+strconv.Itoa(size)+" bytes long; the most is "+strconv.Itoa(maxPolicy)+", because proxies refuse longer headers.")
	}
}}

func cspMapping() rule {
	keys := make([]key, len(cspDirectives))
	for i, name := range cspDirectives {
		keys[i] = optional(name, listOf(text(sourceOf(name))))
	}
	return mapping(keys...)
}

// sizeOf is how much longer the policy becomes.
func sizeOf(csp *yamldoc.Node) (size int) {
	for _, f := range csp.Fields {
		size += len(f.Key) + 1
		for _, source := range f.Value.Items {
			size += len(source.Value.(string)) + 1 //nolint:forcetypeassert // checked before
		}
	}
	return size
}

var (
	hashSource = lazyregexp.New(`^'sha(?:256|384|512)-([A-Za-z0-9+/_-]+)={0,2}'$`)
	hostSource = lazyregexp.New(`^(?:https://|wss://)?(?:\*\.)?[a-z0-9.-]+(?::(?:[0-9]{1,5}|\*))?(?:/[A-Za-z0-9._~/%+@-]*)?$`)
	runsCode   = []string{"script-src", "worker-src"}
)

// sourceOf is a source that directive may list. Whatever would admit text that
// was smuggled into a page is refused: 'unsafe-inline', nonces, a scheme alone
// where code is loaded.
func sourceOf(directive string) check {
	return func(value string) *problem {
		switch {
		case value == "'self'", isHost(value):
			return nil
		case value == "'unsafe-eval'" || value == "'wasm-unsafe-eval'":
			return admit(directive == "script-src")
		case isHash(value):
			return admit(directive == "script-src" || directive == "style-src")
		case value == "blob:":
			return admit(directive != "script-src")
		case value == "https:" || value == "data:" || value == "wss:":
			return admit(!slices.Contains(runsCode, directive))
		}
		return admit(false)
	}
}

// isHash reports whether a source is the hash of a script or a style, whose length is
// counted here: a pattern that counts so far is large in every process.
func isHash(value string) bool {
	found := hashSource.FindStringSubmatch(value)
	return found != nil && 43 <= len(found[1]) && len(found[1]) <= 88
}

func admit(ok bool) *problem {
	if ok {
		return nil
	}
	return wants("one source that this directive may list, such as https://cdn.example or 'self'; docs/pages.md lists them")
}

// isHost reports whether a source is a host, perhaps with a scheme, subdomains,
// a port and a path. Plain http is for loopback.
func isHost(value string) bool {
	if u, err := url.Parse(value); err == nil && u.Scheme == "http" {
		return loopback.IsHost(u.Hostname()) && isCanonicalHost(u) && u.Scheme+"://"+u.Host == value
	}
	if !hostSource.MatchString(value) {
		return false
	}
	_, rest, schemed := strings.Cut(value, "://")
	if !schemed {
		rest = value
	}
	authority, _, _ := strings.Cut(rest, "/")
	host, port, _ := strings.Cut(authority, ":")
	domain, wild := strings.CutPrefix(host, "*.")
	named := domainName.MatchString(domain) || schemed && !wild && isCanonicalHost(&url.URL{Scheme: "https", Host: host})
	return named && (port == "*" || isPort(port))
}
