package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/quartet-dev/quartet/internal/app"
	sites "github.com/quartet-dev/quartet/internal/dev"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/settings"
)

type validate struct {
	Dir       string `arg:"" optional:"" help:"The site folder; default that of --manifests." placeholder:"DIR"`
	Manifests string `help:"The folder of manifests, where it is not manifests/ of the site; default ${manifests}." placeholder:"DIR"`
	Source    string `help:"The folder of Go source that registers handler keys, looked at in phase deploy; default ./src when there is one." placeholder:"DIR" xor:"source"`
	NoSource  bool   `help:"Do not look for handler keys." xor:"source"`
	Phase     string `type:"choice" default:"preview" help:"preview, the default, checks the manifests alone; deploy checks quartet.yaml, routes, templates, handlers and seeds too." placeholder:"preview|deploy"`
	Format    string `type:"choice" help:"json or text; default text on a terminal and json elsewhere." placeholder:"json|text"`
	Strict    bool   `help:"Warnings are errors."`
	JSON      bool   `name:"json" help:"The same as --format json."`

	manifests, site files       // site is what holds quartet.yaml
	program         app.Options // what the program brings to that site
}

// files are a folder of files, and what comes before their names in diagnostics.
type files struct {
	fs.FS
	prefix string
}

func (validate) Help() string {
	return `Every mistake of every file is reported in one run, with file, line and column. Warnings alone exit 0, or 1 with --strict. The statements of sql Views are prepared by SQLite over empty tables, and never run.

Examples:

    quartet validate
    quartet validate my-site --phase deploy
    quartet validate --manifests site/manifests --json
    quartet validate --phase deploy --source ./cmd/site --strict

Phase deploy reads the site's locales from the quartet.yaml beside the manifests folder, and checks the routes and templates of public pages. Every ref key must have a handler: a file below handlers/ that exports it, or its key in the Go source, as a string or a constant in a composite literal or an index assignment. The files of handlers/ are bundled, and not run. Their types are not checked: your editor does that, or quartet generate my-site and then tsc -p my-site/handlers.

Before a move to PostgreSQL, say so: with DATABASE_URL=postgres://… in the environment, or that URL in quartet.yaml, phase deploy also finds the sql Views that have no statement for PostgreSQL and the names that it cannot hold. It does not connect.`
}

func (v validate) Run(t *terminal, h host) error {
	if err := v.checkFolders(); err != nil {
		return err
	}
	v.find(h)
	set, p, list := v.seal()
	if v.Phase == "deploy" {
		list.Add(v.deploy(set, p)...)
	}
	if p != nil {
		list.Add(app.CheckStatements(context.Background(), p)...)
	}
	if v.Strict {
		list.Harden()
	}
	list.Sort()
	if err := v.write(t, p, list); err != nil {
		return err
	}
	if list.HasErrors() {
		return errFailed
	}
	return nil
}

// manifestsFolder is the folder of manifests in a site.
const manifestsFolder = "manifests"

// find finds the folder that was named, or that of the site that the program
// brings.
func (v *validate) find(h host) {
	v.program = h.Options
	if v.Dir == "" && v.Manifests == "" && h.FS != nil {
		folder, _ := fs.Sub(h.FS, manifestsFolder) // the name is valid
		v.manifests, v.site = files{folder, manifestsFolder + "/"}, files{FS: h.FS}
		return
	}
	dir := filepath.Clean(cmp.Or(v.Manifests, filepath.Join(cmp.Or(v.Dir, h.Dir), manifestsFolder)))
	beside := filepath.Dir(dir)
	if v.Dir != "" {
		beside = filepath.Clean(v.Dir)
	}
	v.manifests, v.site = files{os.DirFS(dir), filepath.ToSlash(dir) + "/"}, files{os.DirFS(beside), prefix(beside)}
	v.program.FS, v.program.Dir = nil, beside
}

// checkFolders refuses a folder that was named and is none.
func (v validate) checkFolders() error {
	for _, named := range []string{v.Dir, v.Source} {
		if named == "" {
			continue
		}
		if err := (folder{named}).check(); err != nil {
			return err
		}
	}
	return nil
}

// seal gives the manifests, nil when they cannot be read, and their plan, nil
// when they have an error.
func (v validate) seal() (*manifest.Set, *plan.Plan, diag.List) {
	files, list := manifest.ReadFS(v.manifests.FS, v.manifests.prefix)
	if list.HasErrors() {
		return nil, nil, list
	}
	set, list := manifest.Parse(files)
	p, more := plan.Seal(set)
	return set, p, append(list, more...)
}

