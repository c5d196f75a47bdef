package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/mail"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/store"
)

type doctor struct {
	folder
	database
	bucket
	Fix  bool `help:"Clear the stored locales of a site that declares none."`
	JSON bool `name:"json" help:"Print the findings as JSON."`

	site app.Options // that is looked at
}

func (doctor) Help() string {
	return `Checks everything that a site needs and prints one line for each check. Nothing is changed without --fix. It ends with 1 when something stands in the way of serving, or when the copies of the schedule are late or the newest cannot be restored.

The database keeps the locales of quartet.yaml. If quartet.yaml no longer declares any, the site still uses the kept ones. The doctor names them, and --fix clears them.

Example:

    quartet doctor my-site`
}

// finding is one line of the doctor. Diagnostics say what is wrong.
type finding struct {
	Name        string    `json:"name"`
	OK          bool      `json:"ok"`
	Says        string    `json:"says"`
	Diagnostics diag.List `json:"diagnostics,omitempty"`
}

func fine(name, says string) finding { return finding{Name: name, OK: true, Says: says} }

func ill(name, says string, list diag.List) finding {
	return finding{Name: name, Says: says, Diagnostics: list}
}

func (d doctor) Run(ctx context.Context, t *terminal, h host) (err error) {
	if d.site, err = h.siteWithMedia(d.folder, d.database, d.bucket); err != nil {
		return err
	}
	findings := d.examine(ctx)
	healthy := true
	for _, f := range findings {
		healthy = healthy && f.OK
	}
	if d.JSON {
		err = object(t.stdout, struct {
			OK     bool      `json:"ok"`
			Checks []finding `json:"checks"`
		}{healthy, findings})
	} else {
		printFindings(t, findings)
	}
	if err == nil && !healthy {
		err = errFailed
	}
	return err
}

func (d doctor) examine(ctx context.Context) []finding {
	read, list := settings.Read(settings.Options{
		FS: d.files(), Prefix: d.prefix(), Phase: diag.Boot,
		Environment: os.LookupEnv, Database: d.site.Database, Media: d.site.Media, Pages: d.site.Pages,
	})
	if list.HasErrors() {
		return []finding{ill("settings", "refused", list), clock()}
	}
	place, usable := d.place(ctx, read.Database.URL != "")
	inside := contents{tables: []finding{unseen()}}
	if usable {
		inside = d.contents(ctx, read)
	}
	return slices.Concat([]finding{d.settings(read)}, place, inside.tables, d.handlers(), d.pages(read, usable), inside.kept, d.backups(ctx),
		signIn(read.Auth), inside.owner, relative(read), []finding{post(ctx, read), clock()}, purged(read), inside.locales)
}

// contents is what only a database can tell.
type contents struct{ tables, kept, owner, locales []finding }

func (d doctor) contents(ctx context.Context, read *settings.Settings) contents {
	locales := []finding{d.locales(ctx, read.Site.Locales)} // first: what it clears, the others find cleared
	return contents{d.data(ctx), []finding{d.auditLog(ctx), d.media(ctx)}, d.owner(ctx), locales}
}

func relative(read *settings.Settings) []finding {
	says := app.RelativeAddresses(read, read.Site.Origin)
	if says == "" {
		return nil
	}
	return []finding{fine("pages", says)}
}

// unseen says once what cannot be looked at. That the database cannot be used has
// been said.
func unseen() finding {
	return ill("database", "not looked at, because it cannot be used; nor were the journal, media, the owner and locales", nil)
}

func (d doctor) settings(read *settings.Settings) finding {
	if _, err := fs.Stat(d.files(), settings.FileName); errors.Is(err, fs.ErrNotExist) {
		return fine("settings", "no "+settings.FileName+", every key has its default")
	}
	return fine("settings", "well formed")
}

// data looks at manifests and database together: whether the one can be served
// from the other, and what of it nobody would see.
func (d doctor) data(ctx context.Context) []finding {
	changes, err := app.Changes(ctx, d.site)
	return append([]finding{tablesFinding(changes, err)}, keptFindings(changes)...)
}

