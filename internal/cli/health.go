package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
)

// health asks a server of this machine whether it can serve, for supervisors that run
// a command (decision 258): an image has neither a shell nor curl.
type health struct {
	Addr    string        `default:"127.0.0.1:8787" help:"Where the server listens, as given to serve; default 127.0.0.1:8787." placeholder:"HOST:PORT"`
	Timeout time.Duration `default:"3s" help:"How long to wait for the answer; default 3s." placeholder:"TIME"`
	JSON    bool          `name:"json" help:"Print the outcome as JSON."`
}

func (health) Help() string {
	return `Asks the server at --addr for GET /readyz, prints one line and ends: with 0 when the server can serve, with 1 when it cannot or does not answer in time. Give it the --addr that you gave serve. An address without a host, or of every interface, is asked on loopback.

It reads no site folder and no settings. Use it where a supervisor runs a command, as Docker does.

Examples:

    quartet health
    quartet health --addr :8080 --timeout 1s
    docker exec tea quartet health`
}

func (c health) Run(ctx context.Context, t *terminal) error {
	target, err := c.url()
	if err != nil {
		return misuse{err}
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	d := readiness(ctx, target)
	var list diag.List
	if d != nil {
		list.Add(d)
	}
	switch {
	case c.JSON:
		err = object(t.stdout, healthLine{outcomeOf(list), target})
	case d != nil:
		_, err = fmt.Fprintf(t.stdout, "not ready: %s %s %s\n", target, d.Code, d.Message)
	default:
		_, err = fmt.Fprintf(t.stdout, "ready: %s\n", target)
	}
	return failedBy(err, list)
}

// healthLine is what was asked and found, as JSON.
type healthLine struct {
	outcome
	URL string `json:"url"`
}

// url is where the server of --addr is asked.
func (c health) url() (string, error) {
	if c.Timeout <= 0 {
		return "", errors.New("--timeout must be more than 0s")
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return "", fmt.Errorf("--addr: %w", err)
	}
	if number, err := net.LookupPort("tcp", port); err != nil || number == 0 {
		return "", fmt.Errorf("--addr: %q is not a port to ask", port)
	}
	target := url.URL{Scheme: "http", Host: net.JoinHostPort(asked(host), port), Path: app.ReadyPath}
	return target.String(), nil
}

// asked is the host that is asked for a server that listens at host.
func asked(host string) string {
	ip := net.ParseIP(host)
	switch {
	case host == "" || ip != nil && ip.IsUnspecified() && ip.To4() != nil:
		return "127.0.0.1"
	case ip != nil && ip.IsUnspecified():
		return "::1"
	}
	return host
}

// readiness is nil when the server can serve, or says why not.
func readiness(ctx context.Context, target string) *diag.Diagnostic {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return unready("The address cannot be asked: " + err.Error())
	}
	// No proxy of the environment, and no redirect to another server.
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		return unready("Nothing answers: " + err.Error())
	}
	defer answer.Body.Close() //nolint:errcheck // what was read counts
	if answer.StatusCode == http.StatusOK {
		return nil
	}
	return reason(answer)
}

// reasonBytes is how much of an answer is read: a diagnostic fits.
const reasonBytes = 64 << 10

// reason is what an answer that is not 200 says. Another program may listen there, so
// a message counts only in our form, and as one line.
func reason(answer *http.Response) *diag.Diagnostic {
	var said struct {
		Diagnostic struct {
			Code    diag.Code `json:"code"`
			Message string    `json:"message"`
		} `json:"diagnostic"`
	}
	err := json.NewDecoder(io.LimitReader(answer.Body, reasonBytes)).Decode(&said)
	message := said.Diagnostic.Message
	if err != nil || said.Diagnostic.Code != diag.ResourceUnavailable || !isLine(message) {
		message = fmt.Sprintf("The answer is %d.", answer.StatusCode)
	}
	return unready(message)
}

func isLine(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

func unready(message string) *diag.Diagnostic {
	return diag.At(diag.ResourceUnavailable, "", message)
}
