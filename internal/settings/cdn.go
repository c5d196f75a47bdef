package settings

import (
	"net/url"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// The kinds of a CDN.
const (
	Cloudflare = "cloudflare"
	Fastly     = "fastly"
	HTTP       = "http" // a program of the operator's own that is told
)

// CDN is who keeps copies of the public pages and is told to purge the tag
// CacheScope. The zero value is nobody.
type CDN struct {
	Kind    string `json:"kind"`    // "" for none
	Zone    string `json:"zone"`    // Cloudflare
	Service string `json:"service"` // Fastly
	URL     string `json:"url"`     // HTTP
	Token   Secret `json:"-"`       // CDN_TOKEN; HTTP works without
}

// cdnToken is the variable of the CDN's secret.
const cdnToken = "CDN_TOKEN"

var cdnID = lazyregexp.New(`^[A-Za-z0-9_-]{1,64}$`)

// maxToken is how long the secret of a CDN may be. A pattern that counts so far would
// take most of a megabyte in every process.
const maxToken = 1000

func cdnTokenText(value string) *problem {
	isOther := func(r rune) bool { return r <= ' ' || r >= 0x7f }
	if value == "" || len(value) > maxToken || strings.ContainsFunc(value, isOther) {
		return wants("printable ASCII without spaces, at most 1000")
	}
	return nil
}

var cdnKinds = byKind(map[string][]key{
	Cloudflare: {required("zone", text(matches(cdnID, "the id of a zone, of letters and digits")))},
	Fastly:     {required("service", text(matches(cdnID, "the id of a service, of letters and digits")))},
	HTTP:       {required("url", text(purgeURL))},
}, Cloudflare, Fastly, HTTP)

func purgeURL(value string) *problem {
	if holdsSecret(value) {
		return &problem{message: "The URL holds a secret; set " + cdnToken + " in the environment, or in " + EnvFileName + "."}
	}
	if u, err := url.Parse(value); err != nil || httpsURL(value) != nil || u.Fragment != "" {
		return wants("an https URL without a fragment")
	}
	return nil
}

// tagged wants a cacheScope beside a CDN: it is the tag that is purged, and
// without it nothing is cached there.
func tagged(r *reader, root *yamldoc.Node) {
	if cdn := root.Field("cdn"); cdn != nil && root.Field("cacheScope") == nil {
		r.refuse(cdn.Pos, "/cdn", "The key cacheScope is missing; it is the tag that is purged, and without it a CDN keeps nothing.")
	}
}

// Incomplete says in a sentence why the CDN cannot be told; "" when it can.
func (c CDN) Incomplete() string {
	if c.Token != "" || c.Kind == "" || c.Kind == HTTP {
		return ""
	}
	return cdnToken + " is not set; the CDN " + c.Kind + " needs it."
}

// TagHeaders are the headers in which a cacheable answer carries CacheScope:
// Cache-Tag is the contract's, and Fastly goes by one of its own.
func (c CDN) TagHeaders() []string {
	if c.Kind == Fastly {
		return []string{"Cache-Tag", "Surrogate-Key"}
	}
	return []string{"Cache-Tag"}
}