func tablesFinding(changes []store.Change, err error) finding {
	list, err := found(err)
	due := len(changes) - len(keptOf(changes))
	switch {
	case err != nil:
		return ill("database", err.Error(), nil)
	case list.HasErrors():
		return ill("database", "the site cannot be served from it", list)
	case due > 0:
		return fine("database", count(due, "change")+" will be made at the next start; quartet migrate --plan lists them")
	}
	return fine("database", "matches the manifests")
}

// files are those of the site folder.
func (d doctor) files() fs.FS {
	if d.site.FS != nil {
		return d.site.FS
	}
	return os.DirFS(d.Dir)
}

// prefix comes before their names.
func (d doctor) prefix() string {
	if d.site.FS != nil {
		return ""
	}
	return prefix(filepath.Clean(d.Dir))
}

// handlers tells of a site that has some in its folder. None is run.
func (d doctor) handlers() []finding {
	files, problems := app.FolderHandlers(d.site)
	switch {
	case problems.HasErrors():
		return []finding{ill("handlers", "cannot be loaded", problems)}
	case len(files) == 0:
		return nil
	}
	distinct := make(map[string]bool)
	for _, file := range files {
		distinct[file] = true
	}
	return []finding{fine("handlers", count(len(files), "handler")+" in "+count(len(distinct), "file")+" of the folder")}
}

// pages tells of a site that has some. isTold says that the line of the database lists what
// keeps the site from being served.
func (d doctor) pages(read *settings.Settings, isTold bool) []finding {
	if read.Routes == nil {
		return nil
	}
	problems, known := app.FolderPages(d.site, read)
	switch {
	case !known:
		return nil
	case problems.HasErrors() && isTold:
		return []finding{ill("pages", "cannot be shown; see database", nil)}
	case problems.HasErrors():
		return []finding{ill("pages", "cannot be shown", problems)}
	}
	return []finding{fine("pages", "routes and templates fit the manifests: "+pagesOf(read.Routes))}
}

func pagesOf(r *settings.Routes) string {
	var has []string
	if r.Home != nil {
		has = append(has, "home")
	}
	for _, each := range r.Collections {
		has = append(has, each.Collection)
	}
	return cmp.Or(strings.Join(has, ", "), "none")
}

// media writes, reads and removes a small file where media lie.
func (d doctor) media(ctx context.Context) finding {
	where, used, err := app.CheckMedia(ctx, d.site)
	switch {
	case err != nil:
		list, err := found(err)
		if err != nil {
			return ill("media", where+" cannot be used: "+err.Error(), nil)
		}
		return ill("media", where+" cannot be used", list)
	case !used:
		return fine("media", "no purposes declared; the site takes no uploads")
	}
	return fine("media", where+" takes a file, gives it back and removes it")
}

// purged tells of a site with a CDN who is told to purge what. Nobody is called.
func purged(read *settings.Settings) []finding {
	cdn := read.CDN
	switch {
	case cdn.Kind == "":
		return nil
	case cdn.Incomplete() != "":
		return []finding{ill("cdn", cdn.Incomplete(), nil)}
	}
	where := map[string]string{
		settings.Cloudflare: "cloudflare, zone " + cdn.Zone, settings.Fastly: "fastly, service " + cdn.Service, settings.HTTP: hostOf(cdn.URL),
	}[cdn.Kind]
	return []finding{fine("cdn", "writes purge the tag "+read.CacheScope+" at "+where)}
}

