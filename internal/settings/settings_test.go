package settings_test

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/site"
)

// butAuth leaves out how users sign in, which has cases of its own.
var butAuth = cmp.Options{
	cmpopts.IgnoreFields(settings.Settings{}, "Auth"), cmpopts.IgnoreUnexported(settings.Settings{}), cmp.Comparer(func(a, b netip.Prefix) bool { return a == b }),
}

// site-folder.md: every key has a default, the file may be missing.
func TestAMissingFileMeansDefaults(t *testing.T) {
	for name, parts := range map[string]map[string]string{
		"no file":       {},
		"an empty file": {"quartet.yaml": "# nothing yet\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, problems := read(parts)
			want := &settings.Settings{
				Database: settings.Database{Dialect: "sqlite", File: ".service/data/quartet.db"},
				Media:    settings.Media{URL: "file:.service/media"},
				History:  settings.History{Keep: 100, KeepPublished: 400, AuditDays: 730}, Bin: settings.Bin{KeepDays: 30},
				Backup: settings.Backup{Keep: copies.Keep{Last: 24, Daily: 7, Weekly: 4}, Media: true},
			}
			if diff := cmp.Diff(want, got, butAuth); diff != "" || len(problems) > 0 {
				t.Error(diff, problems)
			}
		})
	}
}

func TestDeclaredSettingsAreRead(t *testing.T) {
	got, problems := read(map[string]string{"quartet.yaml": `
site: { title: Tea notes, locales: [EN, zh_tw], icons: [{ src: /icon.svg }] }
database: sqlite:/var/tea.db
media: file:/var/media
cacheScope: tea
routes: { home: { template: home.html } }
mail: { from: Tea notes <a@tea.example> }
trustedProxies: [10.1.2.3/8, "::1", 192.0.2.7]
rateLimit: { triggers: 120/m }
history: { keep: 7, auditDays: 0 }
bin: { keepDays: 7 }
backup: { to: /var/backup, every: 90m, keep: { last: 3, daily: 0 }, media: false }
`})
	want := &settings.Settings{
		Site:       site.Defaults{Title: "Tea notes", Locales: []string{"en", "zh-TW"}, Icons: []site.Icon{{Src: "/icon.svg"}}},
		Database:   settings.Database{Dialect: "sqlite", File: "/var/tea.db"},
		Media:      settings.Media{URL: "file:/var/media"},
		CacheScope: "tea",
		Mail:       settings.Mail{From: "Tea notes <a@tea.example>"},
		TrustedProxies: []netip.Prefix{
			netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("192.0.2.7/32"),
		},
		TriggerRate: settings.Rate{Count: 120, Per: time.Minute},
		History:     settings.History{Keep: 7, KeepPublished: 400},
		Bin:         settings.Bin{KeepDays: 7},
		Backup:      settings.Backup{To: "/var/backup", Every: "90m", Keep: copies.Keep{Last: 3, Weekly: 4}},
		Routes:      &settings.Routes{Home: &settings.Home{Template: "home.html"}},
	}
	if diff := cmp.Diff(want, got, butAuth); diff != "" || len(problems) > 0 {
		t.Error(diff, problems)
	}
}

// site-folder.md: DATABASE_URL wins over quartet.yaml; the environment wins
// over .env.
func TestWhichSourceWins(t *testing.T) {
	const file, local, process = "database: sqlite:file.db", "DATABASE_URL=sqlite:local.db", "DATABASE_URL=sqlite:process.db"
	for name, test := range map[string]struct{ file, local, process, want string }{
		"the default":                      {"", "", "", ".service/data/quartet.db"},
		"quartet.yaml over the default":    {file, "", "", "file.db"},
		".env over quartet.yaml":           {file, local, "", "local.db"},
		"the environment over .env":        {file, local, process, "process.db"},
		"set and empty in the environment": {file, local, "DATABASE_URL=", "file.db"},
	} {
		t.Run(name, func(t *testing.T) {
			got, problems := read(map[string]string{"quartet.yaml": test.file, ".env": test.local, "environment": test.process})
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if got.Database.File != test.want {
				t.Errorf("database %q, want %q", got.Database.File, test.want)
			}
		})
	}
}

