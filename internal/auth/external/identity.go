package external

import (
	"errors"
	"net/mail"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Identity is somebody as a provider knows them, after a sign-in there.
type Identity struct {
	Provider      string // our id of the provider
	Subject       string // the provider's unchanging id of them
	Login         string // the name they go by there, or ""
	Email         string // or ""
	EmailVerified bool   // the provider vouches for Email
	Name          string // or ""
	Image         string // an https URL, or ""
	Tokens        Tokens
}

// Tokens are what a provider lets us call it with, in the user's name.
type Tokens struct {
	Access  string
	Refresh string    // "" when it gave none
	Expires time.Time // zero when it did not say
	Scopes  []string  // granted; those asked for when it did not say
}

const (
	maxSubject = 255  // bytes, as OpenID Connect has it
	maxName    = 200  // characters, of names and logins
	maxEmail   = 254  // bytes
	maxImage   = 2048 // bytes
)

var errSubject = errors.New("the profile has no id, or one that is too long")

// tidy bounds what the provider said. Without an id there is no identity; what
// else is malformed is left out.
func (i Identity) tidy() (Identity, error) {
	if i.Subject == "" || len(i.Subject) > maxSubject || printable(i.Subject, maxSubject) != i.Subject {
		return Identity{}, errSubject
	}
	i.Login, i.Name = printable(i.Login, maxName), printable(i.Name, maxName)
	if parsed, err := mail.ParseAddress(i.Email); err != nil || parsed.Address != i.Email || len(i.Email) > maxEmail {
		i.Email, i.EmailVerified = "", false
	}
	if u, err := url.Parse(i.Image); err != nil || u.Scheme != "https" || u.Host == "" || len(i.Image) > maxImage {
		i.Image = ""
	}
	return i, nil
}

// printable is text without control characters, of at most so many characters.
func printable(text string, most int) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) {
			return -1
		}
		return r
	}, text))
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
