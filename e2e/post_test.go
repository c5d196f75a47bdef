package e2e_test

import (
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/mail"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// post is an SMTP server that writes what letters are about, a code or a link,
// into a file, in the form in which quartet dev prints them.
type post struct {
	addr string

	mu      sync.Mutex
	letters *os.File
}

// openPost starts a server, which ends with the test.
func openPost(t testing.TB, name string) *post {
	t.Helper()
	letters, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &post{addr: listener.Addr().String(), letters: letters}
	server := smtp.NewServer(p)
	server.Domain = "post.example"
	var done sync.WaitGroup
	done.Go(func() { _ = server.Serve(listener) })
	t.Cleanup(func() {
		_ = server.Close()
		_ = listener.Close() // the server does not know it yet when a test ends before Serve begins
		done.Wait()
		_ = letters.Close()
	})
	return p
}

func (p *post) NewSession(*smtp.Conn) (smtp.Session, error) { return &visit{post: p}, nil }

// visit is a connection; to is whom its letter is for.
type visit struct {
	*post
	to string
}

func (*visit) Reset()                               {}
func (*visit) Logout() error                        { return nil }
func (*visit) Mail(string, *smtp.MailOptions) error { return nil }

func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error {
	v.to = to
	return nil
}

func (v *visit) Data(letter io.Reader) error {
	text, err := plain(letter)
	if err != nil {
		return err
	}
	paragraphs := strings.Split(text, "\r\n\r\n") // heading, lead, code or link, note
	if len(paragraphs) != 4 {
		return fmt.Errorf("a letter of %d paragraphs", len(paragraphs))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	_, err = fmt.Fprintf(v.letters, "\n  mail to %s: a letter\n\n      %s\n\n", v.to, paragraphs[2])
	return err
}

// plain is the text of a letter that is sent in two forms.
func plain(letter io.Reader) (string, error) {
	message, err := mail.ReadMessage(letter)
	if err != nil {
		return "", err
	}
	_, parameters, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		return "", err
	}
	first, err := multipart.NewReader(message.Body, parameters["boundary"]).NextPart()
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(first)
	return string(text), err
}