func TestDatabaseURLs(t *testing.T) {
	for value, want := range map[string]*settings.Database{
		"sqlite:data/x.db":              {Dialect: "sqlite", File: "data/x.db"},
		"sqlite:/var/x.db":              {Dialect: "sqlite", File: "/var/x.db"},
		"sqlite:///var/x.db":            {Dialect: "sqlite", File: "/var/x.db"},
		"postgres://db.example/tea":     {Dialect: "postgres", URL: "postgres://db.example/tea"},
		"postgresql://u:p@h/tea?ssl=on": {Dialect: "postgres", URL: "postgresql://u:p@h/tea?ssl=on"},
		"postgres://h:1,i:2/tea":        {Dialect: "postgres", URL: "postgres://h:1,i:2/tea"},
		"postgres:///tea?host=/run/pg":  {Dialect: "postgres", URL: "postgres:///tea?host=/run/pg"},
		"sqlite:":                       nil,
		"sqlite::memory:":               nil,
		"sqlite:x.db?mode=ro":           nil,
		"sqlite:x.db?":                  nil,
		"sqlite:x.db?synchronous=off":   nil,
		"sqlite:x.db?synchronous=":      nil,
		"sqlite:?synchronous=full":      nil,
		"sqlite:x.db?synchronous=full":  {Dialect: "sqlite", File: "x.db"},
		"sqlite:///x?synchronous=full":  {Dialect: "sqlite", File: "/x"},
		"sqlite:x?synchronous=normal":   {Dialect: "sqlite", File: "x", Unsynced: true},

		"sqlite:x?synchronous=normal&synchronous=full": nil, "sqlite:x?synchronous=normal&cache=1": nil,
		"sqlite:x?synchronous=NORMAL": nil, "sqlite:x?synchronous=normal#x": nil,
		"x.db":      nil,
		"postgres:": nil, "postgres:///tea": nil, "postgres://u:p%zz@h/tea": nil, "postgres://u:p#1@h/tea": nil, "postgres://u:p/1@h/tea": nil, "postgres:tea": nil,
		"": {Dialect: "sqlite", File: ".service/data/quartet.db"},
	} {
		t.Run(value, func(t *testing.T) {
			got, problems := settings.Read(settings.Options{FS: fstest.MapFS{}, Phase: diag.Boot, Database: value})
			if want == nil {
				if len(problems) != 1 || problems[0].Path != "options#/database" {
					t.Errorf("%v %v", got, problems)
				}
				return
			}
			if got == nil || got.Database != *want {
				t.Errorf("%+v %v", got, problems)
			}
		})
	}
}

func TestValuesOfTheEnvFile(t *testing.T) {
	for line, want := range map[string]string{
		"DATABASE_URL=sqlite:plain.db":              "plain.db",
		"  DATABASE_URL=sqlite:spaces.db  ":         "spaces.db",
		"export DATABASE_URL=sqlite:exported.db":    "exported.db",
		"DATABASE_URL='sqlite:single.db'":           "single.db",
		`DATABASE_URL='sqlite:\n$HOME.db'`:          `\n$HOME.db`,
		`DATABASE_URL="sqlite:a \"b\" \\ c.db"`:     `a "b" \ c.db`,
		"DATABASE_URL=sqlite:$HOME/no-expansion.db": "$HOME/no-expansion.db",
	} {
		t.Run(line, func(t *testing.T) {
			got, problems := read(map[string]string{".env": line + "\r\n"})
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if got.Database.File != want {
				t.Errorf("database %q, want %q", got.Database.File, want)
			}
		})
	}
}

// Site configuration: a valid cacheScope matches ^[a-z0-9][a-z0-9-]{0,62}$.
func TestCacheScopes(t *testing.T) {
	for scope, valid := range map[string]bool{
		"tea": true, "t": true, "0-a": true, strings.Repeat("a", 63): true,
		"": false, "-tea": false, "Tea": false, "te_a": false, "t a": false, "tea\n": false, strings.Repeat("a", 64): false,
	} {
		got, problems := read(map[string]string{"quartet.yaml": fmt.Sprintf("cacheScope: %q", scope)})
		if problems.HasErrors() == valid || valid && got.CacheScope != scope || !valid && got.CacheScope != "" {
			t.Errorf("%q: %q, %v", scope, got.CacheScope, problems)
		}
	}
}

// What comes from outside is bounded: .env to 1 MiB.
func TestTheEnvFileIsBounded(t *testing.T) {
	line := "MAIL_URL=smtp://localhost\n"
	full := line + strings.Repeat("#", 1<<20-len(line))
	if got, problems := read(map[string]string{".env": full}); len(problems) > 0 || got.Mail.URL != "smtp://localhost" {
		t.Errorf("1 MiB: %q, %v", got.Mail, problems)
	}
	got, problems := read(map[string]string{".env": full + "#"})
	if len(problems) != 1 || problems[0].Code != diag.SettingsInvalid || problems[0].Source.File != ".env" || got.Mail.URL != "" {
		t.Errorf("one byte more: %q, %v", got.Mail, problems)
	}
}

func TestNearMissesAreSuggested(t *testing.T) {
	_, problems := read(map[string]string{"quartet.yaml": "site: { titel: Tea }"})
	if len(problems) != 1 || !strings.Contains(problems[0].Suggestion, "title") {
		t.Errorf("%+v", problems)
	}
}

