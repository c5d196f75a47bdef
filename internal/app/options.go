package app

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/script"
	"github.com/quartet-dev/quartet/page"
)

// Options say which site an App serves, and how. Their fields are those of
// quartet.Options, in the types of the packages that take them.
type Options struct {
	Dir       string
	FS        fs.FS
	Database  string
	Media     string
	MustExist bool

	// Environment looks a variable up; nil is os.LookupEnv. Tests of a site have one of
	// their own, so that they do not depend on the machine.
	Environment func(name string) (value string, ok bool)

	// MailFrom sends mail where the site names nobody; "" is nobody.
	MailFrom string

	// AllowHosts are private hosts that handlers of the folder may call, beside those of
	// the settings.
	AllowHosts []string

	// Resolver looks up the names that handlers of the folder call; nil is that of the
	// machine.
	Resolver *net.Resolver

	// Packages is the folder from which handlers of an FS find packages; "" where there
	// are none.
	Packages string

	// Handlers makes the functions behind the ref keys for the App that they run
	// in; nil for none. It is called once, before there is anything in the App.
	Handlers func(*App) map[string]content.Handler

	// HandlersElsewhere leaves out the check of handler keys and delivers no
	// deferred hook: another program may have the handlers. Those of the folder are
	// there nevertheless.
	HandlersElsewhere bool

	// HandlerFailed is told of each call of a handler of the folder that failed
	// without a diagnostic of its own; nil for nobody.
	HandlerFailed func(*script.Failure)

	// Mount makes the routes of the program's own for the App that they belong
	// to, as Handlers does; nil for none.
	Mount func(*App) []Route

	// Pages are what the program brings to the public pages; nil for nothing.
	Pages *page.Options

	PageOf           PageOf
	SignIn           SignIn
	Development      *Development
	NoBuiltins       bool
	Observer         httpx.Observer
	DeliveryObserver queue.Observer
	Logger           *slog.Logger

	withoutHandlers bool // nothing is called: handlers are not looked at

	onDisk bool   // the site is Dir, no fs.FS of the program
	prefix string // of file names in diagnostics
	public fs.FS  // the files of the site's public folder
}

// Route is a route of the program's own. Method "" is any method.
type Route struct {
	Method  string
	Path    string
	Handler http.Handler
}

// PageOf says where people read an entry; "" for nowhere.
type PageOf func(ctx context.Context, e *content.Entry) string

// Development makes sign-in work without any configuration.
type Development struct {
	Origin string    // where the program listens
	Secret string    // stands in for AUTH_SECRET; "" is one that is kept under Dir
	Mail   io.Writer // where mail is printed; nil where it is sent, as elsewhere
}

func (o Options) withDefaults() Options {
	if o.Dir == "" {
		o.Dir = "."
	}
	if o.FS == nil {
		o.FS, o.prefix, o.onDisk = os.DirFS(o.Dir), prefixOf(o.Dir), true
		o.public = rootedFS(filepath.Join(o.Dir, publicFolder))
	} else {
		o.public = subFS{o.FS, publicFolder}
	}
	if o.Environment == nil {
		o.Environment = os.LookupEnv
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o
}

// prefixOf comes before the names of the files in dir, so that diagnostics
// name them as the caller would.
func prefixOf(dir string) string {
	if dir = filepath.Clean(dir); dir == "." {
		return ""
	}
	return filepath.ToSlash(dir) + "/"
}
