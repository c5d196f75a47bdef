package quartet

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/page"
)

// Options say which site a Service serves, and how. The zero value serves the
// site folder in the working directory.
type Options struct {
	// Dir is the site folder; default the working directory. Database files
	// with a relative path lie in it.
	Dir string

	// FS is the site folder as a file system, such as an embedded one: its
	// quartet.yaml, .env, manifests, seed, templates and public are read instead of Dir's.
	// Its files must be able to seek.
	FS fs.FS

	// Database is a database URL, such as sqlite:data.db, that wins over
	// DATABASE_URL and quartet.yaml.
	Database string

	// MustExist refuses to make a database: Open fails with DATABASE_MISSING
	// where there is none, as when its volume is not mounted.
	MustExist bool

	// Handlers are the functions behind the ref keys of the manifests. They come
	// before those in the folder handlers of the site. A key that neither has fails
	// Open with HANDLER_NOT_REGISTERED.
	Handlers Handlers

	// Env is what handlers find in Context.Env: the program's own clients,
	// settings and secrets.
	Env any

	// Mount adds routes of the program's own. One that conflicts with a reserved
	// path, a manifest's route or another one fails Open with ROUTE_CONFLICT.
	Mount []Route

	// Routes makes more such routes, of handlers that need the Service that they
	// belong to; nil for none. It is called before the Service is whole and must not
	// use it yet: once for each that is opened, and by Changes and Migrate, which
	// check the routes of one that they do not open.
	Routes func(*Service) []Route

	// Pages are the program's part in the public pages; nil for none. Without it and
	// without routes in quartet.yaml there are no pages.
	Pages *page.Options

	// PublicPath says where entries without such a page are read, so that the Admin
	// application can lead there; nil where it leads nowhere.
	PublicPath PublicPath

	// SignIn is sign-in of the program's own, in the place of the service's; nil
	// for the service's.
	SignIn SignIn

	// Development makes sign-in work without configuration, for work on a
	// site; nil where it is served.
	Development *Development

	// NoBuiltins leaves out the builtin dispatcher: Procedures with a builtin
	// handler answer HANDLER_BUILTIN_NOT_IN_V010.
	NoBuiltins bool

	// Observer is told of every request, for metrics; nil for nobody.
	Observer Observer

	// DeliveryObserver is told of every try of a deferred hook, for traces, or nil.
	DeliveryObserver DeliveryObserver

	// Logger gets what the service has to say; default slog.Default().
	Logger *slog.Logger
}

// Route is a route of the program's own, beside the service's. Path is a
// pattern of http.ServeMux without a method or host, such as
// /webhooks/{source}; Method "" is any method.
type Route struct {
	Method  string
	Path    string
	Handler http.Handler
}

// PublicPath says where people read an entry: at a path of the site, such as
// /en/posts/water, or at an http or https URL; "" for nowhere. A draft may still
// lack the properties that its Schema requires. It is asked whenever staff open
// or change an entry, by many goroutines, and a panic is taken for "".
//
// Who edits an entry that is not published is led to the same place with the
// parameter preview=1. What is there shows it to staff alone (contract, Public
// page routes): 401 without a session, 403 without a role; Service.Caller says
// who asks.
type PublicPath func(ctx context.Context, entry *Entry) string

// app are the same options for the packages below.
func (o Options) app() app.Options {
	return o.within(func(a *app.App) *Service { return &Service{a} })
}

// within are those whose handlers and routes belong to the Service of an App.
func (o Options) within(service func(*app.App) *Service) app.Options {
	below := app.Options{
		Dir: o.Dir, FS: o.FS, Database: o.Database, MustExist: o.MustExist,
		Handlers: func(a *app.App) map[string]content.Handler { return service(a).handlers(o.Handlers, o.Env) },
		Pages:    o.Pages, PageOf: o.PublicPath.below(), SignIn: signInBelow(o.SignIn),
		Development: (*app.Development)(o.Development), NoBuiltins: o.NoBuiltins, Observer: o.Observer, DeliveryObserver: o.DeliveryObserver, Logger: o.Logger,
	}
	below.Mount = func(a *app.App) (routes []app.Route) {
		all := o.Mount
		if o.Routes != nil {
			all = slices.Concat(all, o.Routes(service(a)))
		}
		for _, route := range all {
			routes = append(routes, app.Route(route))
		}
		return routes
	}
	return below
}

func (p PublicPath) below() app.PageOf {
	if p == nil {
		return nil
	}
	return func(ctx context.Context, e *content.Entry) string { return p(ctx, entryOf(e)) }
}
