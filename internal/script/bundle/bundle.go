package bundle

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Options say what to bundle.
type Options struct {
	Dir    string   // the site's folder on disk; "" where the site is an fs.FS of a program
	FS     fs.FS    // the site's files
	Prefix string   // of file names in diagnostics ("my-site/")
	Keys   []string // the ref keys that are wanted

	// Packages is the folder on disk from which packages of a site that is an fs.FS
	// are looked for, as from Dir; "" for none.
	Packages string
}

// maxBytes is how large a file and the script may be.
const maxBytes = 8 << 20

// Bundle is the handlers of a site as one script.
type Bundle struct {
	Code string
	Keys []string // those that Code registers, sorted

	// Lacking says for a ref key whose file is there, but not the export, what to
	// do about it. Code registers undefined for it, and is not to be evaluated.
	Lacking map[string]string

	// Files has the file that each key's function is in, as diagnostics name it.
	Files map[string]string

	sources sources
}

// Build bundles the files that the keys name, with all that they import. It gives
// nil and no problem where none of the keys has a file. Every problem is an error
// of phase boot, with its place in the source: HANDLER_SYNTAX_INVALID,
// HANDLER_IMPORT_UNRESOLVED or HANDLER_FILE_REFUSED.
//
// Imports reach the files of the site's folder, and packages in node_modules of
// the site or of a folder above it; tsconfig.json is the editor's, and is not
// read. Where the site is an fs.FS there are the packages of Options.Packages alone.
func Build(o Options) (*Bundle, diag.List) {
	found, problems := o.found()
	if len(found) == 0 || problems.HasErrors() {
		return nil, problems
	}
	project, err := o.project()
	if err != nil {
		return nil, diag.List{o.refuse(diag.HandlerFileRefused, Folder, fmt.Sprintf("The site's folder cannot be read: %v.", err))}
	}
	result := project.build(entryPoint, entry(found), api.FormatIIFE)
	if len(result.Errors) > 0 {
		return nil, o.problems(result.Errors)
	}
	b := &Bundle{Lacking: o.lacking(project, found, result.Warnings), Files: make(map[string]string)}
	for _, each := range result.OutputFiles {
		if path.Ext(each.Path) == ".map" {
			b.sources = newSources(o.Prefix, each.Contents)
			continue
		}
		b.Code = string(each.Contents)
	}
	if len(b.Code) > maxBytes {
		return nil, diag.List{o.refuse(diag.HandlerFileRefused, Folder, "The handlers and what they import are more than 8 MiB of JavaScript.")}
	}
	b.sources.code = b.Code
	for _, each := range found {
		if b.Lacking[each.key] == "" {
			b.Keys = append(b.Keys, each.key)
			b.Files[each.key] = shown(o.Prefix, each.file)
		}
	}
	return b, nil
}

// project is what esbuild is told of the site, whichever build it is for.
type project struct {
	dir     string // of the site or of its packages; "" where neither is on disk
	plugins func(source string) []api.Plugin
}

func (o Options) project() (project, error) {
	switch {
	case o.Dir != "":
		dir, err := realFolder(o.Dir)
		return project{dir, func(source string) []api.Plugin {
			return []api.Plugin{virtual(source, dir), newDisk(dir).plugin()}
		}}, err
	case o.Packages != "":
		dir, err := realFolder(o.Packages)
		return project{dir, func(source string) []api.Plugin {
			packages := newDisk(dir)
			return []api.Plugin{virtual(source, ""), embedded{o.FS, packages}.plugin(), packages.plugin()}
		}}, err
	}
	return project{plugins: func(source string) []api.Plugin {
		return []api.Plugin{virtual(source, ""), embedded{FS: o.FS}.plugin()}
	}}, nil
}

func realFolder(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	return dir, err
}

// entryPoint is the module that no file holds: it imports the handlers.
const (
	entryPoint     = "quartet:handlers"
	entryNamespace = "quartet"
)

// build runs esbuild; source is what the entry point that no file holds consists of. The script is strict, in the JavaScript that the engine
// has (ES2023), and not minified: names in a stack are those of the author.
func (p project) build(entryPoint, source string, format api.Format) api.BuildResult {
	return api.Build(api.BuildOptions{
		EntryPoints: []string{entryPoint}, Bundle: true, Format: format, Target: api.ES2023,
		Platform: api.PlatformBrowser, Conditions: []string{"worker", "module"},
		Banner:    map[string]string{"js": `"use strict";`},
		Define:    map[string]string{"process.env.NODE_ENV": `"production"`},
		Sourcemap: api.SourceMapExternal, SourcesContent: api.SourcesContentInclude,
		Outfile: filepath.Join(p.dir, "handlers.js"), AbsWorkingDir: p.dir, TsconfigRaw: "{}",
		Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone, TreeShaking: api.TreeShakingTrue,
		LogLevel: api.LogLevelSilent, Metafile: format == api.FormatESModule, Plugins: p.plugins(source),
	})
}

// entry registers every key that was found, each on a line of its own.
func entry(found []wanted) string {
	var imports, keys strings.Builder
	for i, each := range found {
		fmt.Fprintf(&imports, "import * as m%d from %q;", i, "./"+each.file)
		fmt.Fprintf(&keys, "\n[%q]: m%d[%q],", each.key, i, each.Export)
	}
	return imports.String() + "register({ __proto__: null," + keys.String() + "\n});\n"
}

// lacking finds the keys whose files do not have their exports: the bundler warns
// of each at its line of the entry.
func (o Options) lacking(p project, found []wanted, warnings []api.Message) map[string]string {
	lacking := make(map[string]string)
	for _, each := range warnings {
		at := each.Location
		if each.ID != "import-is-undefined" || at == nil || at.File != entryPoint {
			continue
		}
		w := found[at.Line-2]
		lacking[w.key] = w.advise(p.exports(w.file))
	}
	return lacking
}

// advise says what a file exports, and what it should.
func (w wanted) advise(exports []string) string {
	has := "nothing"
	if len(exports) > 0 {
		has = strings.Join(exports[:min(len(exports), maxExports)], ", ")
	}
	return fmt.Sprintf("%s exports %s; export %s.", w.file, has, w.noun())
}

// maxExports is how many exports a suggestion names.
const maxExports = 20

// exports are the names that a file exports, sorted.
func (p project) exports(file string) []string {
	return exportsOf(p.build("./"+file, "", api.FormatESModule).Metafile)
}

// shown is the name of a file of esbuild as diagnostics have it.
func shown(prefix, file string) string {
	return path.Clean(prefix + strings.TrimPrefix(file, embeddedNamespace+":"))
}

func (o Options) refuse(code diag.Code, file, message string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: code, Phase: diag.Boot, Severity: diag.Error, Path: "handlers#", Message: message,
		Source: &diag.Source{File: shown(o.Prefix, file)},
	}
}

// problems are the messages of esbuild as diagnostics, in order, each once.
func (o Options) problems(messages []api.Message) diag.List {
	var found diag.List
	for _, each := range messages[:min(len(messages), maxProblems)] {
		found.Add(o.problem(each))
	}
	found.Sort()
	return slices.CompactFunc(found, func(a, b *diag.Diagnostic) bool {
		return cmp.Compare(a.Message, b.Message) == 0 && *a.Source == *b.Source
	})
}

// maxProblems is how many problems are told at once.
const maxProblems = 100
