package mail

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
)

// Terminal prints messages for whoever works on a site, codes and links
// included. It is safe for concurrent use.
type Terminal struct {
	mu sync.Mutex
	w  io.Writer
}

// NewTerminal makes a Terminal that prints to w.
func NewTerminal(w io.Writer) *Terminal { return &Terminal{w: w} }

// SendCode prints the code. The error is INPUT_VALIDATION_FAILED for what is no
// address.
func (t *Terminal) SendCode(_ context.Context, to, code, _ string) error {
	return t.print(message{kind: codeMessage, to: to, code: code}, "sign-in code")
}

// SendLink prints the link; errors as SendCode.
func (t *Terminal) SendLink(_ context.Context, to, link, _ string) error {
	return t.print(message{kind: linkMessage, to: to, link: link}, "sign-in link")
}

// SendInvitation prints the invitation; errors as SendCode.
func (t *Terminal) SendInvitation(_ context.Context, to, role, _, link, _ string) error {
	return t.print(message{kind: invitationMessage, to: to, link: link}, "invitation as "+singleLine(role))
}

// SendMention prints the link to the comment; errors as SendCode.
func (t *Terminal) SendMention(_ context.Context, m Mention) error {
	return t.print(message{kind: mentionMessage, to: m.To, link: m.Link}, "mention by "+m.by()+" on "+m.title())
}

// Send prints a message of a handler, once for all of its recipients; errors as
// Message.Check.
func (t *Terminal) Send(_ context.Context, m Message) error {
	if err := m.Check(); err != nil {
		return err
	}
	var out strings.Builder
	fmt.Fprintf(&out, "\n  mail to %s: %s\n\n", printable(strings.Join(m.To, ", ")), printable(m.Subject))
	if m.ReplyTo != "" {
		fmt.Fprintf(&out, "      (answers go to %s)\n", printable(m.ReplyTo))
	}
	for line := range strings.Lines(m.Text) {
		fmt.Fprintf(&out, "      %s\n", printable(strings.TrimRight(line, "\r\n")))
	}
	if m.HTML != "" {
		fmt.Fprintf(&out, "      (and as HTML, %d bytes)\n", len(m.HTML))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintln(t.w, out.String())
	return nil
}

// print writes a message in one piece, so that no log line comes between.
func (t *Terminal) print(l message, what string) error {
	if err := l.check(); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintf(t.w, "\n  mail to %s: %s\n\n      %s\n\n", singleLine(l.to), what, l.codeOrLink())
	return nil
}
