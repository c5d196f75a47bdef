package bundle

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// disk is a site on disk. esbuild finds the files, as every tool that bundles
// does; disk says which of them handlers may have: those of the site's folder,
// and of packages that are in a folder node_modules of the site or above it, or
// that such a folder links to.
type disk struct {
	dir     string   // real
	modules []string // the folders node_modules that count

	mu    sync.Mutex
	roots map[string]bool // of packages that are linked
}

func newDisk(dir string) *disk {
	d := &disk{dir: dir, roots: make(map[string]bool)}
	for at := dir; ; at = filepath.Dir(at) {
		d.modules = append(d.modules, filepath.Join(at, "node_modules"))
		if at == filepath.Dir(at) {
			return d
		}
	}
}

func (d *disk) plugin() api.Plugin {
	return api.Plugin{Name: "site", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if _, asked := args.PluginData.(*disk); asked || args.Kind == api.ResolveEntryPoint {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Errors: d.check(args)}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			return api.OnLoadResult{Errors: d.checkFile(args.Path)}, nil
		})
	}}
}

// check looks at an import before esbuild does, which then goes on as if nobody had
// asked: it would leave out what is on the network. It does not resolve the import:
// to ask esbuild for one reads every folder above once more.
func (d *disk) check(args api.OnResolveArgs) []api.Message {
	switch {
	case filepath.IsAbs(args.Path):
		return outside(args.Path)
	case strings.Contains(args.Path, "://"), strings.HasPrefix(args.Path, "//"):
		return unresolved(args.Path)
	case !isRelative(args.Path):
		d.link(args)
	}
	return nil
}

// resolve finds a package for a file that is not on disk, as for one in the folder.
func (d *disk) resolve(build api.PluginBuild, args api.OnResolveArgs) (api.OnResolveResult, error) {
	args.ResolveDir = d.dir
	if problems := d.check(args); len(problems) > 0 {
		return api.OnResolveResult{Errors: problems}, nil
	}
	found := build.Resolve(args.Path, api.ResolveOptions{ResolveDir: d.dir, Namespace: "file", Kind: args.Kind, PluginData: d, With: args.With})
	if len(found.Errors) > 0 {
		return api.OnResolveResult{Errors: notFound(args.Path)}, nil
	}
	result := api.OnResolveResult{Path: found.Path, Namespace: found.Namespace, Suffix: found.Suffix}
	if !found.SideEffects {
		result.SideEffects = api.SideEffectsFalse
	}
	return result, nil
}

// link notes where the package of an import really is.
func (d *disk) link(args api.OnResolveArgs) {
	name := packageOf(args.Path)
	for at := args.ResolveDir; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(filepath.Join(at, "node_modules", name)); err == nil {
			d.mu.Lock()
			d.roots[real] = true
			d.mu.Unlock()
			return
		}
		if at == filepath.Dir(at) {
			return
		}
	}
}

// packageOf is the name of the package that a path begins with.
func packageOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// checkFile refuses a file that handlers may not have. Its path is the real one:
// a symbolic link leads nowhere else.
func (d *disk) checkFile(file string) []api.Message {
	shown, err := filepath.Rel(d.dir, file)
	if err != nil {
		shown = file
	}
	shown = filepath.ToSlash(shown)
	info, err := os.Stat(file)
	switch {
	case !d.holds(file):
		return outside(shown)
	case err != nil:
		return unresolved(shown)
	case loaders[filepath.Ext(file)] == api.LoaderNone:
		return wrongKind(shown)
	case info.Size() > maxBytes:
		return tooLarge(shown)
	}
	return nil
}

func (d *disk) holds(file string) bool {
	if within(d.dir, file) {
		return true
	}
	for _, each := range d.modules {
		if within(each, file) {
			return true
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for each := range d.roots {
		if within(each, file) {
			return true
		}
	}
	return false
}

func within(dir, file string) bool {
	rest, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rest)
}
