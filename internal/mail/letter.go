package mail

import (
	_ "embed"
	"html/template"
	"net/mail"
	"strings"
	"sync"
	"unicode"

	"github.com/quartet-dev/quartet/internal/diag"
)

// kind is what a letter is about.
type kind string

const (
	codeLetter       kind = "code"
	linkLetter       kind = "link"
	invitationLetter kind = "invitation"
)

// letter is what somebody is to be told, not yet in words.
type letter struct {
	kind    kind
	to      string
	locale  string // as wished for; the nearest there is
	code    string
	link    string
	role    string
	inviter string
}

// check refuses an address that is not exactly one, before it could become a
// header: INPUT_VALIDATION_FAILED.
func (l letter) check() error {
	parsed, err := mail.ParseAddress(l.to)
	if err != nil || parsed.Address != l.to || len(l.to) > maxAddress {
		return diag.At(diag.InputValidationFailed, "input#/email", "This is no e-mail address.")
	}
	return nil
}

const maxAddress = 254 // bytes, RFC 5321

// text is a letter in words.
type text struct {
	subject, plain, html string
}

//go:embed letter.html
var page string

var htmlLetter = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("letter.html").Parse(page))
})

// write puts the letter into words, in the name of the site.
func (l letter) write(site string) (text, error) {
	catalogue := catalogueFor(l.locale)
	words, err := catalogue.letters[l.kind].fill(facts{
		Site: line(site), Inviter: line(l.inviter), Role: catalogue.role(l.role), Code: line(l.code),
	})
	if err != nil {
		return text{}, err
	}
	var html strings.Builder
	err = htmlLetter().Execute(&html, map[string]any{
		"Lang": catalogue.language.String(), "Site": line(site), "Words": words, "Code": line(l.code), "Link": l.link,
	})
	return text{subject: words.Subject, plain: l.plain(words), html: html.String()}, err
}

func (l letter) plain(words words) string {
	return strings.Join([]string{words.Heading, words.Lead, l.shown(), words.Note}, "\r\n\r\n") + "\r\n"
}

// shown is what the letter is written for: its link, else its code.
func (l letter) shown() string {
	if l.link != "" {
		return l.link
	}
	return l.code
}

// line is text from elsewhere as part of one line: without breaks and other
// control characters, and not endless.
func line(value string) string {
	value = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, value)
	if runes := []rune(value); len(runes) > maxLine {
		value = string(runes[:maxLine]) + "…"
	}
	return value
}

const maxLine = 120 // characters
