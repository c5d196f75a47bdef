package app

import (
	"context"
	"io/fs"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/script"
	"github.com/quartet-dev/quartet/internal/script/bundle"
	"github.com/quartet-dev/quartet/internal/script/calls"
	"github.com/quartet-dev/quartet/internal/script/fetch"
)

// CheckHandlers bundles the handlers in the site's folder that the manifests name
// and facts.Handlers does not have, as a start does, and runs none of them. It
// completes the facts for plan.CheckBoot: the keys that it found count as
// registered, and one that is missing gets advice. Where facts.Handlers is nil and
// the site has no handlers folder, it stays nil. The diagnostics are of phase
// validate.
func CheckHandlers(o Options, set *manifest.Set, facts *plan.Facts) diag.List {
	b := newBoot(o)
	if facts.Handlers == nil && !hasFolder(b.FS) {
		return nil
	}
	b.set = set
	problems := b.bundleHandlers(facts)
	for _, d := range problems {
		d.Phase = diag.Validate
	}
	return problems
}

func hasFolder(site fs.FS) bool {
	info, err := fs.Stat(site, bundle.Folder)
	return err == nil && info.IsDir()
}

// FolderHandlers has the files of the handlers in the site's folder that the
// manifests name and the program does not bring, by ref key; what is wrong with
// them is said, and none is run. Manifests that cannot be read have none.
func FolderHandlers(o Options) (files map[string]string, problems diag.List) {
	b := newBootOf(new(App), o)
	if folder, err := fs.Sub(b.FS, manifestsFolder); err == nil {
		read, _ := manifest.ReadFS(folder, "")
		b.set, _ = manifest.Parse(read)
	}
	if b.set == nil {
		return nil, nil
	}
	problems = b.bundleHandlers(&plan.Facts{Handlers: slices.Collect(maps.Keys(b.handlers))})
	if b.bundle == nil {
		return nil, problems
	}
	return b.bundle.Files, problems
}

// bundleHandlers bundles the handlers of the folder, and adds them to the facts.
func (b *boot) bundleHandlers(facts *plan.Facts) (problems diag.List) {
	o := bundle.Options{FS: b.FS, Prefix: b.prefix, Keys: refsOf(b.set, facts.Handlers)}
	if o.Packages = b.Packages; b.onDisk {
		o.Dir = b.Dir
	}
	b.bundle, problems = bundle.Build(o)
	found, lacking := []string(nil), map[string]string(nil)
	if b.bundle != nil {
		found, lacking = b.bundle.Keys, b.bundle.Lacking
	} else if problems.HasErrors() { // whether the exports are there is not known
		found = o.Found()
	}
	facts.Handlers = append(append([]string{}, facts.Handlers...), found...)
	slices.Sort(facts.Handlers)
	facts.Advise = func(key, nearest string) string {
		switch missing := bundle.Missing(key); {
		case lacking[key] != "":
			return lacking[key]
		case nearest != "" || missing == "":
			return nearest
		default:
			return missing + ", or run the Go program that has the key in quartet.Options.Handlers."
		}
	}
	return problems
}

// refsOf are the ref keys of the manifests, each once, but for those that somebody
// else brings.
func refsOf(set *manifest.Set, but []string) (keys []string) {
	for _, each := range set.Procedures {
		if ref := each.Handler.Ref; ref != "" && !slices.Contains(but, ref) {
			keys = append(keys, ref)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// openScripts evaluates the modules of the handlers; nil where the folder has none
// that are wanted.
func (b *boot) openScripts(ctx context.Context, a *App) (*script.Scripts, error) {
	if b.bundle == nil || len(b.bundle.Keys) == 0 {
		return nil, nil
	}
	reach := b.reach(a)
	site, problems := reach.Site(b.plan)
	if b.problems.Add(problems...); problems.HasErrors() {
		return nil, b.failure()
	}
	opened, err := script.Open(ctx, script.Options{
		Bundle: b.bundle, Site: site, Operations: reach.Operations(), ForCall: reach.ForCall, Log: b.Logger,
	})
	if failure := script.FailureOf(err); failure != nil {
		b.problems.Add(evaluationFailed(failure).WithCause(err))
		return nil, b.failure()
	}
	return opened, err
}

// reach is what handlers reach of the site by their context.
func (b *boot) reach(a *App) *calls.Calls {
	env := make(map[string]string)
	for name, value := range b.settings.Handlers.Env {
		env[name] = string(value)
	}
	a.outside = fetch.New(fetch.Options{AllowHosts: b.settings.Handlers.AllowHosts, Resolver: b.Resolver})
	deps := calls.Deps{Content: a.Content, Mail: a.SendMail, Fetch: a.outside, Env: env, Log: b.Logger}
	if len(b.locales) > 0 {
		deps.Locale = b.locales[0]
	}
	return calls.New(deps)
}

// evaluationFailed is a module that throws while it is evaluated.
func evaluationFailed(f *script.Failure) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: diag.HandlerEvaluationFailed, Phase: diag.Boot, Severity: diag.Error, Path: "handlers#",
		Message: "A module of the handlers failed while it was evaluated: " + f.Message,
	}
	if len(f.Frames) > 0 {
		at := f.Frames[0]
		d.Source = &diag.Source{File: at.File, Line: at.Line, Column: at.Column}
	}
	return d
}

// allHandlers are those of the program and those of the folder.
func (b *boot) allHandlers(a *App) map[string]content.Handler {
	if a.scripts == nil {
		return b.handlers
	}
	all := a.scripts.Functions()
	if b.HandlerFailed != nil {
		for key, call := range all {
			all[key] = told(b.HandlerFailed, call)
		}
	}
	maps.Copy(all, b.handlers)
	return all
}

// HandlerFiles has the file of each handler of the folder, by ref key; none where
// the program brings all of them.
func (a *App) HandlerFiles() map[string]string { return a.handlerFiles }

// told calls a handler, and tells of its failure.
func told(tell func(*script.Failure), handler content.Handler) content.Handler {
	return func(ctx context.Context, call *content.Call, input map[string]any) (any, error) {
		value, err := handler(ctx, call, input)
		if failure := script.FailureOf(err); failure != nil {
			tell(failure)
		}
		return value, err
	}
}
