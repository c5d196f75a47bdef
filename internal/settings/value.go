package settings

import (
	"io/fs"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// check says what is wrong with a text, or nil.
type check func(value string) *complaint

type complaint struct {
	message  string
	expected any
}

var (
	cacheScope  = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)
	rate        = regexp.MustCompile(`^[1-9][0-9]{0,8}/[smh]$`)
	pathSegment = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*$`)
)

func wants(what string) *complaint {
	return &complaint{"The value must be " + what + ".", what}
}

func matches(pattern *regexp.Regexp, what string) check {
	return func(value string) *complaint {
		if pattern.MatchString(value) {
			return nil
		}
		return wants(what)
	}
}

func oneOf(names ...string) check {
	return func(value string) *complaint {
		if slices.Contains(names, value) {
			return nil
		}
		return &complaint{"The value must be one of " + strings.Join(names, ", ") + ".", names}
	}
}

func notEmpty(value string) *complaint {
	if strings.TrimSpace(value) == "" {
		return wants("text that is not blank")
	}
	return nil
}

func mailbox(value string) *complaint {
	if _, err := mail.ParseAddress(value); err != nil {
		return wants("an e-mail address, perhaps with a name, such as Tea notes <no-reply@tea.example>")
	}
	return nil
}

func address(value string) *complaint {
	if parsed, err := mail.ParseAddress(value); err != nil || parsed.Address != value {
		return wants("an e-mail address")
	}
	return nil
}

func addressRange(value string) *complaint {
	if _, err := netip.ParsePrefix(value); err == nil {
		return nil
	}
	if _, err := netip.ParseAddr(value); err == nil {
		return nil
	}
	return wants("an IP address or a range of them, such as 10.0.0.0/8")
}

func templateName(value string) *complaint {
	if fs.ValidPath(value) && value != "." {
		return nil
	}
	return wants("the name of a file under templates/")
}

// httpsURL takes plain http on loopback too, where there is no certificate.
func httpsURL(value string) *complaint {
	u, err := url.Parse(value)
	if err == nil && u.User == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname())) {
		return nil
	}
	return wants("an https URL")
}

func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

func databaseURL(value string) *complaint {
	if holdsSecret(value) {
		return inTheEnvironment("DATABASE_URL")
	}
	_, complaint := parseDatabase(value)
	return complaint
}

func mediaURL(value string) *complaint {
	if holdsSecret(value) {
		return inTheEnvironment("MEDIA_URL")
	}
	return mediaTarget(value)
}

func mediaTarget(value string) *complaint {
	if dir, ok := strings.CutPrefix(value, "file:"); ok && dir != "" {
		return nil
	}
	if u, err := url.Parse(value); err == nil && u.Scheme == "s3" && u.Host != "" {
		return nil
	}
	return wants("file:<dir> or s3://<bucket>?region=…&endpoint=…")
}

func mailTarget(value string) *complaint {
	if u, err := url.Parse(value); err == nil && (u.Scheme == "smtp" || u.Scheme == "smtps") && u.Host != "" {
		return nil
	}
	return wants("smtp://<user>:<password>@<host>:<port>")
}

func inTheEnvironment(name string) *complaint {
	return &complaint{message: "The URL holds a secret; set " + name + " in the environment, or in " + EnvFileName + "."}
}

// holdsSecret tells a URL with a password or with a key among its parameters.
// A URL that cannot be parsed holds none that could be told.
func holdsSecret(value string) bool {
	u, err := url.Parse(value)
	if err != nil {
		return strings.Contains(value, "@")
	}
	if _, set := u.User.Password(); set {
		return true
	}
	for name := range u.Query() {
		if isSecret(name) {
			return true
		}
	}
	return false
}
