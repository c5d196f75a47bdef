package settings_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/settings"
)

const someRoutes = `cacheScope: tea
routes:
  home: {}
  collections:
    - { collection: posts }
    - { collection: pages, segment: '', slug: path, list: true, template: page.html, listTemplate: pages.html,
        markdown: false, body: text, feed: true, fallback: canonical, view: latest }
`

// pages.md, The three inputs: what a route does not say has a default; an empty
// segment is one of its own, and an empty home is a home page.
func TestRoutesHaveDefaults(t *testing.T) {
	got, problems := read(map[string]string{"quartet.yaml": someRoutes})
	want := &settings.Routes{
		Home: &settings.Home{},
		Collections: []settings.CollectionRoute{
			{Collection: "posts", Segment: "posts", Slug: "slug", Markdown: true, Fallback: "none"},
			{
				Collection: "pages", Slug: "path", List: true, Template: "page.html", ListTemplate: "pages.html",
				Body: "text", Feed: true, Fallback: "canonical", View: "latest",
			},
		},
	}
	if diff := cmp.Diff(want, got.Routes); diff != "" || len(problems) > 0 {
		t.Error(diff, problems)
	}
}

// pages.md, The three inputs: no routes, headless; without a home there is no
// home page.
func TestNoRoutesAreNotEmptyRoutes(t *testing.T) {
	for text, want := range map[string]*settings.Routes{"": nil, "routes: {}": {}} {
		got, problems := read(map[string]string{"quartet.yaml": text})
		if diff := cmp.Diff(want, got.Routes); diff != "" || len(problems) > 0 {
			t.Error(diff, problems)
		}
	}
}

// pages.md, The three inputs: ROUTE_INVALID stands at file, line and column,
// also where the key that it speaks of is left out.
func TestWhatASettingMeansIsRefusedAtItsPlace(t *testing.T) {
	got, _ := read(map[string]string{"quartet.yaml": someRoutes})
	none, _ := read(nil)
	refused := diag.List{
		got.Refuse(diag.RouteInvalid, "/routes/collections/1/slug", "The slug is no string."),
		got.Refuse(diag.RouteInvalid, "/routes/collections/0/slug", "The slug leads no unique index."),
		got.Warn(diag.TemplateInvalid, "/routes/home", "There is no template."),
		none.Refuse(diag.RouteInvalid, "/routes", "There are no routes."),
	}
	const want = `ROUTE_INVALID quartet.yaml:6:47 settings#/routes/collections/1/slug
ROUTE_INVALID quartet.yaml:5:7 settings#/routes/collections/0/slug
TEMPLATE_INVALID quartet.yaml:3:9 settings#/routes/home
ROUTE_INVALID - settings#/routes
`
	if diff := cmp.Diff(want, lines(got, refused)); diff != "" {
		t.Error(diff)
	}
	if d := refused[2]; d.Severity != diag.Warning || d.Phase != diag.Boot || d.Message != "There is no template." {
		t.Errorf("%+v", d)
	}
}

// pages.md, The three inputs: the secret of a CDN comes from the environment.
func TestTheSecretOfACDN(t *testing.T) {
	for _, c := range []struct {
		file, local string
		incomplete  bool
		want        settings.CDN
	}{
		{"", "", false, settings.CDN{}},
		{"", "CDN_TOKEN=hush", false, settings.CDN{Token: "hush"}},
		{"cacheScope: tea\ncdn: { kind: cloudflare, zone: 0abc }", "CDN_TOKEN=hush", false, settings.CDN{Kind: "cloudflare", Zone: "0abc", Token: "hush"}},
		{"cacheScope: tea\ncdn: { kind: fastly, service: 0abc }", "", true, settings.CDN{Kind: "fastly", Service: "0abc"}},
		{"cacheScope: tea\ncdn: { kind: http, url: 'https://h/p?a=b' }", "", false, settings.CDN{Kind: "http", URL: "https://h/p?a=b"}},
	} {
		got, problems := read(map[string]string{"quartet.yaml": c.file, ".env": c.local})
		if diff := cmp.Diff(c.want, got.CDN); diff != "" || len(problems) > 0 {
			t.Error(diff, problems)
		}
		if sentence := got.CDN.Incomplete(); strings.Contains(sentence, "CDN_TOKEN") != c.incomplete {
			t.Errorf("%+v: %q", c.want, sentence)
		}
	}
}

func TestURLsOfACDN(t *testing.T) {
	for url, valid := range map[string]bool{
		"https://cdn.example/purge": true, "http://127.0.0.1:9000": true,
		"http://cdn.example": false, "https://u:p@cdn.example": false, "https://cdn.example/#x": false,
		"https://cdn.example/?token=hush": false, "ftp://cdn.example": false, "/purge": false, "": false,
	} {
		_, problems := read(map[string]string{"quartet.yaml": "cacheScope: tea\ncdn: { kind: http, url: '" + url + "' }"})
		if valid == problems.HasErrors() {
			t.Errorf("%s: %v", url, problems)
		}
	}
}
