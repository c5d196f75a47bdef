package cli

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/manifest/language"
)

// schema writes the JSON Schemas of a site's files for editors.
type schema struct {
	folder
	Output string `short:"o" help:"The folder of the JSON Schemas; default .service/schemas of the site." placeholder:"DIR"`
	Check  bool   `help:"Write nothing; fail when a file is not what would be written."`
	JSON   bool   `name:"json" help:"Print the outcome as JSON."`
}

func (schema) Help() string {
	return `Writes JSON Schemas of the manifest language (manifest.schema.json), of quartet.yaml (settings.schema.json) and of seed documents (seed.schema.json). An editor with a YAML language server uses them to complete, explain and check; docs/editors.md says how.

The names that the manifests of the site declare are offered where a document names one. They are read as far as they can be: neither a mistake in a manifest nor a folder without manifests stops the command.

With --check nothing is written: each file that is missing or differs is named, and the exit code is 1.

Examples:

    quartet schema
    quartet schema my-site
    quartet schema my-site -o .vscode/schemas
    quartet schema --check`
}

func (s schema) Run(t *terminal, h host) error {
	if err := s.folder.check(); err != nil {
		return err
	}
	documents, err := language.Documents(s.declared(h))
	if err != nil {
		return err
	}
	all := outputs{command: "quartet schema"}
	for _, each := range documents {
		all.add(cmp.Or(s.Output, filepath.Join(s.Dir, ".service", "schemas")), each.Name, each.Text)
	}
	done, err := all.settle(s.Check)
	if err != nil {
		return err
	}
	return failedBy(s.report(t.stdout, listed(done.written), done.stale), done.stale)
}

// declared is what the manifests of the site declare, as far as they can be read; nil
// where there are none.
func (s schema) declared(h host) *manifest.Set {
	site := fs.FS(os.DirFS(s.Dir))
	if h.FS != nil && s.Dir == cmp.Or(h.Dir, ".") {
		site = h.FS
	}
	folder, err := fs.Sub(site, manifestsFolder)
	if err != nil {
		return nil
	}
	files, _ := manifest.ReadFS(folder, "")
	set, _ := manifest.Parse(files)
	return set
}

func (s schema) report(w io.Writer, written []string, list diag.List) error {
	if s.JSON {
		return object(w, struct {
			outcome
			Written []string `json:"written"`
		}{outcomeOf(list), written})
	}
	diagnostics(w, list)
	for _, file := range written {
		fmt.Fprintln(w, "wrote", file)
	}
	if len(written) == 0 && !list.HasErrors() {
		fmt.Fprintln(w, styleOf(w).good("ok"), "the JSON Schemas are up to date")
	}
	return nil
}
