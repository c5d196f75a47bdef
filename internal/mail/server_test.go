package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// post is a real SMTP server that keeps what it is given.
type post struct {
	addr     string
	answer   func(try int) error // to each RCPT; nil takes it
	received chan string

	mu    sync.Mutex
	tries int
	user  string
}

// security is how the server protects its connections.
type security int

const (
	inTheClear security = iota
	startTLS
	implicitTLS
)

// openPost starts a server; trust believes its certificate.
func openPost(t *testing.T, how security) (p *post, trust *tls.Config) {
	t.Helper()
	p = &post{received: make(chan string, 64)}
	server := smtp.NewServer(p)
	server.Domain, server.AllowInsecureAuth = "post.example", how == inTheClear
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p.addr = listener.Addr().String()
	certified := httptest.NewTLSServer(nil) // for its certificate, which names 127.0.0.1
	certified.Close()
	pool := x509.NewCertPool()
	pool.AddCert(certified.Certificate())
	mine := &tls.Config{Certificates: certified.TLS.Certificates, MinVersion: tls.VersionTLS12}
	switch how {
	case startTLS:
		server.TLSConfig = mine
	case implicitTLS:
		listener = tls.NewListener(listener, mine)
	}
	var done sync.WaitGroup
	done.Go(func() { _ = server.Serve(listener) })
	t.Cleanup(func() {
		_ = server.Close()
		_ = listener.Close() // the server does not know it yet when a test ends before Serve begins
		done.Wait()
	})
	return p, &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
}

func (p *post) NewSession(*smtp.Conn) (smtp.Session, error) { return session{p}, nil }

func (p *post) tried() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tries
}

type session struct{ *post }

func (session) Reset()                               {}
func (session) Logout() error                        { return nil }
func (session) Mail(string, *smtp.MailOptions) error { return nil }
func (session) AuthMechanisms() []string             { return []string{sasl.Plain} }

func (s session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if password != "hush" {
			return smtp.ErrAuthFailed
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.user = user
		return nil
	}), nil
}

func (s session) Rcpt(string, *smtp.RcptOptions) error {
	s.mu.Lock()
	s.tries++
	try := s.tries
	s.mu.Unlock()
	if s.answer == nil {
		return nil
	}
	return s.answer(try)
}

func (s session) Data(r io.Reader) error {
	message, err := io.ReadAll(r)
	s.received <- string(message)
	return err
}

// wait gives the next message that the server took.
func (p *post) wait(ctx context.Context, t *testing.T) string {
	t.Helper()
	select {
	case message := <-p.received:
		return message
	case <-ctx.Done():
		t.Fatal("no letter came")
		return ""
	}
}
