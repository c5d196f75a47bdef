package bundle

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/quartet-dev/quartet/internal/diag"
)

// embeddedNamespace is that of files of an fs.FS.
const embeddedNamespace = "site"

// embedded is a site that is an fs.FS: its files import each other by relative
// paths, and packages where there is a folder on disk for those.
type embedded struct {
	fs.FS
	packages *disk // nil for none
}

func (e embedded) plugin() api.Plugin {
	return api.Plugin{Name: "site", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			switch {
			case args.Namespace == "file" || args.PluginData != nil: // a package's own import
				return api.OnResolveResult{}, nil
			case e.packages != nil && args.Kind != api.ResolveEntryPoint && isPackage(args.Path):
				return e.packages.resolve(build, args)
			}
			return e.resolve(args)
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: embeddedNamespace}, e.load)
		if e.packages == nil { // no file of the machine
			build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				return api.OnLoadResult{Errors: outside(args.Path)}, nil
			})
		}
	}}
}

func (e embedded) resolve(args api.OnResolveArgs) (api.OnResolveResult, error) {
	if strings.HasPrefix(args.Path, "/") {
		return api.OnResolveResult{Errors: outside(args.Path)}, nil
	}
	if !isRelative(args.Path) {
		if _, builtin := builtins.advice(args.Path); builtin {
			return api.OnResolveResult{Errors: notFound(args.Path)}, nil
		}
		return api.OnResolveResult{Errors: failed(diag.HandlerImportUnresolved,
			"A site that is part of a program has no packages, and "+quoted(args.Path)+" is one.",
			"Import files of the site by relative paths.")}, nil
	}
	name := path.Join(path.Dir(args.Importer), args.Path)
	if args.Namespace == entryNamespace || args.Kind == api.ResolveEntryPoint {
		name = path.Clean(args.Path)
	}
	for _, each := range spellings(name) {
		if info, err := fs.Stat(e.FS, each); err == nil && !info.IsDir() {
			return api.OnResolveResult{Path: each, Namespace: embeddedNamespace}, nil
		}
	}
	if !fs.ValidPath(name) {
		return api.OnResolveResult{Errors: outside(args.Path)}, nil
	}
	return api.OnResolveResult{Errors: unresolved(args.Path)}, nil
}

func isPackage(name string) bool { return !isRelative(name) && !strings.HasPrefix(name, "/") }

func isRelative(name string) bool {
	return name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../")
}

// spellings are the files that a path can mean, in the order in which esbuild
// looks on disk: as written, as TypeScript where JavaScript is written, with an
// extension, or as the index of a folder.
func spellings(name string) []string {
	names := []string{name}
	switch base, extension := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name); extension {
	case ".js":
		names = append(names, base+".ts")
	case ".mjs":
		names = append(names, base+".mts")
	}
	for _, each := range []string{name, path.Join(name, "index")} {
		for _, extension := range []string{".ts", ".mts", ".js", ".mjs", ".json"} {
			names = append(names, each+extension)
		}
	}
	return names
}

// loaders are those of the files that can be imported.
var loaders = map[string]api.Loader{
	".ts": api.LoaderTS, ".mts": api.LoaderTS, ".cts": api.LoaderTS, ".tsx": api.LoaderTSX,
	".js": api.LoaderJS, ".mjs": api.LoaderJS, ".cjs": api.LoaderJS, ".jsx": api.LoaderJSX,
	".json": api.LoaderJSON, ".txt": api.LoaderText,
}

func (e embedded) load(args api.OnLoadArgs) (api.OnLoadResult, error) {
	loader, ok := loaders[path.Ext(args.Path)]
	if !ok {
		return api.OnLoadResult{Errors: wrongKind(args.Path)}, nil
	}
	text, err := e.read(args.Path)
	if errors.Is(err, errTooLarge) {
		return api.OnLoadResult{Errors: tooLarge(args.Path)}, nil
	}
	result := api.OnLoadResult{Contents: &text, Loader: loader}
	if e.packages != nil {
		result.ResolveDir = filepath.Join(e.packages.dir, filepath.FromSlash(path.Dir(args.Path)))
	}
	return result, err
}

var errTooLarge = errors.New("the file is too large")

func (e embedded) read(name string) (string, error) {
	file, err := e.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxBytes+1))
	if len(text) > maxBytes {
		return "", errTooLarge
	}
	return string(text), err
}
