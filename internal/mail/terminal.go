package mail

import (
	"context"
	"fmt"
	"io"
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
