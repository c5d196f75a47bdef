package app_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/diagnostic"
	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/logtest"
)

// TestAFileBehindAPageIsWarnedOf: a page route beats a file of public/ of the same path,
// with a warning at boot. Where an entry may have its page, nothing is behind it yet.
func TestAFileBehindAPageIsWarnedOf(t *testing.T) {
	log := &logtest.Log{}
	start(t, quartet.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}, map[string]string{
		"quartet.yaml":              "site: { locales: [en, zh-TW] }\nroutes: { home: {}, collections: [{ collection: pages, list: true, feed: true }] }\n",
		"manifests/pages.yaml":      "apiVersion: quartet/v1\nkind: Schema\nmetadata: { name: pages }\nspec: { title: Pages, uniqueIndexes: [[slug]], schema: { type: object, properties: { slug: { type: string } } } }\n",
		"public/robots.txt":         "x",
		"public/en.md":              "x",
		"public/zh-TW/pages":        "x",
		"public/en/pages/feed.json": "x",
		"public/en/pages/entry":     "x",
		"public/favicon.ico":        "x",
		"public/en/free.txt":        "x",
		"public/pages":              "x",
	})
	said := log.String()
	for name, warned := range map[string]bool{
		"robots.txt": true, "en.md": true, "zh-TW/pages": true, "en/pages/feed.json": true,
		"en/pages/entry": false, "favicon.ico": false, "en/free.txt": false, "pages": false,
	} {
		if strings.Contains(said, "public/"+name+" ") != warned {
			t.Errorf("public/%s: warned is %v, in\n%s", name, !warned, said)
		}
	}
	if !strings.Contains(said, "code=ROUTE_INVALID") {
		t.Errorf("no code in\n%s", said)
	}
}

// templated are the files of a site with a page of its own, and Views of each kind.
func templated(template, settings string) map[string]string {
	view := func(name, more string) string {
		return "---\napiVersion: quartet/v1\nkind: View\nmetadata: { name: " + name + " }\nspec: { from: pages" + more + " }\n"
	}
	return map[string]string{
		"quartet.yaml":        "site: { origin: https://tea.example }\nroutes: { home: { template: home.html } }\n" + settings,
		"templates/home.html": "<main>\n" + template + "\n</main>\n",
		"manifests/pages.yaml": "apiVersion: quartet/v1\nkind: Schema\nmetadata: { name: pages }\nspec: { title: Pages, uniqueIndexes: [[slug]], schema: { type: object, properties: { slug: { type: string } } } }\n" +
			view("open", ", surface: public") + view("staff-only", ", surface: staff") +
			view("members", ", surface: public, requires: { auth: { all: [ctx.user] } }") +
			view("one", ", surface: public, params: { type: object, required: [slug], properties: { slug: { type: string } } }, filter: { eq: { field: slug, value: { $param: slug } } }"),
	}
}

// What every reader would get an error from is refused before anybody reads it.
func TestAViewThatNoReaderGetsIsRefusedInATemplate(t *testing.T) {
	for template, refused := range map[string]bool{
		`{{ range view "open" }}x{{ end }}`:                                     false,
		`{{ range view "one" (dict "slug" .Path) }}x{{ end }}`:                  false,
		`{{ $p := dict "slug" "a" }}{{ len (view "one" $p) }}`:                  false,
		`{{ $name := "members" }}{{ if false }}{{ len (view $name) }}{{ end }}`: false,
		`{{ len (view "members") }}`:                                            true,
		`{{ range view "opne" }}x{{ end }}`:                                     true,
		`{{ if false }}{{ len (view "staff-only") }}{{ end }}`:                  true,
		`{{ len (view "one") }}`:                                                true,
		`{{ len (view "one" (dict "slog" "a")) }}`:                              true,
	} {
		s, err := tryStart(t, quartet.Options{}, templated(template, ""))
		if err == nil {
			_ = s.Close()
		}
		if !refused {
			if err != nil {
				t.Errorf("%s: %v", template, err)
			}
			continue
		}
		boot := (*quartet.BootValidationError)(nil)
		if !errors.As(err, &boot) || len(boot.Diagnostics) != 1 {
			t.Errorf("%s: %v", template, err)
			continue
		}
		if d := boot.Diagnostics[0]; d.Code != diagnostic.TemplateInvalid || d.Source == nil || d.Source.File != "templates/home.html" || d.Source.Line != 2 {
			t.Errorf("%s: %+v", template, d)
		}
	}
}

