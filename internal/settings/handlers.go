package settings

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// Handlers is what the handlers of the site's folder are given (decision 198).
type Handlers struct {
	Env        map[string]Secret // by name, of the names that are set
	AllowHosts []string          // private hosts that they may call: host or host:port, in lower-case ASCII
}

type handlersDeclaration struct {
	Env        []string `json:"env"`
	AllowHosts []string `json:"allowHosts"`
}

var handlersKeys = mapping(
	optional("env", distinct(listOf(text(variableName, notOurs)))),
	optional("allowHosts", distinct(listOf(text(privateHost)))),
)

var variable = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// maxVariable is how long the name of a variable may be. It is no part of the
// pattern, which would be large.
const maxVariable = 100

func variableName(value string) *problem {
	if len(value) <= maxVariable && variable.MatchString(value) {
		return nil
	}
	return wantsMatch(variable, "the name of an environment variable, of letters, digits and underscores")
}

// ownSecrets are the variables that hold secrets of the service, beside those of
// the methods that people sign in with.
var ownSecrets = []string{
	"AUTH_SECRET", "AUTH_SECRET_PREVIOUS", "DATABASE_URL", viewsURL, directURL, "MEDIA_URL", backupVariable, "MAIL_URL", cdnToken, "CODEHOST_CLIENT_SECRET",
	"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN",
	"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
}

// notOurs keeps the secrets of the service from handlers: what runs in them may be
// a package of somebody else.
func notOurs(name string) *problem {
	if !slices.Contains(ownSecrets, name) {
		return nil
	}
	return &problem{
		message:    "The service keeps a secret of its own in " + name + ", and handlers do not see it.",
		suggestion: "Give the handlers a variable of their own.",
	}
}

// handlers gives the handlers what is declared for them. A variable that is not set
// is a warning: a site may do without it.
func (r *reader) handlers(declared declaration, env variables) Handlers {
	h := Handlers{}
	secrets := clientSecrets(declared.Auth)
	for i, name := range declared.Handlers.Env {
		pointer := "/handlers/env/" + strconv.Itoa(i)
		value, _ := env.find(name)
		switch {
		case slices.Contains(secrets, name):
			r.problems.Add(r.place.report(diag.SettingsInvalid, diag.Error, pointer, "The service signs people in with "+name+", and handlers do not see it."))
		case value != "":
			if h.Env == nil {
				h.Env = make(map[string]Secret)
			}
			h.Env[name] = Secret(value)
		case env.process != nil:
			r.problems.Add(r.place.report(diag.SettingsInvalid, diag.Warning, pointer, name+" is not set; handlers find nothing under ctx.env."+name+"."))
		}
	}
	for _, each := range declared.Handlers.AllowHosts {
		if host, ok := normalHost(each); ok && !slices.Contains(h.AllowHosts, host) {
			h.AllowHosts = append(h.AllowHosts, host)
		}
	}
	return h
}

// clientSecrets are the variables with the secrets of declared methods.
func clientSecrets(auth *authDeclaration) (names []string) {
	if auth == nil {
		return nil
	}
	for _, each := range auth.Methods {
		if !sendsMail(each.Kind) {
			names = append(names, variableOf(each.id())+"_CLIENT_SECRET")
		}
	}
	return names
}

func privateHost(value string) *problem {
	if _, ok := normalHost(value); ok {
		return nil
	}
	return wants("a host, such as intranet.example or 10.0.0.7, perhaps with a port, such as localhost:9200, without scheme, path and wildcard")
}

// hosts turns a name into what DNS knows, in lower case; names of one label and
// with underscores are names of private networks too.
var hosts = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(false), idna.VerifyDNSLength(true))

// maxHost is how long a host may be before it is normalized.
const maxHost = 1000

// normalHost is a host, perhaps with a port, in the one form in which it is
// compared. An address of IPv6 is in brackets.
func normalHost(value string) (string, bool) {
	name, port := value, ""
	if host, number, err := net.SplitHostPort(value); err == nil {
		if number == "" || number[0] == '0' || !isPort(number) {
			return "", false
		}
		name, port = host, ":"+number
	} else if inner, ok := strings.CutPrefix(value, "["); ok {
		name = strings.TrimSuffix(inner, "]")
	}
	if address, err := netip.ParseAddr(name); err == nil {
		if address.Zone() != "" {
			return "", false
		}
		if name = address.String(); address.Is6() {
			name = "[" + name + "]"
		}
		return name + port, true
	}
	name = strings.TrimSuffix(name, ".")
	if len(name) > maxHost || strings.ContainsFunc(name, notInHosts) {
		return "", false
	}
	ascii, err := hosts.ToASCII(name)
	again, err2 := hosts.ToASCII(ascii)
	return ascii + port, err == nil && err2 == nil && ascii == again && isHostName(ascii)
}

// notInHosts are the characters that mean something else in a URL.
func notInHosts(r rune) bool {
	return r <= ' ' || r == 0x7f || strings.ContainsRune(`/\?#@*:[]%<>^|"'`+"`{}", r)
}

// isHostName reports whether a name is made of labels, and no malformed address: a
// last label of digits is one of those that URLs take as an address.
func isHostName(name string) bool {
	labels := strings.Split(name, ".")
	for _, each := range labels {
		if each == "" || strings.ContainsFunc(each, notInLabels) {
			return false
		}
	}
	_, err := strconv.ParseUint(labels[len(labels)-1], 0, 64)
	return err != nil
}

func notInLabels(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_'
}
