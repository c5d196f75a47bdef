package mailbox

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"sync"

	"github.com/emersion/go-smtp"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// Server takes every message.
type Server struct {
	URL string // smtp://127.0.0.1:<port>

	stop func()

	mu       sync.Mutex
	messages []Message
	arrived  chan struct{} // closed and made anew with each message
}

// Message is what somebody was sent.
type Message struct {
	To, Subject string
	Text        string // without its HTML
	HTML        string // "" for none
	Header      mail.Header
}

// Open starts a server. Close it.
func Open(ctx context.Context) (*Server, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{URL: "smtp://" + listener.Addr().String(), arrived: make(chan struct{})}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{server: s}, nil }))
	server.Domain = "post.example"
	var done sync.WaitGroup
	done.Go(func() { _ = server.Serve(listener) })
	s.stop = func() {
		_ = server.Close()
		_ = listener.Close() // should the server not have begun to listen
		done.Wait()
	}
	return s, nil
}

// Close ends the server, and waits until it has ended.
func (s *Server) Close() { s.stop() }

// session is one connection of whoever sends.
type session struct {
	server *Server
	to     []string
}

func (*session) Reset()        {}
func (*session) Logout() error { return nil }

func (s *session) Mail(string, *smtp.MailOptions) error {
	s.to = nil
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	text, html, err := parts(m)
	if err != nil {
		return err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	for _, to := range s.to {
		s.server.receive(Message{To: to, Subject: subject, Text: text, HTML: html, Header: m.Header})
	}
	return err
}

// parts are the text of a message, its first part, and its HTML, the second; all of it is
// the text where it has no parts.
func parts(m *mail.Message) (text, html string, err error) {
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return "", "", err
	}
	if !strings.HasPrefix(kind, "multipart/") {
		text, err = plain(m)
		return text, "", err
	}
	all := multipart.NewReader(m.Body, params["boundary"])
	if text, err = nextOf(all); err != nil {
		return "", "", err
	}
	if html, err = nextOf(all); errors.Is(err, io.EOF) {
		err = nil
	}
	return text, html, err
}

func nextOf(all *multipart.Reader) (string, error) {
	part, err := all.NextPart() // which decodes it
	if err != nil {
		return "", err
	}
	return read(part)
}

// plain is the text of a message without parts.
func plain(m *mail.Message) (string, error) {
	body := m.Body
	switch {
	case strings.EqualFold(m.Header.Get("Content-Transfer-Encoding"), "quoted-printable"):
		body = quotedprintable.NewReader(m.Body)
	case strings.EqualFold(m.Header.Get("Content-Transfer-Encoding"), "base64"):
		body = base64.NewDecoder(base64.StdEncoding, m.Body)
	}
	return read(body)
}

func read(body io.Reader) (string, error) {
	text, err := io.ReadAll(body)
	return strings.ReplaceAll(string(text), "\r\n", "\n"), err
}

func (s *Server) receive(l Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = append(s.messages, l)
	close(s.arrived)
	s.arrived = make(chan struct{})
}

// Messages are all that have come.
func (s *Server) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Message(nil), s.messages...)
}

// Next waits for the oldest message to an address that was not given yet. It reports
// whether one came before ctx ended.
func (s *Server) Next(ctx context.Context, to string) (Message, bool) {
	for {
		l, found, arrived := s.find(to)
		if found {
			return l, true
		}
		select {
		case <-arrived:
		case <-ctx.Done():
			return Message{}, false
		}
	}
}

// find takes a message out, or gives what to wait for.
func (s *Server) find(to string) (Message, bool, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, l := range s.messages {
		if l.To == to {
			s.messages = append(s.messages[:i:i], s.messages[i+1:]...)
			return l, true, nil
		}
	}
	return Message{}, false, s.arrived
}

var (
	digits = lazyregexp.New(`\b\d{6}\b`)
	links  = lazyregexp.New(`https?://\S+`)
)

// Code is the code that the message is written for, or "".
func (l Message) Code() string { return digits.FindString(l.Subject) }

// Link is the link that the message is written for, or "".
func (l Message) Link() string { return strings.TrimRight(links.FindString(l.Text), ".") }