// What is nearly a color is told as one, and one without quotes, which is a comment, what is
// the matter.
func TestAColorThatIsNoneIsSuggested(t *testing.T) {
	for written, want := range map[string]string{
		`"#f60"`: "#ff6600", `f60`: "#ff6600", `"0f6e62"`: "#0f6e62", `" #0F6E62"`: "#0F6E62", `"#12345"`: "", `teal`: "", `#0f6e62`: "quotes", `123456`: "quotes",
	} {
		_, problems := read(map[string]string{"quartet.yaml": "site:\n  accentColor: " + written + "\n"})
		if len(problems) != 1 || problems[0].Code != diag.SettingsInvalid || problems[0].Source.Line != 2 || (want == "") != (problems[0].Suggestion == "") || !strings.Contains(problems[0].Suggestion, want) {
			t.Errorf("%s: %+v", written, problems)
		}
	}
	if s, problems := read(map[string]string{"quartet.yaml": `site: { accentColor: "#0F6e62" }`}); s.Site.AccentColor != "#0F6e62" || len(problems) > 0 {
		t.Errorf("%q %v", s.Site.AccentColor, problems)
	}
}

func TestNoSecretIsShown(t *testing.T) {
	_, problems := read(map[string]string{
		"quartet.yaml": "AUTH_SECRET: hush\ndatabase: postgres://u:hush@h/d\nmail: { from: a@b.example, password: hush }",
		".env":         "MAIL_URL=imap://u:hush@h",
		"environment":  "DATABASE_URL=oracle://u:hush@h",
	})
	if len(problems) != 5 {
		t.Fatalf("%d problems: %v", len(problems), problems)
	}
	shown, err := json.Marshal(problems)
	if err != nil || strings.Contains(string(shown), "hush") {
		t.Errorf("%v %s", err, shown)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("site: { locales: [en], icons: [] }\nauth: { methods: [{ kind: oauth }] }\n", "A='b'\nexport MAIL_URL=\"smtp://x\"\n")
	f.Add("database: 'sqlite:%zz'\nmedia: s3://x?secret=1\nroutes: [", "=\n\"")
	f.Add("cacheScope: a\ncdn: { kind: http, url: https://h }\nroutes: { home: {}, collections: [{ collection: a, segment: '' }] }\npages: { csp: { img-src: [https://h:1/a] } }\n", "CDN_TOKEN=a\n")
	f.Fuzz(func(t *testing.T, file, local string) {
		got, problems := read(map[string]string{"quartet.yaml": file, ".env": local})
		for _, d := range problems {
			if _, ok := diag.Lookup(d.Code); !ok || d.Message == "" {
				t.Errorf("%+v is no diagnostic", d)
			}
		}
		// What is read of a faulty file is fit for further checks.
		for _, locale := range got.Site.Locales {
			if same, ok := site.CanonicalLocale(locale); !problems.HasErrors() && (!ok || same != locale) {
				t.Errorf("the locale %q is not canonical", locale)
			}
		}
	})
}

func TestOriginsAreSuggestedAsBrowsersSendThem(t *testing.T) {
	for declared, want := range map[string]string{
		"https://App.tea.example/":     "https://app.tea.example",
		"https://app.tea.example:443":  "https://app.tea.example",
		"https://app.tea.example./x?y": "https://app.tea.example",
		"http://app.tea.example":       "https://app.tea.example",
		"http://localhost:80":          "http://localhost",
		"app.tea.example:8443":         "https://app.tea.example:8443",
		"https://you@app.tea.example":  "https://app.tea.example",
		"*":                            "",
		"https://*.tea.example":        "",
		"null":                         "",
	} {
		_, problems := read(map[string]string{"quartet.yaml": "cors: { origins: ['" + declared + "'] }"})
		if len(problems) != 1 || problems[0].Suggestion != want {
			t.Errorf("%s: %v, want %s", declared, problems, want)
		}
	}
}

// An unknown key suggests the one that was meant, also where it belongs into a
// mapping beside it.
func TestAnUnknownKeySuggestsWhereItBelongs(t *testing.T) {
	for text, want := range map[string]string{
		"title: Teas":              "site.title",
		"titel: Teas":              "site.title",
		"origin: https://a.b":      "site.origin",
		"locales: [en]":            "site.locales",
		"openapi: true":            "api.openapi",
		"methods: []":              "auth.methods",
		"mial: {}":                 "mail",
		"site: { titel: Teas }":    "title",
		"site: { purposes: [] }":   "media.purposes",
		"keepPublished: 3":         "history.keepPublished",
		"something: else":          "",
		"history: { title: Teas }": "",
	} {
		_, problems := read(map[string]string{settings.FileName: text})
		if len(problems) == 0 || problems[0].Suggestion != want {
			t.Errorf("%s: %v suggests not %q", text, problems, want)
		}
	}
}
