package admin_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/admin"
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/backup"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/mcp"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/pages/player"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/releases"
	"github.com/quartet-dev/quartet/internal/script/fetch"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/unfurl"
	"github.com/quartet-dev/quartet/internal/workspace"
	"github.com/quartet-dev/quartet/observe"
)

// service is the Admin API of a site, behind a real listener and over a
// database file of its own.
type service struct {
	t       testing.TB
	content *content.Service
	store   *sqlite.Store
	file    string // of the store
	copies  string // the folder of its copies
	handler http.Handler
	address string
	now     *clock
	set     *moves.Service
}

// clock is one hour further whenever it is asked, so that every row has a time
// of its own.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Minute)
	return c.now
}

const origin = "https://tea.example"

func open(t testing.TB, manifests string) *service {
	t.Helper()
	return openKeeping(t, manifests, filepath.Join(t.TempDir(), "site.db"), audit.RetainAll)
}

// openKeeping is open with bounds of the history.
func openKeeping(t testing.TB, manifests, file string, keep audit.Retention) *service {
	t.Helper()
	ctx, p := context.Background(), plantest.Seal(t, manifests)
	quiet := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(ctx, sqlite.Options{Path: file, Plan: p, Log: quiet, StatementTimeout: time.Hour, Retention: &keep})
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	s := &service{t: t, store: store, file: file, now: &clock{now: time.UnixMilli(1_700_000_000_000)}}
	s.content, err = content.New(ctx, p, store, content.Options{
		Now: s.now.Now, Log: quiet, Handlers: handlers, Bin: 30 * 24 * time.Hour,
		Locales: func(context.Context) ([]string, error) { return []string{"en", "zh-TW"}, nil },
	})
	must(t, err)
	_, err = site.Seed(ctx, store, site.Defaults{Locales: []string{"en", "zh-TW"}})
	must(t, err)
	s.handler = s.serve(nil)
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	s.address = server.URL
	return s
}

// serve makes a surface over the database, as each process has its own.
func (s *service) serve(pageOf func(context.Context, *content.Entry) string) http.Handler {
	return s.serveWith(pageOf, postPages{})
}

func (s *service) serveWith(pageOf func(context.Context, *content.Entry) string, previewer admin.Previewer) http.Handler {
	s.t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	live, err := site.NewLive(context.Background(), s.store, quiet)
	must(s.t, err)
	surface, err := admin.New(admin.Options{
		TimeZone: "Asia/Taipei",
		Content:  s.content, Site: live, Queue: hooks{s.store.Outbox()}, AuditLog: s.store, Directory: &people{}, Health: s.health,
		Authenticate: authenticate, PublicOrigin: origin, Capabilities: wire.Capabilities{Invitations: true}, PageOf: pageOf,
		Pages: pages, Previewer: previewer, Tools: mcp.New(mcp.Options{Service: s.content, Site: live.Config, Origin: origin, Log: quiet}),
		Unfurler: unfurl.New(fetch.New(fetch.Options{AllowHosts: []string{"127.0.0.1"}})),
		Backups:  s.backups(), Moves: s.moves(), Releases: s.releases(), Lists: &workspace.Service{Store: s.store.Lists(), Now: time.Now},
		Comments: comments.New(comments.Options{Content: s.content, Store: s.store.Comments(), Staff: s.staff, Mail: s.mail}),
	})
	must(s.t, err)
	s.t.Cleanup(surface.Close)
	return &httpx.Frame{Next: surface, Log: quiet}
}

// moves are made when Look is called; who sets them has the role that they had then.
func (s *service) moves() *moves.Service {
	if s.set == nil {
		s.set = moves.New(moves.Options{
			Store: s.store.Moves(), Content: s.content, Versions: s.store, Log: slog.New(slog.DiscardHandler), Now: s.now.Now,
			Person: func(context.Context, string) (moves.Person, bool, error) { return moves.Person{}, false, nil },
		})
	}
	return s.set
}

// releases are published by hand, and at a time by those moves.
func (s *service) releases() *releases.Service {
	return releases.New(releases.Options{Store: s.store.Releases(), Content: s.content, Moves: s.moves(), Now: s.now.Now})
}

