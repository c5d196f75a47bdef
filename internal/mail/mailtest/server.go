package mailtest

import (
	"context"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// Server takes every message.
type Server struct {
	URL string // smtp://127.0.0.1:<port>

	mu       sync.Mutex
	messages []Message
	arrived  chan struct{} // closed and made anew with each message
}

// Message is what somebody was sent.
type Message struct {
	To, Subject string
	Text        string // without its HTML
	Header      mail.Header
}

// Open starts a server that ends with the test.
func Open(t testing.TB) *Server {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{URL: "smtp://" + listener.Addr().String(), arrived: make(chan struct{})}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{server: s}, nil }))
	server.Domain = "post.example"
	var done sync.WaitGroup
	done.Go(func() { _ = server.Serve(listener) })
	t.Cleanup(func() {
		_ = server.Close()
		_ = listener.Close() // should the server not have begun to listen
		done.Wait()
	})
	return s
}

// session is one connection of whoever sends.
type session struct {
	server *Server
	to     string
}

func (*session) Reset()                               {}
func (*session) Logout() error                        { return nil }
func (*session) Mail(string, *smtp.MailOptions) error { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	text, err := plain(m)
	if err != nil {
		return err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	s.server.receive(Message{To: s.to, Subject: subject, Text: text, Header: m.Header})
	return err
}

// plain is the text of a message: all of it, or its first part.
func plain(m *mail.Message) (string, error) {
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return "", err
	}
	if kind == "text/plain" {
		text, err := io.ReadAll(quotedprintable.NewReader(m.Body))
		return string(text), err
	}
	part, err := multipart.NewReader(m.Body, params["boundary"]).NextPart() // which decodes it
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(part)
	return string(text), err
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

// deliveryTimeout is how long a message may be under way before the test fails.
const deliveryTimeout = 20 * time.Second

// Next waits for the oldest message to an address that was not given yet.
func (s *Server) Next(t testing.TB, to string) Message {
	t.Helper()
	late := time.After(deliveryTimeout)
	for {
		l, found, arrived := s.find(to)
		if found {
			return l
		}
		select {
		case <-arrived:
		case <-late:
			t.Fatalf("no letter came to %s", to)
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
	digits = regexp.MustCompile(`\b\d{6}\b`)
	links  = regexp.MustCompile(`https?://\S+`)
)

// Code is the code that the message is written for, or "".
func (l Message) Code() string { return digits.FindString(l.Subject) }

// Link is the link that the message is written for, or "".
func (l Message) Link() string { return strings.TrimRight(links.FindString(l.Text), ".") }
