package dev

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/admin/shell"
	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/look"
	"github.com/quartet-dev/quartet/internal/loopback"
	"github.com/quartet-dev/quartet/internal/mcp/connect"
	"github.com/quartet-dev/quartet/internal/seed"
	siteconfig "github.com/quartet-dev/quartet/internal/site"
)

// Options say what to serve and where. Report is called, by one goroutine at a
// time, with everything that a person at the terminal should see.
type Options struct {
	Site   app.Options // Development is the server's to say, and a Logger is needed
	Addr   string      // host:port; the host must be loopback
	Report func(Report)
	Failed func(Failure) // is told when a handler of the folder fails, by many goroutines; nil for nobody
	Mail   io.Writer     // where mail is printed
	Admin  string        // the Vite server on loopback that has the Admin application; "" for the one built in

	Wrap func(http.Handler) http.Handler // goes around what the site answers; nil for nothing
}

// Report is what happened on one attempt to load the site.
type Report struct {
	URL      string            // where the server listens
	Landing  string            // the page that lists what the site offers
	Connect  string            // how to connect an agent, beside SignIn
	SignIn   string            // on the first load of a site that serves: a link that signs in an owner, once
	Owner    string            // whom it signs in
	Site     siteconfig.Config // of the version that answers
	First    bool              // the first attempt
	Serving  bool              // some version answers
	Stale    bool              // it is an older one, because this attempt failed
	Seeded   seed.Report       // when seeds were loaded
	Problems diag.List         // of this attempt
	Took     time.Duration
}

// Run serves the site until ctx ends. A site that is broken is no error: the
// page at / shows what is wrong until it is mended.
func Run(ctx context.Context, o Options) error {
	listeners, err := listen(o.Addr)
	if err != nil {
		return err
	}
	s := &server{
		Options: o, live: newLive(), id: rand.Text(), stopped: ctx.Done(), fonts: shell.Fonts(),
		url: "http://localhost:" + strconv.Itoa(portOf(listeners[0])),
	}
	if s.admin, err = application(ctx, o.Admin); err != nil {
		return errors.Join(err, closeAll(listeners))
	}
	s.site = s.public(http.HandlerFunc(s.forward))
	if o.Wrap != nil {
		s.site = o.Wrap(s.site)
	}
	defer s.live.close()
	files, err := watch(o.Site.Dir) // before the first look at them, so that no change is missed
	if err != nil {
		return errors.Join(err, closeAll(listeners))
	}
	defer files.Close()
	s.load(ctx, change{})
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { files.follow(ctx, func(c change) { s.load(ctx, c) }); return nil })
	group.Go(func() error { return app.Serve(ctx, s, o.Site.Logger, listeners...) })
	return group.Wait()
}

type server struct {
	Options
	site      http.Handler // forward, and what goes around it
	admin     http.Handler // nil for the application that the site has built in
	fonts     http.Handler
	live      *live
	failures  failures
	url       string
	id        string // of this run
	linkGiven bool   // a link to sign in was given out
	seedsDue  bool   // seeds were changed or refused since they were last loaded
	stopped   <-chan struct{}
}

// load tries to bring the files as they are now in front.
func (s *server) load(ctx context.Context, c change) {
	began := time.Now()
	report := Report{URL: s.url, Landing: s.url + root + "/"}
	options := s.Site
	options.Development = &app.Development{Origin: s.url, Mail: s.Mail}
	options.HandlerFailed = s.failed
	if err := keepModule(options.Dir); err != nil {
		options.Logger.Warn("the generated module of the site was not brought up to date", "error", err)
	}
	s.failures.clear()
	s.seedsDue = s.seedsDue || c.seeds // and stay so while the site cannot start
	opened, err := app.Open(ctx, options)
	if err != nil {
		report.Problems = problemsOf(err)
		s.live.keep(report.Problems)
	} else {
		report.Seeded, err = s.seed(ctx, opened)
		report.Problems = append(append(problemsOf(err), report.Seeded.Warnings...), warningsOf(ctx, opened)...)
		report.Problems.Sort()
		s.live.replace(opened, report.Problems)
	}
	version, now, done := s.live.use()
	defer done()
	report.First, report.Serving, report.Stale = now.number == 1, version != nil, now.stale
	if report.Serving {
		report.Site = *version.Site().Config()
		if link := s.signInLink(ctx, version.App); link != nil {
			report.SignIn, report.Owner, report.Connect = link.URL, link.Email, connect.Hint(s.url)
		}
	}
	report.Took = time.Since(began)
	s.Report(report)
}

