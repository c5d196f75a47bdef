package bundle

import "github.com/evanw/esbuild/pkg/api"

// virtual is the entry point, which is in no file. Its imports begin in dir.
func virtual(source, dir string) api.Plugin {
	return api.Plugin{Name: "entry", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + entryPoint + "$"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.Kind != api.ResolveEntryPoint {
				return api.OnResolveResult{Errors: unresolved(args.Path)}, nil
			}
			return api.OnResolveResult{Path: "handlers", Namespace: entryNamespace}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: entryNamespace}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			return api.OnLoadResult{Contents: &source, ResolveDir: dir, Loader: api.LoaderJS}, nil
		})
	}}
}
