package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/mail"
	"net/url"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Options say where letters go out, and in whose name.
type Options struct {
	URL    string        // smtp://<user>:<password>@<host>:<port>, or smtps://…
	From   string        // an address, perhaps with a name
	Site   func() string // the title of the site, now
	Logger *slog.Logger

	trust  *tls.Config     // whom to believe; nil for those the machine trusts
	pauses []time.Duration // before each further try
	room   int             // how many letters may wait
}

const (
	waiting  = 256 // letters
	carriers = 4   // letters under way at the same time
)

// patience is how long is waited before each further try; the codes and links
// in the letters do not live much longer.
var patience = []time.Duration{2 * time.Second, 8 * time.Second, 30 * time.Second}

// Outbox takes letters and hands them to an SMTP server, in the background. It
// keeps them in memory: what has not gone out when the process ends is lost,
// and whoever waits for a code asks for another one (decision 61).
type Outbox struct {
	options Options
	server  server
	letters chan letter

	mu     sync.RWMutex // held while closed changes, and for reading while a letter goes in
	closed bool

	stop context.CancelFunc
	done sync.WaitGroup
}

// Open starts an Outbox. It does not connect: a server that is down when the
// site starts may be up when there is something to send. The error says what is
// wrong with the options.
func Open(o Options) (*Outbox, error) {
	server, err := serverOf(o)
	if err != nil {
		return nil, err
	}
	if o.pauses == nil {
		o.pauses = patience
	}
	if o.room == 0 {
		o.room = waiting
	}
	ctx, stop := context.WithCancel(context.Background())
	b := &Outbox{options: o, server: server, letters: make(chan letter, o.room), stop: stop}
	for range carriers {
		b.done.Go(func() { b.carry(ctx) })
	}
	return b, nil
}

// SendCode hands over a letter with a code. The errors are
// INPUT_VALIDATION_FAILED for what is no address, and RESOURCE_UNAVAILABLE when
// too many letters wait or the Outbox is closed.
func (b *Outbox) SendCode(_ context.Context, to, code, locale string) error {
	return b.take(letter{kind: codeLetter, to: to, code: code, locale: locale})
}

// SendLink hands over a letter with a link to sign in with; errors as SendCode.
func (b *Outbox) SendLink(_ context.Context, to, link, locale string) error {
	return b.take(letter{kind: linkLetter, to: to, link: link, locale: locale})
}

// SendInvitation hands over a letter that offers a staff role, in the name of
// inviter, which may be ""; errors as SendCode.
func (b *Outbox) SendInvitation(_ context.Context, to, role, inviter, link, locale string) error {
	return b.take(letter{kind: invitationLetter, to: to, role: role, inviter: inviter, link: link, locale: locale})
}

func (b *Outbox) take(l letter) error {
	if err := l.check(); err != nil {
		return err
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	if !b.closed {
		select {
		case b.letters <- l:
			return nil
		default:
		}
	}
	return diag.At(diag.ResourceUnavailable, "", "Mail cannot be sent at the moment; try again in a minute.")
}

// Close takes no more letters and waits until those it has are delivered or
// given up, or until ctx ends, which gives up the rest.
func (b *Outbox) Close(ctx context.Context) {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.letters)
	}
	b.mu.Unlock()
	unhook := context.AfterFunc(ctx, b.stop)
	defer unhook()
	b.done.Wait()
	b.stop()
}

func (b *Outbox) carry(ctx context.Context) {
	for l := range b.letters {
		if err := b.deliver(ctx, l); err != nil {
			b.options.Logger.Error("a letter was not delivered", "letter", string(l.kind), "reason", reason(err))
		}
	}
}

// deliver tries until the letter is taken, refused for good, or was tried
// often enough.
func (b *Outbox) deliver(ctx context.Context, l letter) error {
	words, err := l.write(b.options.Site())
	if err != nil {
		return err
	}
	for _, pause := range b.options.pauses {
		if err = b.server.send(ctx, l.to, words); err == nil || isFinal(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for another try, after %s: %w", reason(err), ctx.Err())
		case <-time.After(pause):
		}
	}
	return b.server.send(ctx, l.to, words)
}

// serverOf reads the options that concern the server.
func serverOf(o Options) (server, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return server{}, errors.New("mail: the URL must be smtp://<host> or smtps://<host>")
	}
	from, err := mail.ParseAddress(o.From)
	if err != nil {
		return server{}, errors.New("mail: the sender must be an e-mail address, perhaps with a name")
	}
	return newServer(u, from, o.trust), nil
}
