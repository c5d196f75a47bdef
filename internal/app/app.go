package app

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/backup"
	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/look"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/pages"
	"github.com/quartet-dev/quartet/internal/pages/purge"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/releases"
	"github.com/quartet-dev/quartet/internal/script"
	"github.com/quartet-dev/quartet/internal/script/fetch"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/observe"
)

// App is a running site. It is safe for concurrent use.
type App struct {
	folder      fs.FS
	prefix      string
	plan        *plan.Plan
	store       store.Store
	live        *site.Live
	look        look.Tokens
	content     *content.Service
	queue       *queue.Queue
	purger      *purge.Purger
	since       time.Time
	signIn      signIn
	home        bool // somebody answers at /
	static      *httpx.Static
	publicFiles fs.FS
	media       *media.Service // nil where the site takes no uploads
	pages       *pages.Pages   // nil where the site has none
	backups     *backup.Service
	moves       *moves.Service
	releases    *releases.Service
	bin         *binSweep
	remarks     *comments.Service
	mail        mailer          // nil where none is configured
	scripts     *script.Scripts // nil where the folder has no handlers
	outside     *fetch.Client   // what they reach other services with; nil without them
	web         *fetch.Client   // what the pages of links are read with; nil without staff

	log          *slog.Logger
	mailLimits   *auth.StoredCounter
	handlerFiles map[string]string

	warnings diag.List   // of the start
	leaving  atomic.Bool // the readiness probe says so

	sweeping sweeping // of comments
	surfaces surfaces
	handler  http.Handler
}

// Open reads a site, checks all of it, brings the database in line, begins to
// deliver deferred hooks and returns an App that is ready to answer. What is
// wrong with the site is a *BootValidationError that holds every diagnostic; a
// database that cannot be used now is RESOURCE_UNAVAILABLE, one of a newer
// program DATABASE_NEWER. When Open fails, nothing is left open and no stored
// row was changed.
func Open(ctx context.Context, o Options) (_ *App, err error) {
	a := &App{since: time.Now()}
	b := newBootOf(a, o)
	defer func() { b.logBeside(err) }()
	if err := b.check(ctx); err != nil {
		return nil, err
	}
	if a.scripts, err = b.openScripts(ctx, a); err != nil {
		return nil, err
	}
	if a.store, err = b.openDatabase(ctx); err != nil {
		a.closeScripts()
		return nil, b.refused(err)
	}
	if err := b.assemble(ctx, a); err != nil {
		a.closeScripts()
		a.closeMail()
		_ = a.store.Close() // err says why
		return nil, err
	}
	b.warn()
	b.logRelative(a)
	b.keepOrigin()
	a.warnings = b.problems
	if !b.HandlersElsewhere {
		b.start(ctx, a)
	}
	return a, nil
}

func (b *boot) assemble(ctx context.Context, a *App) (err error) {
	if b.bundle != nil {
		a.handlerFiles = b.bundle.Files
	}
	a.folder, a.prefix, a.plan, a.home, a.log = b.FS, b.prefix, b.plan, b.hasHome(), b.Logger
	a.look = look.Of(b.settings.Site.AccentColor)
	if a.live, err = b.configure(ctx, a); err != nil {
		return err
	}
	a.content, err = content.New(ctx, b.plan, a.store, content.Options{
		Handlers:   b.allHandlers(a),
		Locales:    a.locales,
		NoBuiltins: b.NoBuiltins,
		CheckRows:  b.Development != nil,
		Bin:        b.settings.Bin.Kept(),
		Purge:      b.hasCDN(),
		Deferred:   func() { a.queue.Wake() },
		Log:        b.Logger,
	})
	if err != nil {
		return err
	}
	if err := b.openMedia(ctx, a); err != nil {
		return err
	}
	if err := b.openBackups(a); err != nil {
		return err
	}
	a.moves = b.scheduledMoves(a)
	a.releases = releasesOf(a)
	a.bin = newBinSweep(a.content, b.Logger)
	a.purger = b.purger(a.store.Outbox())
	a.queue = queue.New(a.store.Outbox(), a.deliver, queue.Options{Log: b.Logger, Observer: b.DeliveryObserver})
	if err := b.openMail(a); err != nil {
		return err
	}
	if a.signIn, err = b.signIn(a); err != nil {
		return err
	}
	a.static, a.publicFiles = httpx.NewStatic(b.public), b.public
	b.openPages(a)
	if a.surfaces, err = b.surfaces(a); err != nil {
		return err
	}
	a.handler = &httpx.Frame{
		Next: a.surfaces,
		Log:  b.Logger, CacheScope: b.settings.CacheScope, Observer: b.Observer,
		Proxies: b.settings.TrustedProxies,
	}
	return nil
}

// ServeHTTP answers a request to any surface of the site.
func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Plan is the site's manifests, sealed.
func (a *App) Plan() *plan.Plan { return a.plan }

// Warnings are what was found at the start and did not stop it.
func (a *App) Warnings() diag.List { return a.warnings }

// Content is what the service does, for calls in process.
func (a *App) Content() *content.Service { return a.content }

// Site is the site's configuration as the database has it.
func (a *App) Site() *site.Live { return a.live }

// Look is that of the service's own pages, in the color of the site.
func (a *App) Look() look.Tokens { return a.look }

// HasHome reports whether the site has a page at /: its own home, or a route of
// the program.
func (a *App) HasHome() bool { return a.home }

// Health reports how the service fares. Where the database cannot be asked, the
// error says so, and Hooks alone is missing.
func (a *App) Health(ctx context.Context) (report observe.Health, err error) {
	report = observe.Health{Since: a.since, Database: a.store.Health(), Deliveries: a.queue.Deliveries()}
	if report.Hooks, err = a.store.Outbox().Status(ctx); err == nil {
		report.Backups, err = a.backups.Health(ctx)
	}
	return report, err
}

// Leave has the readiness probe answer 503, so that a balancer sends no more requests.
// Those that come are answered as before.
func (a *App) Leave() { a.leaving.Store(true) }

// Close stops the deferred hooks, which have ten seconds to finish, and lets go
// of the database after the writes that it was handed are done. Stop serving
// first: calls that come later fail with RESOURCE_UNAVAILABLE.
func (a *App) Close() error {
	a.moves.Close()
	a.bin.close()
	a.queue.Stop()
	a.closeScripts()
	a.surfaces.close()
	a.closeMail()
	a.backups.Close()
	a.sweeping.close()
	if a.media != nil {
		a.media.Close()
	}
	if a.pages != nil {
		a.pages.Close()
	}
	if a.web != nil {
		a.web.Close()
	}
	return a.store.Close()
}

func (a *App) closeScripts() {
	if a.scripts != nil {
		a.scripts.Close()
	}
	if a.outside != nil {
		a.outside.Close()
	}
}