// staff are those who can be mentioned.
func (s *service) staff(context.Context) ([]comments.Member, error) {
	return []comments.Member{
		{ID: "ada", Name: "Ada", Email: "ada@tea.example", Role: "owner"}, {ID: "bo", Name: "Bo Lind", Email: "bo@tea.example", Role: "editor"},
		{ID: "eva", Name: "Eva", Email: "eva@tea.example", Role: "contributor"}, {ID: "nameless", Email: "nameless@tea.example", Role: "contributor"},
	}, nil
}

// mail is never sent: nobody delivers events here.
func (*service) mail(context.Context, comments.Mail) error { return nil }

// backups keeps copies of the site in a folder of the test.
func (s *service) backups() *backup.Service {
	if s.copies == "" {
		s.copies = s.t.TempDir()
	}
	made := backup.New(backup.Options{
		Site: backup.Site{Database: sqlite.Database{Path: s.file}, Dialect: "sqlite"}, Place: copies.Folder(s.copies),
		Every: time.Hour, Keep: copies.Keep{Last: 3}, Store: s.store.Backups(), Log: slog.New(slog.DiscardHandler),
	})
	s.t.Cleanup(made.Close)
	return made
}

// postPages are public pages of posts and their translations that show their fields as
// they are given.
type postPages struct{}

func (postPages) Shows(s *plan.Schema) bool { return s.Name() == "posts" || s.Name() == "post-texts" }

func (postPages) Policy() string {
	return "default-src 'self'; script-src 'self' https://ads.example; style-src 'self'; img-src 'self' https:; connect-src https://ads.example"
}

func (postPages) Players() []player.Form {
	return []player.Form{{Host: "Vimeo", Pattern: `^https://vimeo\.com/[0-9]+$`}}
}

func (postPages) Preview(_ context.Context, e *content.Entry, locale string) (admin.PagePreview, error) {
	if e.Data["title"] == "broken" {
		return admin.PagePreview{}, diag.At(diag.InternalError, "", "post.html:3: the template met a fault.")
	}
	text := fmt.Sprintf("<html lang=%q><title>%v</title>%s %s %v\n", locale, e.Data["title"], e.Collection, e.Status, e.Data)
	return admin.PagePreview{HTML: []byte(text), Path: "/" + cmp.Or(locale, "en") + "/posts/x"}, nil
}

// pages are some routes of public pages.
var pages = []wire.PageRoute{
	{
		Method: "GET", Path: "/:locale/posts/:slug", Kind: "entry", Collection: text("posts"), Template: text("post.html"),
		Locales: []string{"en", "zh-TW"}, Cache: "public, max-age=0, s-maxage=300",
	},
	{Method: "GET", Path: "/robots.txt", Kind: "robots", Locales: []string{}, Cache: "public, max-age=0, s-maxage=300"},
}

func text(s string) *string { return &s }

// health is the condition of a service without a queue.
func (s *service) health(ctx context.Context) (observe.Health, error) {
	stored, err := s.store.Outbox().Status(ctx)
	return observe.Health{Since: s.now.Now(), Hooks: stored, Database: s.store.Health()}, err
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err, diag.As(err).Unwrap())
	}
}

// handlers are the functions behind the ref keys of the tests' sites.
var handlers = map[string]content.Handler{
	"fail": func(context.Context, *content.Call, map[string]any) (any, error) {
		return nil, diag.At(diag.EntitlementRequired, "", "No.")
	},
	"shout": func(_ context.Context, _ *content.Call, input map[string]any) (any, error) {
		word, _ := input["word"].(string)
		return map[string]any{"word": strings.ToUpper(word), "length": 1.5}, nil
	},
}

type hooks struct{ queue.Store }

func (hooks) Wake() {}

// signedOut are those, as As says them, who have signed out.
var signedOut sync.Map

