package external

import (
	"errors"
	"net/mail"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/auth"
)

const (
	maxSubject = 255  // bytes, as OpenID Connect has it
	maxName    = 200  // characters, of names and logins
	maxEmail   = 254  // bytes
	maxImage   = 2048 // bytes
)

var errSubject = errors.New("the profile has no id, or one that is too long")

// sanitize bounds what the provider said. Without an id there is no identity; what
// else is malformed is left out.
func sanitize(i auth.Identity) (auth.Identity, error) {
	if i.Subject == "" || len(i.Subject) > maxSubject || printable(i.Subject, maxSubject) != i.Subject {
		return auth.Identity{}, errSubject
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
