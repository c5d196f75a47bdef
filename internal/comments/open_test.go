package comments_test

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/mail"
	"github.com/quartet-dev/quartet/internal/mail/mailtest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const posts = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  schema: { type: object, properties: { title: { type: string }, body: { type: string } } }
`

// The people of the tests; nia has no name, and ray reads alone.
var (
	eve = person("eve", "editor")
	cle = person("cle", "contributor")
	nia = person("nia", "contributor")
	ray = content.Caller{User: &content.User{ID: "ray"}, Auth: &content.Auth{Credential: "session"}}
)

func person(id, role string) content.Caller {
	return content.Caller{User: &content.User{ID: id}, Staff: &content.Staff{ID: id, Role: role}, Auth: &content.Auth{Credential: "session"}}
}

// desk is a site whose staff comment on one post. The staff and the time can be changed.
type desk struct {
	*comments.Service
	t     *testing.T
	ctx   context.Context
	site  *content.Service
	store store.Store
	queue *queue.Queue
	post  *mailtest.Server
	at    comments.Place
	staff []comments.Member
	now   time.Time
}

// each runs a test on both databases.
func each(t *testing.T, test func(t *testing.T, d *desk)) {
	manifests := plantest.Seal(t, posts)
	t.Run("sqlite", func(t *testing.T) {
		s, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: manifests})
		if err != nil {
			t.Fatal(err)
		}
		test(t, openDesk(t, manifests, s))
	})
	t.Run("postgres", func(t *testing.T) {
		s, err := postgres.Open(t.Context(), postgres.Options{URL: postgrestest.URL(t), Plan: manifests})
		if err != nil {
			t.Fatal(err)
		}
		test(t, openDesk(t, manifests, s))
	})
}

func openDesk(t *testing.T, manifests *plan.Plan, s store.Store) *desk {
	d := &desk{t: t, ctx: context.Background(), store: s, post: mailtest.Open(t), now: time.Now().UTC().Truncate(time.Millisecond), staff: []comments.Member{
		{ID: "eve", Name: "Eve", Email: "eve@tea.example", Role: "editor"},
		{ID: "cle", Name: "Cleo", Email: "cle@tea.example", Role: "contributor"},
		{ID: "nia", Email: "nia@tea.example", Role: "contributor"},
	}}
	var err error
	if d.site, err = content.New(d.ctx, manifests, s, content.Options{Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return d.now }}); err != nil {
		t.Fatal(err)
	}
	letters, err := mail.Open(mail.Options{URL: d.post.URL, From: "desk@tea.example", Site: func() string { return "Tea" }, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	d.Service = comments.New(comments.Options{
		Content: d.site, Store: s.Comments(), Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return d.now },
		Staff: func(context.Context) ([]comments.Member, error) { return d.staff, nil },
		Mail: func(ctx context.Context, m comments.Mail) error {
			title, _ := m.Entry.Data["title"].(string)
			return letters.SendMention(ctx, mail.Mention{
				To: m.To, Locale: cmp.Or(m.Language, "en"), By: m.By, Title: title, Text: m.Text, Link: "https://tea.example/?comment=" + m.Comment,
			})
		},
		Wake: func() { d.queue.Wake() },
	})
	d.queue = queue.New(s.Outbox(), func(ctx context.Context, e *content.Deferred, _ string) error { return d.Deliver(ctx, e) },
		queue.Options{Log: slog.New(slog.DiscardHandler)})
	e, err := d.site.Create(d.ctx, eve, "posts", map[string]any{"title": "White tea"})
	d.wants(err, "", "")
	d.at = comments.Place{Collection: "posts", Entry: e.ID}
	t.Cleanup(func() {
		d.queue.Stop()
		letters.Close(context.Background())
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// wants holds an error against a code and a place; "" for none.
func (d *desk) wants(err error, code diag.Code, path string) {
	d.t.Helper()
	switch {
	case code == "" && err == nil:
	case code == "" || !diag.HasCode(err, code):
		d.t.Fatalf("%v (%v), want %q", err, errors.Unwrap(err), code)
	case path != "" && diag.As(err).Path != path:
		d.t.Fatalf("the fault is at %s, want %s", diag.As(err).Path, path)
	}
}

// say adds a comment that must succeed.
func (d *desk) say(by content.Caller, thread, text string) *comments.Comment {
	d.t.Helper()
	c, err := d.Add(d.ctx, by, d.at, comments.NewComment{Thread: thread, Text: text})
	d.wants(err, "", "")
	return c
}

// texts are the comments of the post as everybody reads them.
func (d *desk) texts() (texts []string) {
	d.t.Helper()
	all, err := d.List(d.ctx, cle, d.at)
	d.wants(err, "", "")
	for _, c := range all {
		texts = append(texts, c.Text)
	}
	return texts
}
