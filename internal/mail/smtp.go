package mail

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/textproto"
	"net/url"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/quartet-dev/quartet/internal/loopback"
)

// server is an SMTP server and how we present ourselves to it.
type server struct {
	host, address  string
	implicit       bool // TLS from the first byte on
	loopback       bool
	user, password string
	from           *mail.Address
	trust          *tls.Config
}

// attemptTimeout bounds one try, from the connection to the goodbye.
const attemptTimeout = 20 * time.Second

func newServer(u *url.URL, from *mail.Address, trust *tls.Config) server {
	s := server{host: u.Hostname(), implicit: u.Scheme == "smtps", from: from, trust: trust}
	port := u.Port()
	if port == "" {
		port = map[bool]string{true: "465", false: "587"}[s.implicit]
	}
	s.address = net.JoinHostPort(s.host, port)
	s.loopback = loopback.IsHost(s.host)
	s.user = u.User.Username()
	s.password, _ = u.User.Password()
	return s
}

// Check connects to the server of a URL, secures the connection and signs in,
// and sends nothing. The error's text holds no secret.
func Check(ctx context.Context, o Options) error {
	s, err := serverOf(o)
	if err != nil {
		return err
	}
	if err := s.probe(ctx, func(*gomail.Client) error { return nil }); err != nil {
		return errors.New(reason(err))
	}
	return nil
}

// send hands one message to the server.
func (s server) send(ctx context.Context, to string, t rendered) error {
	m, err := s.message(to, t)
	if err != nil {
		return err
	}
	return s.probe(ctx, func(c *gomail.Client) error { return c.Send(m) })
}

// probe connects, greets, secures the connection, signs in, and leaves again.
// The connection is ours, so that it ends with the context and whatever the
// library makes of a failure.
func (s server) probe(ctx context.Context, business func(*gomail.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	conn, err := s.dial(ctx)
	if err != nil {
		return fmt.Errorf("connect to the mail server: %w", err)
	}
	defer conn.Close()
	unhook := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer unhook()
	client, err := s.client(conn)
	if err != nil {
		return err
	}
	if err := client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("greet the mail server and sign in: %w", err)
	}
	if err := business(client); err != nil {
		return fmt.Errorf("hand the letter to the mail server: %w", err)
	}
	_ = client.Close() // the server has taken the message, however it says goodbye
	return nil
}

func (s server) dial(ctx context.Context) (net.Conn, error) {
	var dialer net.Dialer
	if !s.implicit {
		return dialer.DialContext(ctx, "tcp", s.address)
	}
	secure := tls.Dialer{NetDialer: &dialer, Config: s.tls()}
	return secure.DialContext(ctx, "tcp", s.address)
}

func (s server) tls() *tls.Config {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if s.trust != nil {
		config = s.trust.Clone()
	}
	config.ServerName = s.host
	return config
}

// authMethods to sign in at the server, the best first. The plain ones refuse to go
// over a connection in the clear, but for loopback.
var authMethods = []gomail.SMTPAuthType{
	gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin, gomail.SMTPAuthCramMD5,
}

// client speaks over conn. Beyond loopback a server without STARTTLS is
// refused: codes and the password would go in the clear.
func (s server) client(conn net.Conn) (*gomail.Client, error) {
	options := []gomail.Option{
		gomail.WithDialContextFunc(func(context.Context, string, string) (net.Conn, error) { return conn, nil }),
		gomail.WithTimeout(attemptTimeout),
		gomail.WithTLSConfig(s.tls()),
		gomail.WithTLSPolicy(s.policy()),
	}
	if s.implicit {
		options = append(options, gomail.WithSSL())
	}
	if s.user != "" {
		options = append(options, gomail.WithOpportunisticSMTPAuth(authMethods...), gomail.WithUsername(s.user), gomail.WithPassword(s.password))
	}
	return gomail.NewClient(s.host, options...)
}

func (s server) policy() gomail.TLSPolicy {
	switch {
	case s.implicit:
		return gomail.NoTLS // it is there already
	case s.loopback:
		return gomail.TLSOpportunistic
	}
	return gomail.TLSMandatory
}

func (s server) message(to string, t rendered) (*gomail.Msg, error) {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := m.FromFormat(singleLine(s.from.Name), s.from.Address); err != nil {
		return nil, err
	}
	if err := m.To(to); err != nil {
		return nil, err
	}
	_, domain, _ := strings.Cut(s.from.Address, "@")
	m.SetMessageIDWithValue(rand.Text() + "@" + domain)
	m.SetDate()
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no answer from an absent reader
	m.Subject(t.subject)
	m.SetBodyString(gomail.TypeTextPlain, t.plain)
	if t.html != "" {
		m.AddAlternativeString(gomail.TypeTextHTML, t.html)
	}
	if t.replyTo != "" {
		return m, m.ReplyTo(t.replyTo)
	}
	return m, nil
}

// isFinal reports whether err is a refusal for good, which trying again would not change.
func isFinal(err error) bool {
	return codeOf(err) >= 500
}

// codeOf is the server's reply code, or 0 when it gave none.
func codeOf(err error) int {
	var refused *gomail.SendError
	if errors.As(err, &refused) {
		return refused.ErrorCode()
	}
	var reply *textproto.Error
	if errors.As(err, &reply) {
		return reply.Code
	}
	return 0
}

// reason is what may be logged of a failure. The server's own words may repeat
// the address or the name that was signed in with, and are left out.
func reason(err error) string {
	var refused *gomail.SendError
	var network *net.OpError
	switch code := codeOf(err); {
	case errors.As(err, &refused):
		return fmt.Sprintf("%s: reply %d", refused.Reason, code)
	case code != 0:
		return fmt.Sprintf("the server replied %d", code)
	case errors.As(err, &network), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err.Error()
	}
	return withoutReply(err)
}

// withoutReply names the failures that come from no reply: a certificate that
// is not believed, a server that offers no STARTTLS or no way to sign in.
func withoutReply(err error) string {
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &certificate):
		return "the server's certificate is not trusted"
	case errors.Is(err, gomail.ErrNoSupportedAuthDiscovered):
		return "the server offers no way to sign in that is known and safe"
	}
	return "the server and the program do not understand each other, or the server offers no STARTTLS"
}
