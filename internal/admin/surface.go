package admin

import (
	"context"
	"net/http"
	"sync"

	"golang.org/x/time/rate"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/backup"
	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
	timed "github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/presence"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/releases"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/workspace"
	"github.com/quartet-dev/quartet/observe"
)

// Options are what the surface is made over. All but Warnings, Pages, PageOf,
// Previewer and Media are needed.
type Options struct {
	Content   *content.Service
	Site      *site.Live
	Queue     Queue
	AuditLog  audit.Store
	Directory Directory

	// Health reports how the service fares. With an error Hooks alone is missing.
	Health func(context.Context) (observe.Health, error)

	// Authenticate says who calls, with the role that the database has now. The
	// zero Caller is nobody. It may set cookies. An error is a diagnostic.
	Authenticate func(http.ResponseWriter, *http.Request) (content.Caller, error)

	// Recheck is Authenticate for what a page that was left open asks by itself: it
	// is no use of a session. nil is Authenticate.
	Recheck func(http.ResponseWriter, *http.Request) (content.Caller, error)

	// Comments are what staff say about entries; nil where they say nothing.
	Comments *comments.Service

	// Relay carries presence between the processes of the site; nil without others.
	Relay presence.Relay

	PublicOrigin string // without a slash at the end
	Capabilities wire.Capabilities
	Warnings     diag.List // what the start had to say about the manifests

	// Pages are the routes of the public pages, in the order in which they are
	// shown; nil without.
	Pages []wire.PageRoute

	// PageOf is the URL, or the path on the site, at which staff see an entry as
	// readers do; "" for nowhere. nil is nowhere for every entry.
	PageOf func(context.Context, *content.Entry) string

	// TimeZone is where the pages of the site tell times, by its IANA name; "" where the
	// settings do not say.
	TimeZone string

	// Previewer renders public pages before they are public; nil for a site without.
	Previewer Previewer

	// Media are the files of the site; nil where it takes no uploads.
	Media *media.Service

	Tools Tools

	// Unfurler reads the pages that links lead to.
	Unfurler Unfurler

	// Lists are those that staff have saved.
	Lists *workspace.Service

	// Moves are those of entries that are set for a time.
	Moves *timed.Service

	// Releases are the sets of entries that are published together.
	Releases *releases.Service

	// Backups are the copies of the site.
	Backups *backup.Service
}

// Queue is the deferred hooks, as package queue has them.
type Queue interface {
	List(ctx context.Context, q queue.Query) ([]queue.Item, error)
	Status(ctx context.Context) (observe.Hooks, error)
	Replay(ctx context.Context, event string) (int, error)

	// Wake tells whoever delivers that something is due again.
	Wake()
}

// Surface serves /admin/api. It is safe for concurrent use.
type Surface struct {
	Options
	mux         *http.ServeMux
	forgery     *http.CrossOriginProtection
	collections []wire.Collection          // but for translations
	byName      map[string]wire.Collection // every one
	views       map[string]*report
	operations  map[string]*operation
	console     func() wire.Console // but for what changes; made when first asked for
	spools      spools
	hub         *presence.Hub
	linked      *rate.Limiter // of pages that are read for the cards of links
}

// Close ends the answers that go on.
func (s *Surface) Close() { s.hub.Close() }

// New builds the surface for the plan of the content service. The error is that
// of a PublicOrigin that is none.
func New(o Options) (*Surface, error) {
	p := o.Content.Plan()
	s := &Surface{
		Options: o, mux: http.NewServeMux(), forgery: http.NewCrossOriginProtection(),
		views: reportsOf(p), operations: operationsOf(p), spools: newSpools(), linked: rate.NewLimiter(linkedAgain, linkedAtOnce),
	}
	if o.PublicOrigin != "" {
		if err := s.forgery.AddTrustedOrigin(o.PublicOrigin); err != nil {
			return nil, err
		}
	}
	if s.Recheck == nil {
		s.Recheck = s.Authenticate
	}
	s.Capabilities.PublicPages, s.Capabilities.Media = o.Previewer != nil, o.Media != nil
	s.collections, s.byName = describe(p, o.Previewer)
	s.console = sync.OnceValue(func() wire.Console { return consoleOf(p, o) })
	s.hub = presence.New(presence.Options{Entries: watched{o.Content}, Relay: o.Relay})
	s.mount()
	return s, nil
}
