package app

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/mail"
)

// mailer is how the mail of a site goes out.
type mailer interface {
	auth.Mailer
	Send(ctx context.Context, m mail.Message) error
	SendFailedMove(ctx context.Context, to string, m mail.FailedMove, locale string) error
	SendMention(ctx context.Context, m mail.Mention) error
}

// openMail makes what sends the site's mail: it is printed in development, sent by
// SMTP where a server is configured, and otherwise not at all.
func (b *boot) openMail(a *App) error {
	a.mailLimits = auth.NewStoredCounter(a.store.Auth())
	if b.Development != nil && b.Development.Mail != nil {
		a.mail = mail.NewTerminal(b.Development.Mail)
		return nil
	}
	if b.settings.Mail.URL == "" || b.settings.Mail.From == "" {
		return nil
	}
	queue, err := mail.Open(mail.Options{
		URL: string(b.settings.Mail.URL), From: b.settings.Mail.From, Logger: b.Logger,
		Site: a.siteName, Look: a.look,
	})
	if err != nil {
		return err
	}
	a.mail = queue
	return nil
}

// mailCloseTimeout is how long the messages that wait may take when a site closes.
const mailCloseTimeout = 5 * time.Second

func (a *App) closeMail() {
	queue, ok := a.mail.(*mail.Queue)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), mailCloseTimeout)
	defer cancel()
	queue.Close(ctx)
}

// SendMail queues a message of a handler; it waits for no server. The errors are
// INPUT_VALIDATION_FAILED at a key of the message, RATE_LIMITED, whose cause has
// RetryAfter() time.Duration, where the site or a recipient had many of them
// (decision 196), and RESOURCE_UNAVAILABLE where mail is not configured or too much of it
// waits. A user of m.ToUsers who has no address is no error, so that nothing is told of who
// there is; the log says it.
func (a *App) SendMail(ctx context.Context, m mail.Message) error {
	if err := m.Check(); err != nil {
		return err
	}
	if a.mail == nil {
		d := diag.At(diag.ResourceUnavailable, "", "Mail is not configured.")
		return d.WithCause(errors.New("MAIL_URL is not set, or mail.from is missing in quartet.yaml"))
	}
	unknown, err := a.addressUsers(ctx, &m)
	if err != nil {
		return err
	}
	var site, recipients []string
	for _, each := range append(slices.Clone(m.To), unknown...) { // nobody is told from somebody by a limit
		site, recipients = append(site, ""), append(recipients, auth.ByAccount(each))
	}
	err = a.mailLimits.Allow(ctx, "The site or the recipient was sent too many messages; try again later.",
		auth.Held{Limit: auth.MailOfSite, By: site}, auth.Held{Limit: auth.MailOfRecipient, By: recipients})
	if err != nil || len(m.To) == 0 {
		return err
	}
	return a.mail.Send(ctx, m)
}

// addressUsers puts the addresses of a message's users to its recipients, each once, and
// tells the ids that have none.
func (a *App) addressUsers(ctx context.Context, m *mail.Message) (unknown []string, err error) {
	if len(m.ToUsers) == 0 {
		return nil, nil
	}
	to := slices.Clone(m.To)
	err = a.store.Auth().Read(ctx, func(r auth.Reader) error {
		for _, id := range m.ToUsers {
			u, err := r.User(id)
			switch {
			case err != nil:
				return err
			case u == nil || u.Email == "":
				unknown = append(unknown, id)
				a.log.Warn("a message to a user was not sent: the site has no address of theirs", "user", id)
			case !slices.ContainsFunc(to, func(each string) bool { return strings.EqualFold(each, u.Email) }):
				to = append(to, u.Email)
			}
		}
		return nil
	})
	m.To, m.ToUsers = to, nil
	return unknown, err
}
