package app

import (
	"context"
	"errors"
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
// waits.
func (a *App) SendMail(ctx context.Context, m mail.Message) error {
	if err := m.Check(); err != nil {
		return err
	}
	if a.mail == nil {
		d := diag.At(diag.ResourceUnavailable, "", "Mail is not configured.")
		return d.WithCause(errors.New("MAIL_URL is not set, or mail.from is missing in quartet.yaml"))
	}
	site, recipients := make([]string, len(m.To)), make([]string, len(m.To))
	for i, to := range m.To {
		recipients[i] = auth.ByAccount(to)
	}
	err := a.mailLimits.Allow(ctx, "The site or the recipient was sent too many messages; try again later.",
		auth.Held{Limit: auth.MailOfSite, By: site}, auth.Held{Limit: auth.MailOfRecipient, By: recipients})
	if err != nil {
		return err
	}
	return a.mail.Send(ctx, m)
}
