package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/quartet-dev/quartet/admin/bundle"
	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/codegen/golang"
	"github.com/quartet-dev/quartet/internal/codegen/typescript"
	"github.com/quartet-dev/quartet/internal/diag"
)

// generate writes what is made from manifests into files.
type generate struct {
	Dir         string `arg:"" optional:"" help:"The site folder; default that of --manifests." placeholder:"DIR"`
	Manifests   string `help:"The folder of manifests; default ${manifests}." placeholder:"DIR"`
	Output      string `short:"o" help:"The folder of the TypeScript module; default .service/generated of the site." placeholder:"DIR"`
	Namespace   string `default:"Service" help:"The namespace of the types in the TypeScript module." placeholder:"NAME"`
	Check       bool   `help:"Write nothing; fail when a file is not what would be written."`
	Language    string `type:"choice" help:"ts or go alone; default ts, and go as well where there is a go.mod in or above the site." placeholder:"ts|go"`
	AdminBundle bool   `help:"Write the files of the Admin application into public/_service/admin; creates the folder if needed."`
	Format      string `type:"choice" help:"json or text; default text on a terminal and json elsewhere." placeholder:"json|text"`
	JSON        bool   `name:"json" help:"The same as --format json."`

	site string // the folder
}

func (generate) Help() string {
	return `Validates the manifests and writes typed clients of the site. In TypeScript: .service/generated/service.ts, a module without dependencies for browsers, workers, Node, Deno and Bun; and beside it handlers.d.ts and handlers.tsconfig.json, by which editors know what handlers in TypeScript have. In Go, where there is a go.mod in or above the site: the package service. Files that are up to date are left alone.

With --check nothing is written: each file that is missing or differs is named, and the exit code is 1. Run it in CI where you commit what is generated.

Examples:

    quartet generate
    quartet generate my-site --check
    quartet generate --manifests site/manifests -o web/src/service`
}

func (g generate) Run(t *terminal, h host) error {
	if !typescript.ValidNamespace(g.Namespace) {
		return misuse{fmt.Errorf("--namespace %q is not a valid name in TypeScript", g.Namespace)}
	}
	var err error
	if g.Manifests, err = namedManifests(g.Dir, g.Manifests); err != nil {
		return err
	}
	g.site = siteOf(g.Manifests, h)
	importPath, err := g.importPath()
	if err != nil {
		return err
	}
	model, list := modelOf(g.Manifests, h, importPath != "")
	var done settled
	if model != nil {
		all, err := g.outputs(model, importPath)
		if err == nil {
			done, err = all.settle(g.Check)
		}
		if err != nil {
			return err
		}
		list.Add(done.stale...)
	}
	list.Sort()
	return failedBy(g.report(t.stdout, done, list), list)
}

// namedManifests is the folder of manifests that was named, or that of the site folder that was.
func namedManifests(dir, manifests string) (string, error) {
	if dir == "" {
		return manifests, nil
	}
	if err := (folder{dir}).check(); err != nil {
		return "", err
	}
	return cmp.Or(manifests, filepath.Join(dir, manifestsFolder)), nil
}

// modelOf is the model of manifests, nil where they have an error. In Go handlers
// have names.
func modelOf(manifests string, h host, inGo bool) (*codegen.Model, diag.List) {
	check := validate{Manifests: manifests}
	check.find(h)
	_, p, list := check.seal()
	if p == nil || list.HasErrors() {
		return nil, list
	}
	if inGo {
		list.Add(codegen.CheckKeys(p)...)
	}
	model, more := codegen.Build(p)
	if list.Add(more...); list.HasErrors() {
		return nil, list
	}
	return model, list
}

// siteOf is the folder of the site that the manifests belong to, or that the
// program brings.
func siteOf(manifests string, h host) string {
	if manifests == "" {
		return cmp.Or(h.Dir, ".")
	}
	return filepath.Dir(filepath.Clean(manifests))
}

// outputs are all files that are made from the manifests of a site.
func (g generate) outputs(m *codegen.Model, importPath string) (outputs, error) {
	all := outputs{command: "quartet generate"}
	if g.Language != "go" {
		dir := cmp.Or(g.Output, filepath.Join(g.site, ".service", "generated"))
		all.add(dir, typescript.File, typescript.Print(m, g.Namespace))
		if len(m.Handlers) > 0 && g.hasScripts(importPath) {
			all.add(dir, typescript.GlobalsFile, typescript.Globals())
			all.add(dir, typescript.OptionsFile, typescript.Options())
		}
	}
	if importPath != "" {
		files, err := golang.Print(m, importPath)
		if err != nil {
			return all, err
		}
		for _, each := range files {
			all.addOwn(g.goFolder(), each.Path, each.Content, golang.Header)
		}
	}
	return all, g.application(&all)
}

// hasScripts reports whether handlers of the site may be in TypeScript: there are some, or
// nothing says that they are in Go. A module elsewhere is for a client.
func (g generate) hasScripts(importPath string) bool {
	if g.Output != "" {
		return false
	}
	_, err := os.Stat(filepath.Join(g.site, "handlers"))
	return err == nil || importPath == ""
}

// goFolder is where the Go package lies: in no hidden folder, since Go does not see
// packages below one.
func (g generate) goFolder() string { return filepath.Join(g.site, "service") }

// importPath is that of the Go package; "" where none is asked for, and where
// nothing could import it.
func (g generate) importPath() (string, error) {
	if g.Language == "ts" {
		return "", nil
	}
	found, err := golang.ImportPath(g.goFolder())
	if err == nil && found == "" && g.Language == "go" {
		return "", misuse{errors.New("--language go: there is no go.mod in the site or above it")}
	}
	return found, err
}

// application adds the files of the Admin application, where the site serves them
// itself or shall from now on. Files of an earlier one have other names, and go. A
// program that was built without the application leaves what is there alone.
func (g generate) application(all *outputs) error {
	if _, err := os.Stat(filepath.Join(g.site, "public", "_service")); err != nil && !g.AdminBundle {
		return nil // the program serves the application that it embeds
	}
	dir := filepath.Join(g.site, "public", "_service", "admin")
	files := bundle.Files()
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		all.mirrored = filepath.Join(dir, "assets")
		all.add(dir, name, content)
		return err
	})
}

func (g generate) report(w io.Writer, done settled, list diag.List) error {
	if g.JSON || g.Format == "json" || g.Format == "" && !isTerminal(w) {
		return object(w, struct {
			outcome
			Written   []string `json:"written"`
			Removed   []string `json:"removed"`
			Unchanged []string `json:"unchanged"`
		}{outcomeOf(list), listed(done.written), listed(done.removed), listed(done.unchanged)})
	}
	diagnostics(w, list)
	for _, file := range done.written {
		fmt.Fprintln(w, "wrote", file)
	}
	for _, file := range done.removed {
		fmt.Fprintln(w, "removed", file)
	}
	if len(done.written)+len(done.removed) == 0 && !list.HasErrors() {
		fmt.Fprintf(w, "%s %s up to date\n", styleOf(w).good("ok"), count(len(done.unchanged), "file"))
	}
	return nil
}
