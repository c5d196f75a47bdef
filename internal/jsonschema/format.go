package jsonschema

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// format is a format that is asserted. Any other is an annotation.
type format struct {
	words string
	fits  func(string) bool
}

var formats = map[string]format{
	"email":     {"an email address", isEmail},
	"uri":       {uriWords, isURI},
	"url":       {uriWords, isURI},
	"uuid":      {"a UUID", isUUID},
	"date":      {"a date of the form YYYY-MM-DD", isDate},
	"date-time": {"a date and time of RFC 3339, such as 2026-01-31T12:00:00Z", isDateTime},
}

// registered are the formats that JSON Schema 2020-12 and OpenAPI name beside
// those that are asserted: annotations that other tools understand.
var registered = []string{
	"time", "duration", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri-reference", "iri", "iri-reference",
	"uri-template", "json-pointer", "relative-json-pointer", "regex",
	"int32", "int64", "float", "double", "byte", "binary", "password",
}

// IsFormat reports whether a format is asserted, or one that other tools know.
func IsFormat(name string) bool {
	return formats[name].fits != nil || slices.Contains(registered, name)
}

// Formats lists the formats that are asserted, sorted. Any other is an annotation.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

func formatAssertion(value any) assertion {
	name, _ := value.(string)
	f, ok := formats[name]
	if !ok {
		return assertion{}
	}
	return assertion{message: "Must be " + f.words + ".", fits: func(v any) bool {
		s, ok := v.(string)
		return !ok || f.fits(s)
	}}
}

// email is what browsers take in an email field (HTML, "valid email
// address"), so that a form and its server agree.
var email = lazyregexp.New("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@" + label + `(\.` + label + ")*$")

const label = "[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"

const maxEmail = 254

func isEmail(s string) bool { return len(s) <= maxEmail && email.MatchString(s) }

const uriWords = "an absolute URI of the scheme http, https or mailto, such as https://example.com/"

// isURI takes what may stand in a link wherever an entry is shown: no scheme
// that runs a script or reads a file.
func isURI(s string) bool {
	u, err := url.Parse(s)
	if err != nil || strings.ContainsAny(s, " \"<>\\^`{|}") {
		return false
	}
	switch u.Scheme {
	case "http", "https":
		return u.Hostname() != ""
	case "mailto":
		return u.Opaque != ""
	}
	return false
}

func isUUID(s string) bool { return len(s) == 36 && uuid.Validate(s) == nil }

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

func isDateTime(s string) bool {
	var t time.Time
	return t.UnmarshalText([]byte(s)) == nil
}