// firstLinkLifetime is how long the link that is printed is good for.
const firstLinkLifetime = 12 * time.Hour

// signInLink gives a link that signs in an owner, once a run; nil afterwards.
func (s *server) signInLink(ctx context.Context, opened *app.App) *app.OwnerLink {
	if s.linkGiven {
		return nil
	}
	link, err := opened.OwnerLink(ctx, firstLinkLifetime)
	s.linkGiven = err == nil
	if diag.HasCode(err, diag.AuthDenied) { // else sign-in is configured, and not completely; the log says so
		s.Site.Logger.Warn("no link signs in the owner", "check", diag.As(err).Message)
	}
	return link
}

// seed loads the seed folder into a database without an entry, whenever the folder was
// changed, and until none of it is refused. Documents are loaded once each (decision 6).
func (s *server) seed(ctx context.Context, opened *app.App) (seed.Report, error) {
	if empty, err := opened.Empty(ctx); err != nil || !empty && !s.seedsDue {
		return seed.Report{}, err
	}
	report, err := opened.Seed(ctx, nil)
	s.seedsDue = err != nil
	return report, err
}

// warningsOf are those of the start, and of statements that the database refuses.
func warningsOf(ctx context.Context, opened *app.App) diag.List {
	return append(slices.Clone(opened.Warnings()), app.CheckStatements(ctx, opened.Plan())...)
}

// problemsOf gives the diagnostics of an error. One without any, such as a
// folder that cannot be watched, is shown as it is: the developer is its only
// reader.
func problemsOf(err error) diag.List {
	if err == nil {
		return nil
	}
	if list := app.DiagnosticsOf(err); list != nil {
		return list
	}
	d := diag.Internal(err)
	d.Message = fmt.Sprintf("The site cannot be served: %v.", err)
	return diag.List{d}
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case !isOwnName(r.Host):
		s.refuse(w, r, diag.At(diag.NotFound, "", "The development server answers to localhost alone."))
	case httpx.Under(root, r.URL.Path):
		s.own(w, r)
	case strings.HasPrefix(r.URL.Path, look.Read().Fonts): // of the landing page, before there is a site
		s.fonts.ServeHTTP(w, r)
	case s.admin != nil && shell.Serves(r.URL.Path):
		s.admin.ServeHTTP(w, r)
	case r.URL.Path == "/" && reads(r) && !s.hasHome():
		s.page(w, r, http.StatusOK)
	default:
		s.site.ServeHTTP(w, r)
	}
}

// hasHome reports whether / is the site's to answer.
func (s *server) hasHome() bool {
	version, _, done := s.live.use()
	defer done()
	return version != nil && version.HasHome()
}

// forward hands the request to the version that answers now.
func (s *server) forward(w http.ResponseWriter, r *http.Request) {
	version, _, done := s.live.use()
	defer done()
	switch {
	case version != nil:
		version.ServeHTTP(w, r)
	case reads(r) && !httpx.Reserved(r.URL.Path) && wantsPage(r):
		s.page(w, r, http.StatusServiceUnavailable)
	default:
		s.refuse(w, r, diag.At(diag.ResourceUnavailable, "", "The site cannot start yet; the page at / says why."))
	}
}

// refuse answers in the service's stead, in the same form.
func (s *server) refuse(w http.ResponseWriter, r *http.Request, why *diag.Diagnostic) {
	fail := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { httpx.WriteFailure(w, r, why) })
	(&httpx.Frame{Next: fail, Log: s.Site.Logger}).ServeHTTP(w, r)
}

// isOwnName reports whether host is one that a browser on this machine sends. Any other
// name was made to resolve to loopback by somebody else (DNS rebinding).
func isOwnName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	return loopback.IsHost(host) || strings.HasSuffix(host, ".localhost")
}
