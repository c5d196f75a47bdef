package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/quartet-dev/quartet/internal/diag"
	themes "github.com/quartet-dev/quartet/internal/pages/theme"
)

// theme is the commands on the built-in theme of public pages.
type theme struct {
	Eject themeEject `cmd:"" help:"Write the built-in theme into templates/, to change it."`
}

func (theme) Help() string {
	return `Pages look like the built-in theme wherever a site has no template of its own. A file under templates/ takes the place of the theme's file of the same name.

Examples:

    quartet theme eject my-site`
}

type themeEject struct {
	folder
	Force bool `help:"Also replace files that say something else."`
	JSON  bool `name:"json" help:"Print the outcome as JSON."`
}

func (themeEject) Help() string {
	return `Writes the theme's templates, texts and stylesheet into the folder templates/ of the site. The pages look the same afterwards. Change what you like, and delete what you leave as it is: a file that is not there comes from the theme, also from that of a newer version.

A file that is there already and says something else is never replaced: then nothing is written, the files are listed, and the exit code is 1. With --force they are replaced.

Examples:

    quartet theme eject
    quartet theme eject my-site --json`
}

// templatesFolder is the folder of templates in a site.
const templatesFolder = "templates"

func (e themeEject) Run(t *terminal) error {
	if err := e.check(); err != nil {
		return err
	}
	done, err := e.eject()
	if err != nil {
		return fmt.Errorf("eject the theme: %w", err)
	}
	list := e.refusals(done)
	if e.JSON {
		err = object(t.stdout, struct {
			outcome
			Written []string `json:"written"`
			Same    []string `json:"same"`
		}{outcomeOf(list), e.pathsOf(done.Written), e.pathsOf(done.Same)})
	} else {
		e.print(t, done, list)
	}
	return failedBy(err, list)
}

func (e themeEject) eject() (themes.Outcome, error) {
	dir := filepath.Join(e.Dir, templatesFolder)
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // source text, as the manifests beside it
		return themes.Outcome{}, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return themes.Outcome{}, err
	}
	done, err := themes.Eject(root, e.Force)
	if closed := root.Close(); err == nil {
		err = closed
	}
	return done, err
}

func (e themeEject) print(t *terminal, done themes.Outcome, list diag.List) {
	diagnostics(t.stdout, list)
	if list.HasErrors() {
		fmt.Fprintln(t.stdout, "Nothing was written. Move these files away, or replace them with --force.")
		return
	}
	for _, path := range e.pathsOf(done.Written) {
		fmt.Fprintln(t.stdout, "wrote", path)
	}
	if len(done.Written) == 0 {
		fmt.Fprintln(t.stdout, "The theme is there already, as it is.")
	}
}

// refusals are diagnostics of the files that were not replaced.
func (e themeEject) refusals(done themes.Outcome) (list diag.List) {
	for _, path := range e.pathsOf(done.Differ) {
		list.Add(&diag.Diagnostic{
			Code: diag.Conflict, Phase: diag.Runtime, Severity: diag.Error,
			Path: path + "#", Source: &diag.Source{File: path}, Message: "The file exists and differs from the theme's.",
		})
	}
	return list
}

// pathsOf are files of the theme as the person who calls would name them.
func (e themeEject) pathsOf(names []string) []string {
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = filepath.ToSlash(filepath.Join(e.Dir, templatesFolder, filepath.FromSlash(name)))
	}
	return paths
}