// hostOf leaves out the path of a URL, which may be known to few.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// post connects to the mail server, and sends nothing.
func post(ctx context.Context, read *settings.Settings) finding {
	switch {
	case slices.ContainsFunc(read.Auth.Methods, settings.Method.SendsMail) && (read.Mail.URL == "" || read.Mail.From == ""):
		return ill("mail", "people sign in by mail, and it is not configured; sign-in says what is missing", nil)
	case read.Mail.URL == "" && read.Mail.From == "":
		return fine("mail", "not configured; set MAIL_URL, and mail.from in "+settings.FileName)
	case read.Mail.URL == "":
		return fine("mail", "nothing is sent, although mail.from is set; set MAIL_URL, such as smtp://user:password@mail.example.com:587")
	case read.Mail.From == "":
		return ill("mail", "mail.from is missing in "+settings.FileName, nil)
	}
	if err := mail.Check(ctx, mail.Options{URL: string(read.Mail.URL), From: read.Mail.From}); err != nil {
		return ill("mail", "the server of MAIL_URL cannot be used: "+err.Error(), nil)
	}
	return fine("mail", "the server of MAIL_URL answers and takes what it is told to sign in with")
}

// signIn says how users sign in, or what is missing, one line each. A site that
// has not begun to configure it is healthy: it is served without.
func signIn(auth settings.Auth) []finding {
	switch {
	case len(auth.Incomplete) == 0:
		by := cmp.Or(strings.Join(methodsOf(auth), ", "), "quartet owner-link alone")
		return []finding{fine("sign-in", string(auth.Mode)+" at "+auth.Origin+", by "+by)}
	case !auth.Touched:
		return []finding{fine("sign-in", "not configured; /admin, /mcp and /api/auth answer setup_incomplete")}
	}
	findings := make([]finding, len(auth.Incomplete))
	for i, each := range auth.Incomplete {
		findings[i] = ill("sign-in", each, nil)
	}
	return findings
}

// owner tells of a first owner who is named and is not one. The site can be served so.
func (d doctor) owner(ctx context.Context) []finding {
	says := app.PassedOverOwner(ctx, d.site)
	if says == "" {
		return nil
	}
	return []finding{fine("owner", says)}
}

func methodsOf(auth settings.Auth) []string {
	ids := make([]string, len(auth.Methods))
	for i, each := range auth.Methods {
		ids[i] = each.ID
	}
	return ids
}

// clock compares the time with that of the commit this program was built from,
// the latest moment that it knows to be past.
func clock() finding {
	now := time.Now()
	says := now.UTC().Format(time.RFC3339)
	if built, known := buildTime(); known && now.Before(built) {
		return ill("clock", says+" lies before this program was made, on "+built.Format(time.DateOnly), nil)
	}
	return fine("clock", says)
}

func buildTime() (time.Time, bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return time.Time{}, false
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			at, err := time.Parse(time.RFC3339, s.Value)
			return at, err == nil
		}
	}
	return time.Time{}, false
}

// locales compares those declared with those stored, which are in force where
// none are declared.
func (d doctor) locales(ctx context.Context, declared []string) finding {
	stored, err := app.StoredLocales(ctx, d.site)
	said, kept := strings.Join(declared, ", "), strings.Join(stored, ", ")
	switch {
	case err != nil:
		return ill("locales", "those stored cannot be read", app.DiagnosticsOf(err))
	case len(declared) == 0 && len(stored) == 0:
		return fine("locales", "none declared; locales are off")
	case len(declared) == 0 && d.Fix:
		return d.clearLocales(ctx, kept)
	case len(declared) == 0:
		return fine("locales", "none declared, but "+kept+" stored and in force; quartet doctor --fix clears them")
	case len(stored) > 0 && !slices.Equal(declared, stored):
		return fine("locales", said+" declared; "+kept+" stored until the next start")
	}
	return fine("locales", said+" declared; the first is canonical")
}

func (d doctor) clearLocales(ctx context.Context, kept string) finding {
	if err := app.ClearStoredLocales(ctx, d.site); err != nil {
		return ill("locales", "those stored cannot be cleared", app.DiagnosticsOf(err))
	}
	return fine("locales", kept+" cleared; none declared, and locales are off")
}

func printFindings(t *terminal, findings []finding) {
	s := styleOf(t.stdout)
	for _, f := range findings {
		state := s.good("ok ")
		if !f.OK {
			state = s.bad("ill")
		}
		fmt.Fprintf(t.stdout, "%s  %-9s %s\n", state, f.Name, diag.OneLine(f.Says))
		diagnostics(t.stdout, f.Diagnostics)
	}
}
