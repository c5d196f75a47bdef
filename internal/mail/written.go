package mail

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Message is what a handler sends (decision 196). It goes out in the name of the site, and
// each recipient gets one of their own that names no other.
type Message struct {
	To      []string // addresses without names
	ToUsers []string // ids of users, whose addresses are read when the message is sent (decision 346)
	Subject string   // one line
	Text    string   // always there, for whoever reads no HTML
	HTML    string   // "" for none; sent as it is
	ReplyTo string   // an address; "" for the sender of the site
}

// The bounds of a Message.
const (
	MaxRecipients = 10
	maxUserID     = 200 // bytes
	maxSubject    = 200 // characters
	maxText       = 64 << 10
	maxHTML       = 256 << 10
)

// Check refuses what could not be sent, or would put a header of somebody else
// into the message: INPUT_VALIDATION_FAILED at the key, such as mail#/to/0.
func (m *Message) Check() error {
	if all := len(m.To) + len(m.ToUsers); all == 0 || all > MaxRecipients {
		return fault("/to", "A message has between 1 and "+strconv.Itoa(MaxRecipients)+" recipients, in to and toUser together.")
	}
	for i, id := range m.ToUsers {
		if id == "" || len(id) > maxUserID || !utf8.ValidString(id) || strings.Contains(id, "\x00") {
			return fault("/toUser/"+strconv.Itoa(i), "Give the id of a user, as ctx.user.id has it.")
		}
	}
	for i, to := range m.To {
		if !isAddress(to) {
			return fault("/to/"+strconv.Itoa(i), "Write the email address alone, without a name.")
		}
	}
	switch {
	case m.Subject == "" || utf8.RuneCountInString(m.Subject) > maxSubject || strings.ContainsFunc(m.Subject, isControl) || !utf8.ValidString(m.Subject):
		return fault("/subject", "A subject is one line of at most "+strconv.Itoa(maxSubject)+" characters.")
	case strings.TrimSpace(m.Text) == "":
		return fault("/text", "A message has a text, even where it has HTML.")
	case len(m.Text) > maxText || !utf8.ValidString(m.Text):
		return fault("/text", "A text has at most 64 KiB.")
	case len(m.HTML) > maxHTML || !utf8.ValidString(m.HTML):
		return fault("/html", "The HTML of a message has at most 256 KiB.")
	case m.ReplyTo != "" && !isAddress(m.ReplyTo):
		return fault("/replyTo", "Write the email address alone, without a name.")
	case len(slices.Compact(slices.Sorted(slices.Values(m.To)))) < len(m.To):
		return fault("/to", "A recipient is named twice.")
	}
	return nil
}

func fault(pointer, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, "mail#"+pointer, message)
}

// size is what the message takes in memory.
func (m *Message) size() int64 { return int64(len(m.Subject) + len(m.Text) + len(m.HTML)) }
