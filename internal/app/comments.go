package app

import (
	"cmp"
	"context"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/admin"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/mail"
)

// openComments makes what keeps the comments of staff.
func (b *boot) openComments(a *App, users admin.Directory) {
	o := comments.Options{
		Content: a.content, Store: a.store.Comments(), Staff: staffOf(users), Log: b.Logger, Wake: func() { a.queue.Wake() },
	}
	if a.mail != nil {
		o.Mail = mention{a, b.settings.Auth.Origin}.send
	}
	a.remarks = comments.New(o)
}

// staffOf lists who has a role; nobody where the program keeps its users itself.
func staffOf(users admin.Directory) func(context.Context) ([]comments.Member, error) {
	return func(ctx context.Context) (all []comments.Member, err error) {
		staff, err := users.Staff(ctx)
		if diag.HasCode(err, diag.NotFound) {
			return nil, nil
		}
		for _, u := range staff {
			if !u.Invited {
				all = append(all, comments.Member{ID: u.ID, Name: cmp.Or(u.Name, u.Login), Email: u.Email, Role: u.Role})
			}
		}
		return all, err
	}
}

// mention sends the mails of mentions. They count as those of handlers do, so that nobody
// gets many: what is too often waits, as every deferred hook that fails.
type mention struct {
	site   *App
	origin string
}

func (m mention) send(ctx context.Context, of comments.Mail) error {
	err := m.site.mailLimits.Allow(ctx, "The site or the recipient was sent too many messages; try again later.",
		auth.Held{Limit: auth.MailOfSite, By: []string{""}}, auth.Held{Limit: auth.MailOfRecipient, By: []string{auth.ByAccount(of.To)}})
	if err != nil {
		return err
	}
	return m.site.mail.SendMention(ctx, mail.Mention{
		To: of.To, Locale: cmp.Or(of.Language, m.site.live.Config().CanonicalLocale()), By: of.By, Title: m.title(of.Entry),
		Text: of.Text, Link: m.link(of),
	})
}

// title is what the entry is called.
func (m mention) title(e *content.Entry) string {
	return content.Title(m.site.plan.Schema(e.Collection), e.ID, e.Data)
}

// link opens the entry at the comment.
func (m mention) link(of comments.Mail) string {
	return m.origin + "/admin/c/" + url.PathEscape(of.Entry.Collection) + "/" + url.PathEscape(of.Entry.ID) + "?" + url.Values{"comment": {of.Comment}}.Encode()
}

// sweepTime is between two looks for entries that are gone.
const sweepTime = time.Hour

// sweeping deletes the comments of entries that are gone for good. The zero sweeping rests.
type sweeping struct {
	stop context.CancelFunc
	over sync.WaitGroup
}

func (s *sweeping) start(of *comments.Service, log *slog.Logger) {
	if of == nil { // nobody can sign in
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.over.Go(func() {
		tick := time.NewTicker(sweepTime)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := of.Sweep(ctx); err != nil && ctx.Err() == nil {
				log.Warn("comments of entries that are gone could not be looked for", "error", diag.Logged(err))
			}
		}
	})
}

func (s *sweeping) close() {
	if s.stop != nil {
		s.stop()
		s.over.Wait()
	}
}
