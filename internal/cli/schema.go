package cli

import (
	"bytes"
	"cmp"
	"errors"
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
	return `Writes JSON Schemas of the manifest language (manifest.schema.json), of quartet.yaml (settings.schema.json) and of seed documents (seed.schema.json). An editor with a YAML language server completes, explains and checks by them; docs/editors.md says how.

The names that the manifests of the site declare are offered where a document names one. They are read as far as they can be: a mistake in a manifest is no obstacle, and a folder without manifests is none either.

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
	var list diag.List
	written := []string{}
	for _, each := range documents {
		stale, err := s.settle(each)
		if err != nil {
			return err
		}
		if stale != nil && s.Check {
			list.Add(stale)
		} else if stale != nil {
			written = append(written, s.path(each))
		}
	}
	return failedBy(s.report(t.stdout, written, list), list)
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

func (s schema) path(d language.Document) string {
	return filepath.ToSlash(filepath.Join(cmp.Or(s.Output, filepath.Join(s.Dir, ".service", "schemas")), d.Name))
}

// settle writes a document that is not there as it should be, unless that is only to
// be told.
func (s schema) settle(d language.Document) (stale *diag.Diagnostic, err error) {
	path := s.path(d)
	found, err := os.ReadFile(path) //nolint:gosec // the folder that the user names
	switch {
	case err == nil && bytes.Equal(found, d.Text):
		return nil, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	stale = &diag.Diagnostic{
		Code: diag.Conflict, Phase: diag.Validate, Severity: diag.Error, Path: path + "#", Source: &diag.Source{File: path},
		Message: "The file is not what quartet schema writes.", Suggestion: "quartet schema",
	}
	if s.Check {
		return stale, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // source text, as the manifests beside it
		return nil, err
	}
	return stale, os.WriteFile(path, d.Text, 0o644) //nolint:gosec // the same
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
