package sitetest

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/mail/mailbox"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// scratch is a site that runs for one test.
type scratch struct {
	archive  *txtar.Archive
	files    *overlay
	dir      string // of its database and media
	app      *app.App
	client   transcript.Client
	captures map[string]string
	mail     *mailbox.Server
	upstream *upstream
	people   map[string]*person // by address
	keys     map[string]string  // secrets of API keys, by name and scopes
	owner    string             // the address of the first owner
	log      *log

	closers []func() error
}

// mailFrom sends the mail of a site that names nobody.
const mailFrom = "site@example.org"

// secret seals what the scratch site keeps, which nobody else sees.
var secret = strings.Repeat("-", 32)

// newScratch makes what a site needs before it can start. Close it, also after an
// error.
func newScratch(ctx context.Context, site app.Options, archive *txtar.Archive) (s *scratch, listener net.Listener, err error) {
	s = &scratch{archive: archive, people: map[string]*person{}, keys: map[string]string{}, log: newLog()}
	s.captures = map[string]string{"today": time.Now().UTC().Format(time.DateOnly)}
	if s.dir, err = os.MkdirTemp("", "quartet-test-"); err != nil {
		return s, nil, err
	}
	s.onClose(func() error { return os.RemoveAll(s.dir) })
	if s.mail, err = mailbox.Open(ctx); err != nil {
		return s, nil, err
	}
	s.onClose(func() error { s.mail.Close(); return nil })
	if listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0"); err != nil {
		return s, nil, err
	}
	s.client.Origin = "http://" + listener.Addr().String()
	s.client.As = s.as
	s.captures["origin"] = s.client.Origin
	if err = s.openUpstream(ctx); err == nil {
		s.files, err = newOverlay(folderOf(site), archive, s.captures)
	}
	if err != nil {
		err = errors.Join(err, listener.Close())
	}
	return s, listener, err
}

// folderOf is the folder of a site, or the one that the program has in it.
func folderOf(site app.Options) fs.FS {
	if site.FS != nil {
		return site.FS
	}
	return os.DirFS(cmp.Or(site.Dir, "."))
}

// options are those of the site, with everything of the machine left out.
func (s *scratch) options(site app.Options) app.Options {
	if site.FS == nil {
		site.Packages = cmp.Or(site.Dir, ".")
	}
	site.Dir, site.FS = s.dir, fs.FS(s.files)
	site.Database, site.Media, site.MustExist = "sqlite:test.db?synchronous=normal", "file:media", false // nobody keeps what is written
	site.Environment, site.MailFrom = s.environment, mailFrom
	site.Logger = slog.New(s.log.handler())
	site.Resolver = unreachable(site.Logger)
	if address, ok := strings.CutPrefix(s.captures["upstream"], "http://"); ok {
		site.AllowHosts = []string{address}
	}
	site.Development = &app.Development{Origin: s.client.Origin, Secret: secret}
	site.Observer, site.DeliveryObserver = nil, nil
	return site
}

// start opens the site and serves it.
func (s *scratch) start(ctx context.Context, site app.Options, listener net.Listener) error {
	site = s.options(site)
	opened, err := app.Open(ctx, site)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	s.app = opened
	s.log.started.Set(slog.LevelInfo)
	serving, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() { served <- app.Serve(serving, opened, site.Logger, listener) }()
	s.onClose(func() error {
		stop()
		return errors.Join(<-served, opened.Close())
	})
	read, _ := settings.Read(settings.Options{
		FS: s.files, Environment: s.environment, Pages: site.Pages,
		Development: &settings.Development{Origin: s.client.Origin, Secret: settings.Secret(secret)},
	})
	s.owner = cmp.Or(read.Auth.Owner.Email, address("owner"))
	return nil
}

// unreachable finds no name, so that a test does not depend on the network, and nobody
// hears from it. The log says why.
func unreachable(log *slog.Logger) *net.Resolver {
	err := errors.New("a test reaches no service but that of its section upstream")
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		log.Warn("a handler has called another service", "error", err)
		return nil, err
	}}
}

// environment is that of every test: the server of its mail, and nothing of the
// machine. Variables of a transcript stand in its file .env.
func (s *scratch) environment(name string) (string, bool) {
	if name == "MAIL_URL" {
		return s.mail.URL, true
	}
	return "", false
}

func (s *scratch) onClose(f func() error) { s.closers = append(s.closers, f) }

// close ends everything, the latest first.
func (s *scratch) close() (err error) {
	for _, each := range slices.Backward(s.closers) {
		err = errors.Join(err, each())
	}
	return err
}

// signsIn reports whether people of the transcript sign in by themselves. The owner
// has done so before them.
func signsIn(exchanges []*transcript.Exchange) bool {
	return slices.ContainsFunc(exchanges, func(e *transcript.Exchange) bool {
		return strings.HasPrefix(e.Target, "/api/auth/")
	})
}
