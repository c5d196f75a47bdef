package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/site"
)

// Options are what the surface is made over. All but Warnings and PageOf are
// needed.
type Options struct {
	Content   *content.Service
	Site      *site.Live
	Queue     Queue
	Journal   audit.Store
	Directory Directory

	// Authenticate says who calls, with the role that the database has now. The
	// zero Caller is nobody. It may set cookies. An error is a diagnostic.
	Authenticate func(http.ResponseWriter, *http.Request) (content.Caller, error)

	PublicOrigin string // without a slash at the end
	Capabilities wire.Capabilities
	Warnings     diag.List // what the start had to say about the manifests

	// PageOf is the URL, or the path on the site, at which staff see an entry as
	// readers do; "" for nowhere. nil is nowhere for every entry.
	PageOf func(context.Context, *content.Entry) string
}

// Queue is the deferred hooks, as package queue has them.
type Queue interface {
	List(ctx context.Context, q queue.Query) ([]queue.Item, error)
	Depth(ctx context.Context) (pending, dead int, err error)
	Replay(ctx context.Context, event string) (int, error)

	// Wake tells whoever delivers that something is due again.
	Wake()
}

// Surface serves /admin/api. It is safe for concurrent use.
type Surface struct {
	Options
	forgery     *http.CrossOriginProtection
	collections []wire.Collection          // but for translations
	byName      map[string]wire.Collection // every one
	views       map[string]*report
	console     func() wire.Console // but for what changes; made when first asked for
	spools      spools
}

// New builds the surface for the plan of the content service. The error is that
// of a PublicOrigin that is none.
func New(o Options) (*Surface, error) {
	s := &Surface{Options: o, forgery: http.NewCrossOriginProtection(), views: map[string]*report{}, spools: newSpools()}
	if err := s.forgery.AddTrustedOrigin(o.PublicOrigin); err != nil {
		return nil, err
	}
	p := o.Content.Plan()
	s.collections, s.byName = describe(p)
	for _, v := range p.Views() {
		s.views[v.Name()] = newReport(v)
	}
	s.console = sync.OnceValue(func() wire.Console { return consoleOf(p, o.Warnings) })
	return s, nil
}

// request is one call of a route.
type request struct {
	*http.Request
	w      http.ResponseWriter
	caller content.Caller
	name   string // what the path has in the place of {…}
	query  query
	body   map[string]any // of a route that takes one
}

// ServeHTTP answers every path under /admin/api.
func (s *Surface) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	route, name, methods := find(r)
	switch {
	case methods == "":
		httpx.NotFound(w, r)
		return
	case route == nil:
		httpx.NotAllowed(w, r, methods)
		return
	}
	httpx.SetRoute(w, root+route.path)
	q := &request{Request: r.WithContext(audit.Through(r.Context(), audit.Admin)), w: w, name: name}
	answer, err := s.serve(q, route)
	if err == nil {
		err = q.answer(route, answer)
	}
	if err != nil {
		httpx.WriteRefusal(w, r, err, minimumRole(err))
	}
}

// serve admits the caller before anything of the request is read.
func (s *Surface) serve(q *request, route *route) (answer any, err error) {
	if q.caller, err = s.admit(q.w, q.Request, route.role); err != nil {
		return nil, err
	}
	if q.query, err = readQuery(q.URL.RawQuery); err != nil {
		return nil, err
	}
	if q.Method != http.MethodGet && q.Method != http.MethodHead {
		body, release, err := httpx.ReadObject(q.w, q.Request)
		defer release()
		if err != nil {
			return nil, err
		}
		q.body = body
	}
	return route.serve(s, q)
}

// sent is the answer of a route that has written it already.
type sent struct{}

func (q *request) answer(route *route, answer any) error {
	var body bytes.Buffer
	switch text := answer.(type) {
	case sent:
		return nil
	case json.RawMessage:
		httpx.WriteJSON(q.w, http.StatusOK, text)
		return nil
	}
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		return diag.Internal(err)
	}
	status := http.StatusOK
	if route.creates {
		status = http.StatusCreated
	}
	httpx.WriteJSON(q.w, status, bytes.TrimSuffix(body.Bytes(), []byte("\n")))
	return nil
}