// deploy are the checks of phase deploy. Without manifests the settings alone
// can be looked at (decision 46), and without a plan nothing of the pages.
func (v validate) deploy(set *manifest.Set, p *plan.Plan) diag.List {
	read, list := settings.Read(settings.Options{FS: v.site.FS, Prefix: v.site.prefix, Phase: diag.Validate, Pages: v.program.Pages})
	if set == nil {
		return list
	}
	areSettled := !list.HasErrors()
	isPostgres := read.Database.Dialect == postgresDialect || strings.HasPrefix(os.Getenv("DATABASE_URL"), postgresDialect)
	facts := plan.Facts{Locales: read.Site.Locales}
	if isPostgres { // decision 332
		facts.Dialect = postgresDialect
	}
	if facts.Locales == nil && areSettled {
		facts.Locales = []string{}
	}
	var err error
	facts.Handlers, err = v.handlerKeys()
	list.Add(app.CheckHandlers(v.program, set, &facts)...)
	switch {
	case v.NoSource:
		facts.Handlers = nil
	case err == nil && facts.Handlers == nil:
		list.Add(withoutSource(set))
	}
	if err != nil {
		list.Add(&diag.Diagnostic{
			Code: diag.ManifestReadFailed, Phase: diag.Validate, Severity: diag.Error,
			Path: "source#", Message: "The source cannot be read: " + err.Error() + ".",
		})
	}
	if p != nil {
		list.Add(app.CheckPages(v.program, p, read)...)
		list.Add(app.CheckInterface(p, read, diag.Validate)...)
		list.Add(app.CheckNames(p, isPostgres)...)
	}
	if p != nil && areSettled { // seeds are held against the settings, too
		list.Add(app.CheckSeeds(context.Background(), v.program, p, read)...)
	}
	return append(list, plan.CheckBoot(set, diag.Validate, facts)...)
}

// postgresDialect is how the URL of a database of PostgreSQL begins, and what manifests
// call its dialect.
const postgresDialect = "postgres"

// withoutSource says that nobody looked for the handlers of a site that needs some.
func withoutSource(set *manifest.Set) *diag.Diagnostic {
	wanted := 0
	for _, p := range set.Procedures {
		if p.Handler.Ref != "" {
			wanted++
		}
	}
	if wanted == 0 {
		return nil
	}
	return &diag.Diagnostic{
		Code: diag.HandlersNotChecked, Phase: diag.Validate, Severity: diag.Warning, Path: "source#",
		Message:    "The handler keys of " + count(wanted, "Procedure") + " were not checked: there is no folder handlers/ of the site, and no folder ./src of Go source.",
		Suggestion: "Name the folder of the Go source with --source, or say --no-source.",
	}
}

// handlerKeys are the keys that the source registers; nil when there is no
// source to look at.
func (v validate) handlerKeys() ([]string, error) {
	if v.NoSource {
		return nil, nil
	}
	if v.Source != "" {
		return keysUnder(os.DirFS(v.Source))
	}
	keys, err := keysUnder(os.DirFS("src"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return keys, err
}

func prefix(dir string) string {
	if dir == "." {
		return ""
	}
	return filepath.ToSlash(dir) + "/"
}

func (v validate) write(t *terminal, p *plan.Plan, list diag.List) error {
	if v.JSON || v.Format == "json" || v.Format == "" && !isTerminal(t.stdout) {
		return list.WriteJSON(t.stdout)
	}
	diagnostics(t.stdout, list)
	if p != nil && !list.HasErrors() {
		fmt.Fprintf(t.stdout, "%s %s, %s, %s, %s%s\n", styleOf(t.stdout).good("ok"),
			count(len(p.Schemas()), "Schema"), count(len(p.Views()), "View"),
			count(len(p.Procedures()), "Procedure"), count(len(p.Triggers()), "Trigger"), v.notLookedAt())
	}
	return nil
}

// notLookedAt says what an ok leaves out, so that nobody takes it for more than it is.
func (v validate) notLookedAt() string {
	switch {
	case v.Phase != "deploy":
		return " (manifests only; --phase deploy checks quartet.yaml, routes, templates, handlers and seeds too)"
	case sites.HasHandler(v.site.FS, isTyped):
		return " (types of handlers are not checked here: tsc -p " + v.site.prefix + "handlers does)"
	}
	return ""
}

// isTyped reports whether a file has handlers in TypeScript, by its name.
func isTyped(name string) bool { return sites.IsTypeScript(name) && !strings.HasSuffix(name, ".d.ts") }

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
