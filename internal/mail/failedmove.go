package mail

import "context"

// FailedMove is a scheduled move that was refused, for who has set it.
type FailedMove struct {
	Title   string // of the entry, or of the release
	Publish bool   // rather than unpublish
	Release bool   // of several entries together
	At      string // when it was to be made, in words
	Reason  string
	Link    string // to the entry or the release in the Admin application
}

func (m FailedMove) message(to, locale string) message {
	return message{kind: failedMoveMessage, to: to, locale: locale, link: m.Link, failed: &m}
}

// SendFailedMove queues a message about a move that failed; errors as SendCode.
func (b *Queue) SendFailedMove(_ context.Context, to string, m FailedMove, locale string) error {
	return b.enqueue(m.message(to, locale))
}

// SendFailedMove prints the message; errors as SendCode.
func (t *Terminal) SendFailedMove(_ context.Context, to string, m FailedMove, locale string) error {
	return t.print(m.message(to, locale), "scheduled move that failed: "+singleLine(m.Title)+": "+singleLine(m.Reason))
}