// Who names a View that cannot be the list of a collection is told which could.
func TestAListIsToldWhichViewItNeeds(t *testing.T) {
	for view, want := range map[string]string{
		"sql: SELECT slug FROM pages": `{{ range view "wanted" }}`,
		"from: others":                "Name a View with from: pages.",
	} {
		files := templated("", "")
		files["quartet.yaml"] = "routes: { collections: [{ collection: pages, list: true, view: wanted }] }\n"
		files["manifests/wanted.yaml"] = "apiVersion: quartet/v1\nkind: View\nmetadata: { name: wanted }\nspec: { surface: public, " + view + " }\n---\n" +
			"apiVersion: quartet/v1\nkind: Schema\nmetadata: { name: others }\nspec: { title: Others, schema: { type: object, properties: { slug: { type: string } } } }\n"
		_, err := tryStart(t, quartet.Options{}, files)
		boot := (*quartet.BootValidationError)(nil)
		if !errors.As(err, &boot) || len(boot.Diagnostics) != 1 {
			t.Errorf("%s: %v", view, err)
			continue
		}
		if d := boot.Diagnostics[0]; d.Code != diagnostic.RouteInvalid || !strings.Contains(d.Suggestion, want) {
			t.Errorf("%s: %+v", view, d)
		}
	}
}

// A script that no reader runs is told of, and runs neither in development nor in production.
func TestAScriptThatDoesNotRunIsWarnedOf(t *testing.T) {
	const own = `pages: { csp: { script-src: ["'self'"] } }`
	for _, c := range []struct {
		template, settings string
		warned             bool
	}{
		{`<script src="/app.js"></script>`, "", true},
		{`<script defer src='app.js'></script>`, "", true},
		{`<script type=module src={{ asset "app.js" }}></script>`, "", true},
		{`<SCRIPT SRC="{{asset "app.js"}}"></SCRIPT>`, "pages: { csp: { script-src: [https://cdn.example] } }", true},
		{`<script src="/app.js"></script>`, own, false},
		{`<script src="/app.js"></script>`, "pages: { csp: { script-src: [https://tea.example] } }", false},
		{`<script src="https://cdn.example/app.js"></script>`, "", false},
		{`<script src="//cdn.example/app.js"></script>`, "", false},
		{`<!-- <script src="/app.js"></script> -->{{/* <script src="/b.js"> */}}`, "", false},
		{`<script type="application/json">{}</script>`, "", false},
	} {
		files := templated(c.template, c.settings)
		files["public/app.js"] = ""
		log := &logtest.Log{}
		a, err := app.Open(t.Context(), app.Options{FS: folder(files), Dir: t.TempDir(), Logger: slog.New(slog.NewTextHandler(log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		warnings := a.Warnings()
		closed(t, a)
		if len(warnings) > 0 != c.warned {
			t.Errorf("%s with %q: %v", c.template, c.settings, warnings)
		}
		if strings.Contains(log.String(), "file=templates/home.html line=2") != c.warned {
			t.Errorf("%s: the log is\n%s", c.template, log)
		}
		if c.warned && (warnings[0].Code != diagnostic.TemplateInvalid || warnings[0].Severity != diagnostic.Warning || warnings[0].Source.Line != 2) {
			t.Errorf("%s: %+v", c.template, warnings[0])
		}
	}
}

// PUBLIC_ORIGIN makes no address of a page absolute, and whoever expects it is told.
func TestPagesWithoutAnOriginAreToldOf(t *testing.T) {
	for _, c := range []struct {
		settings, origin string
		told             bool
	}{
		{"routes: { home: {} }\n", "https://tea.example", true},
		{"site: { origin: https://tea.example }\nroutes: { home: {} }\n", "https://tea.example", false},
		{"routes: { home: {} }\n", "", false},
		{"site: { title: Tea }\n", "https://tea.example", false},
	} {
		log := &logtest.Log{}
		t.Setenv("PUBLIC_ORIGIN", c.origin)
		s := start(t, quartet.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}, map[string]string{"quartet.yaml": c.settings})
		sitemap := get(t, s, "/sitemap.xml").Body.String()
		if told := strings.Contains(log.String(), "site.origin: https://tea.example"); told != c.told {
			t.Errorf("%q at %q: told is %v\n%s", c.settings, c.origin, told, log)
		}
		if c.told && strings.Contains(sitemap, "https://tea.example") {
			t.Errorf("the address is absolute: %s", sitemap)
		}
	}
}