// authenticate reads who calls from the header As: a role and an id, such as
// "editor eve"; "user ulla"; "key k1". A wrong one is refused.
func authenticate(_ http.ResponseWriter, r *http.Request) (content.Caller, error) {
	words := strings.Fields(r.Header.Get("As"))
	if _, gone := signedOut.Load(r.Header.Get("As")); gone || len(words) == 0 {
		return content.Caller{}, nil
	}
	caller := content.Caller{Auth: &content.Auth{Credential: "session", CredentialID: "s-" + words[1]}}
	switch words[0] {
	case "key":
		return content.Caller{Auth: &content.Auth{Credential: "api-key", CredentialID: words[1]}}, nil
	case "broken":
		return content.Caller{}, diag.At(diag.Unauthenticated, "input#", "The credential that was sent is not valid.")
	}
	caller.User = &content.User{ID: words[1]}
	if words[0] != "user" {
		caller.Staff = &content.Staff{ID: words[1], Role: words[0]}
	}
	return caller, nil
}

// people is a Directory in memory, in place of that of package auth.
type people struct {
	mu      sync.Mutex
	roles   map[string]string
	invited []admin.StaffUser
}

func (p *people) Profile(_ context.Context, id string) (admin.Profile, error) {
	switch id {
	case "mei":
		return admin.Profile{Name: "Mei", Member: true}, nil
	case "gone":
		return admin.Profile{}, diag.At(diag.NotFound, "", "There is no such user.")
	case "nameless":
		return admin.Profile{Email: id + "@tea.example"}, nil
	}
	return admin.Profile{Name: strings.ToUpper(id[:1]) + id[1:], Email: id + "@tea.example", Login: id}, nil
}

func (p *people) Staff(context.Context) ([]admin.StaffUser, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	users := []admin.StaffUser{{ID: "ada", Role: cmp.Or(p.roles["ada"], "owner"), Profile: admin.Profile{Name: "Ada", Email: "ada@tea.example"}, CreatedAt: 1}}
	return append(users, p.invited...), nil
}

func (p *people) SetRole(_ context.Context, by audit.Actor, id, role string) error {
	switch {
	case by.ID == id:
		return diag.At(diag.Conflict, "", "Nobody changes their own role.")
	case id == "none":
		return diag.At(diag.NotFound, "", "There is no such user.")
	case role != "" && !slices.Contains([]string{"owner", "editor", "contributor"}, role):
		return diag.At(diag.InputValidationFailed, "input#/role", "This is not a staff role.")
	}
	return nil
}

func (p *people) Invite(_ context.Context, _ audit.Actor, email, role string) (admin.Invitation, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.invited = append(p.invited, admin.StaffUser{ID: "i1", Role: role, Invited: true, Profile: admin.Profile{Email: email}, CreatedAt: 2})
	return admin.Invitation{ID: "i1", Email: email, Role: role, ExpiresAt: 3}, true, nil
}

func (p *people) DeleteInvitation(_ context.Context, _ audit.Actor, id string) error {
	if id != "i1" {
		return diag.At(diag.NotFound, "", "There is no such invitation.")
	}
	return nil
}

func (p *people) Members(_ context.Context, search string, behind admin.Cursor, limit int) ([]admin.Member, *admin.Cursor, error) {
	all := []admin.Member{{ID: "m3", Name: "Mia", CreatedAt: 3, SeenAt: 9}, {ID: "m2", Name: "Max", CreatedAt: 2}, {ID: "m1", Name: "Ben", CreatedAt: 1, EmailVerified: true}}
	all = slices.DeleteFunc(all, func(m admin.Member) bool {
		return !strings.Contains(m.Name, search) || behind.ID != "" && m.ID >= behind.ID
	})
	if len(all) <= limit {
		return all, nil, nil
	}
	last := all[limit-1]
	return all[:limit], &admin.Cursor{At: last.CreatedAt, ID: last.ID}, nil
}

// answer is what a request got.
type answer struct {
	status int
	header http.Header
	body   string
}

func (s *service) do(method, target, as, body string, header ...[2]string) answer {
	s.t.Helper()
	request, err := http.NewRequest(method, s.address, strings.NewReader(body))
	must(s.t, err)
	// Opaque keeps the target on the wire as it is written.
	request.URL.Path, request.URL.RawQuery, _ = strings.Cut(target, "?")
	request.URL.Opaque = request.URL.Path
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("As", as)
	for _, h := range header {
		request.Header.Set(h[0], h[1])
	}
	response, err := http.DefaultClient.Do(request)
	must(s.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(s.t, err)
	return answer{response.StatusCode, response.Header, string(text)}
}
