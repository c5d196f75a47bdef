package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/pages"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/script/bundle"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/site"
)

// manifestsFolder is the folder of a site that holds its manifests.
const manifestsFolder = "manifests"

// boot is a site on its way to a Service.
type boot struct {
	Options
	settings *settings.Settings
	handlers map[string]content.Handler
	mounts   []Route
	base     string         // where the program's own sign-in begins; "" for none
	faulty   bool           // the settings have errors, and do not tell which database is meant
	locales  []string       // that the site will have once it runs; nil: not known
	purposes []site.Purpose // of media, that the site will have once it runs
	set      *manifest.Set  // nil when the manifests cannot be read
	plan     *plan.Plan
	bundle   *bundle.Bundle // the handlers of the folder; nil for none
	pages    *pages.Site    // nil where the site has no pages
	problems diag.List
}

// newBoot begins with the options alone.
func newBoot(o Options) *boot { return &boot{Options: o.withDefaults()} }

// newBootOf begins with what the program brings to an App, too.
func newBootOf(a *App, o Options) *boot {
	b := newBoot(o)
	if b.Handlers != nil {
		b.handlers = b.Handlers(a)
	}
	if b.Mount != nil {
		b.mounts = b.Mount(a)
	}
	if b.SignIn != nil {
		b.base = b.SignIn.BasePath()
	}
	return b
}

// check reads and checks everything that needs no open database, and reports
// all of it together: what is broken in one place does not hide the rest
// (decision 58).
func (b *boot) check(ctx context.Context) error {
	if err := b.readSettings(); err != nil {
		return err
	}
	b.seal()
	if err := b.readStored(ctx); err != nil {
		return err
	}
	if b.set != nil {
		b.problems.Add(b.checkFacts()...)
	}
	if b.plan != nil {
		b.problems.Add(conflicts(b.mounts, b.plan, b.base, b.hasMedia())...)
		b.problems.Add(b.checkBasePath()...)
		b.problems.Add(b.checkPages()...)
		b.problems.Add(b.checkMedia()...)
		b.problems.Add(CheckInterface(b.plan, b.settings, diag.Boot)...)
		b.problems.Add(b.interfaceConflicts()...)
	}
	return b.failure()
}

func (b *boot) readSettings() error {
	development, err := b.development()
	if err != nil {
		return err
	}
	read, problems := settings.Read(settings.Options{
		FS: b.FS, Prefix: b.prefix, Phase: diag.Boot, Environment: b.Environment, Database: b.Database, Media: b.Media,
		Development: development, Pages: b.Pages,
	})
	read.Mail.From = cmp.Or(read.Mail.From, b.MailFrom)
	read.Handlers.AllowHosts = append(read.Handlers.AllowHosts, b.AllowHosts...)
	b.settings = read
	b.problems.Add(problems...)
	b.faulty = b.problems.HasErrors()
	return nil
}

// development is the settings of a site that has none, nil where it is served.
func (b *boot) development() (_ *settings.Development, err error) {
	if b.Development == nil {
		return nil, nil
	}
	secret := settings.Secret(b.Development.Secret)
	if secret == "" {
		if secret, err = settings.LocalSecret(b.Dir); err != nil {
			return nil, err
		}
	}
	return &settings.Development{Origin: b.Development.Origin, Secret: secret}, nil
}

// keepOrigin tells commands beside quartet dev where it is served.
func (b *boot) keepOrigin() {
	if b.Development == nil || b.Development.Secret != "" {
		return
	}
	if err := settings.KeepOrigin(b.Dir, b.settings.Auth.Origin); err != nil {
		b.Logger.Warn("could not keep the address of the site for owner-link", "error", err)
	}
}

func (b *boot) seal() {
	folder, err := fs.Sub(b.FS, manifestsFolder)
	if err != nil {
		b.problems.Add(diag.Internal(err))
		return
	}
	files, problems := manifest.ReadFS(folder, b.prefix+manifestsFolder+"/")
	b.problems.Add(problems...)
	if problems.HasErrors() {
		return
	}
	b.set, problems = manifest.Parse(files)
	b.problems.Add(problems...)
	b.plan, problems = plan.Seal(b.set, b.addresses()...)
	b.problems.Add(problems...)
}

// checkFacts runs the checks of the boot phase. The handlers of the folder matter
// where they are called.
func (b *boot) checkFacts() diag.List {
	facts := plan.Facts{Locales: b.locales, Dialect: b.settings.Database.Dialect}
	if b.withoutHandlers {
		return plan.CheckBoot(b.set, diag.Boot, facts)
	}
	facts.Handlers = slices.Collect(maps.Keys(b.handlers))
	problems := b.bundleHandlers(&facts)
	if b.HandlersElsewhere {
		facts.Handlers = nil
	}
	missing := plan.CheckBoot(b.set, diag.Boot, facts)
	if b.Development != nil && len(b.handlers) == 0 && !hasFolder(b.FS) {
		letHandlersMiss(missing)
	}
	return append(problems, missing...)
}

// letHandlersMiss makes a handler that is not there a warning. A site that has no handlers
// at all in development is that of a Go program which runs elsewhere; its manifests,
// Admin and pages can be worked on without it. A call of such a handler is
// HANDLER_NOT_REGISTERED.
func letHandlersMiss(problems diag.List) {
	for _, d := range problems {
		if d.Code == diag.HandlerNotRegistered {
			d.Severity = diag.Warning
		}
	}
}

// failure is a *BootValidationError when there is an error among the problems.
func (b *boot) failure() error {
	if !b.problems.HasErrors() {
		return nil
	}
	b.problems.Sort()
	return &BootValidationError{b.problems}
}

// refused collects the diagnostics of a database that cannot be brought in
// line; any other error stays what it is.
func (b *boot) refused(err error) error {
	var found diag.List
	if !errors.As(err, &found) {
		return err
	}
	b.problems.Add(found...)
	return b.failure()
}

// logBeside logs what was found at a start that failed for another reason, such
// as a database that cannot be opened.
func (b *boot) logBeside(err error) {
	if invalid := (*BootValidationError)(nil); err != nil && !errors.As(err, &invalid) {
		b.logProblems()
	}
}

func (b *boot) logProblems() {
	for _, d := range b.problems {
		level := slog.LevelWarn
		if d.Severity == diag.Error {
			level = slog.LevelError
		}
		with := []any{"code", string(d.Code), "path", d.Path}
		if d.Source != nil {
			with = append(with, "file", d.Source.File, "line", d.Source.Line)
		}
		b.Logger.Log(context.Background(), level, d.Message, with...)
	}
}

// warn logs what does not stop a start. The development server shows its problems
// by itself.
func (b *boot) warn() {
	if b.Development == nil {
		b.logProblems()
	}
	b.logIncomplete(b.Logger)
	if missing := b.cdn().Incomplete(); missing != "" {
		b.Logger.Warn("the CDN is not purged", "check", missing)
	}
}
