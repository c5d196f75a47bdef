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
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/look"
)

// Options say where messages go out, and in whose name.
type Options struct {
	URL    string        // smtp://<user>:<password>@<host>:<port>, or smtps://…
	From   string        // an address, perhaps with a name
	Site   func() string // the title of the site, now
	Look   look.Tokens   // of the site; the zero value is that of the service
	Logger *slog.Logger

	trust  *tls.Config     // whom to believe; nil for those the machine trusts
	delays []time.Duration // before each further try
	size   int             // how many messages may wait
}

const (
	queueSize = 256      // messages of sign-in, and as many of handlers
	workers   = 4        // messages under way at the same time, of each kind
	maxBytes  = 16 << 20 // of the messages of handlers that wait
)

// retryDelays is how long is waited before each further try; the codes and links
// in the messages do not live much longer.
var retryDelays = []time.Duration{2 * time.Second, 8 * time.Second, 30 * time.Second}

// Queue takes messages and hands them to an SMTP server, in the background. It
// keeps them in memory: what has not gone out when the process ends is lost,
// and whoever waits for a code asks for another one (decision 61). Messages of
// handlers have a line and workers of their own: however many there are, nobody
// waits longer for a code.
type Queue struct {
	options  Options
	server   server
	messages chan message
	written  chan message // by handlers
	bytes    atomic.Int64 // of what is in written, or under way from there

	mu     sync.RWMutex // held while closed changes or a handler's messages go in, and for reading while another does
	closed bool

	stop context.CancelFunc
	done sync.WaitGroup
}

// Open starts a Queue. It does not connect: a server that is down when the
// site starts may be up when there is something to send. The error says what is
// wrong with the options.
func Open(o Options) (*Queue, error) {
	server, err := serverOf(o)
	if err != nil {
		return nil, err
	}
	if o.delays == nil {
		o.delays = retryDelays
	}
	if o.size == 0 {
		o.size = queueSize
	}
	if o.Look.Light == nil {
		o.Look = look.Read()
	}
	ctx, stop := context.WithCancel(context.Background())
	b := &Queue{options: o, server: server, messages: make(chan message, o.size), written: make(chan message, o.size), stop: stop}
	for range workers {
		b.done.Go(func() { b.work(ctx, b.messages) })
		b.done.Go(func() { b.work(ctx, b.written) })
	}
	return b, nil
}

// SendCode queues a message with a code. The errors are
// INPUT_VALIDATION_FAILED for what is no address, and RESOURCE_UNAVAILABLE when
// too many messages wait or the Queue is closed.
func (b *Queue) SendCode(_ context.Context, to, code, locale string) error {
	return b.enqueue(message{kind: codeMessage, to: to, code: code, locale: locale})
}

// SendLink queues a message with a link to sign in with; errors as SendCode.
func (b *Queue) SendLink(_ context.Context, to, link, locale string) error {
	return b.enqueue(message{kind: linkMessage, to: to, link: link, locale: locale})
}

// SendInvitation queues a message that offers a staff role, in the name of
// inviter, which may be ""; errors as SendCode.
func (b *Queue) SendInvitation(_ context.Context, to, role, inviter, link, locale string) error {
	return b.enqueue(message{kind: invitationMessage, to: to, role: role, inviter: inviter, link: link, locale: locale})
}

// SendMention queues a message that tells of a mention, among those of handlers; errors as
// SendCode.
func (b *Queue) SendMention(_ context.Context, m Mention) error {
	l := message{kind: mentionMessage, to: m.To, link: m.Link, locale: m.Locale, mention: &m}
	if err := l.check(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || len(b.written) == cap(b.written) {
		return full()
	}
	b.written <- l // nobody else puts one in
	return nil
}

func (b *Queue) enqueue(l message) error {
	if err := l.check(); err != nil {
		return err
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	if !b.closed {
		select {
		case b.messages <- l:
			return nil
		default:
		}
	}
	return full()
}

// Send queues a message of a handler, one for each of its recipients: all of
// them, or none. The errors are those of Message.Check, and RESOURCE_UNAVAILABLE
// when too many messages wait or the Queue is closed.
func (b *Queue) Send(_ context.Context, m Message) error {
	if err := m.Check(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	size := int64(len(m.To)) * m.size()
	if b.closed || len(b.written)+len(m.To) > cap(b.written) || b.bytes.Load()+size > maxBytes {
		return full()
	}
	b.bytes.Add(size)
	for _, to := range m.To {
		b.written <- message{kind: writtenMessage, to: to, written: &m} // nobody else puts one in
	}
	return nil
}

func full() *diag.Diagnostic {
	return diag.At(diag.ResourceUnavailable, "", "Mail cannot be sent at the moment; try again in a minute.")
}

// Close takes no more messages and waits until those it has are delivered or
// given up, or until ctx ends, which gives up the rest.
func (b *Queue) Close(ctx context.Context) {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.messages)
		close(b.written)
	}
	b.mu.Unlock()
	unhook := context.AfterFunc(ctx, b.stop)
	defer unhook()
	b.done.Wait()
	b.stop()
}

func (b *Queue) work(ctx context.Context, messages <-chan message) {
	for l := range messages {
		if err := b.deliver(ctx, l); err != nil {
			b.options.Logger.Error("a letter was not delivered", "letter", string(l.kind), "reason", reason(err))
		}
		if l.written != nil {
			b.bytes.Add(-l.written.size())
		}
	}
}

// deliver tries until the message is taken, refused for good, or was tried
// often enough.
func (b *Queue) deliver(ctx context.Context, l message) error {
	texts, err := l.render(b.options.Site(), b.options.Look)
	if err != nil {
		return err
	}
	for _, pause := range b.options.delays {
		if err = b.server.send(ctx, l.to, texts); err == nil || isFinal(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for another try, after %s: %w", reason(err), ctx.Err())
		case <-time.After(pause):
		}
	}
	return b.server.send(ctx, l.to, texts)
}

// serverOf reads the options that concern the server.
func serverOf(o Options) (server, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return server{}, errors.New("mail: the URL must be smtp://<host> or smtps://<host>")
	}
	from, err := mail.ParseAddress(o.From)
	if err != nil {
		return server{}, errors.New("mail: the sender must be an email address, perhaps with a name")
	}
	return newServer(u, from, o.trust), nil
}
