package mail

import (
	_ "embed"
	"html/template"
	"net/mail"
	"strings"
	"sync"
	"unicode"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/look"
)

// kind is what a message is about.
type kind string

const (
	codeMessage       kind = "code"
	linkMessage       kind = "link"
	invitationMessage kind = "invitation"
	failedMoveMessage kind = "failed-move"
	mentionMessage    kind = "mention"
	writtenMessage    kind = "handler" // whose words are there already
)

// message is what somebody is to be told, not yet in words.
type message struct {
	kind    kind
	to      string
	locale  string // as wished for; the nearest there is
	code    string
	link    string
	role    string
	inviter string
	mention *Mention
	written *Message
	failed  *FailedMove
}

// check refuses an address that is not exactly one, before it could become a
// header: INPUT_VALIDATION_FAILED.
func (l message) check() error {
	if !isAddress(l.to) {
		return diag.At(diag.InputValidationFailed, "input#/email", "This is not an email address.")
	}
	return nil
}

// isAddress reports whether a text is exactly one address, without a name.
func isAddress(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Address == text && len(text) <= maxAddress
}

const maxAddress = 254 // bytes, RFC 5321

// rendered is a message in words.
type rendered struct {
	subject, plain string
	html           string // "" for none
	replyTo        string // "" for the sender
}

//go:embed message.html
var pageText string

var htmlTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("message.html").Parse(pageText))
})

// render puts the message into words, in the name of the site and in its look.
func (l message) render(site string, tokens look.Tokens) (rendered, error) {
	if m := l.written; m != nil {
		return rendered{m.Subject, m.Text, m.HTML, m.ReplyTo}, nil
	}
	translation := translationFor(l.locale)
	data := templateData{Site: singleLine(site), Inviter: singleLine(l.inviter), Role: translation.role(l.role), Code: singleLine(l.code)}
	data.By, data.Title, data.Quote = l.mention.by(), l.mention.title(), l.mention.quote()
	if m := l.failed; m != nil {
		data.Title, data.Publish, data.Release = singleLine(m.Title), m.Publish, m.Release
		data.At, data.Reason = singleLine(m.At), singleLine(m.Reason)
	}
	texts, err := translation.messages[l.kind].fill(data)
	if err != nil {
		return rendered{}, err
	}
	var html strings.Builder
	err = htmlTemplate().Execute(&html, map[string]any{
		"Lang": translation.language.String(), "Site": singleLine(site), "Words": texts, "Code": singleLine(l.code), "Link": l.link,
		"Look": tokens, "Fonts": template.CSS(tokens.Font["mail"]), //nolint:gosec // ours, and embedded
	})
	return rendered{subject: texts.Subject, plain: l.plain(texts), html: html.String()}, err
}

func (l message) plain(texts messageText) string {
	return strings.Join([]string{texts.Heading, texts.Lead, l.codeOrLink(), texts.Note}, "\r\n\r\n") + "\r\n"
}

// codeOrLink is what the message is written for: its link, else its code.
func (l message) codeOrLink() string {
	if l.link != "" {
		return l.link
	}
	return l.code
}

// singleLine is text from elsewhere as part of one line: without breaks and other
// control characters, and not endless.
func singleLine(value string) string {
	value = printable(value)
	if runes := []rune(value); len(runes) > maxLine {
		value = string(runes[:maxLine]) + "…"
	}
	return value
}

const maxLine = 120 // characters

// printable puts a space in place of each break and other control character.
func printable(value string) string {
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, value)
}

func isControl(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
