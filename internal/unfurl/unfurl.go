package unfurl

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/html/charset"

	"github.com/quartet-dev/quartet/internal/pages/markup"
	"github.com/quartet-dev/quartet/internal/script/fetch"
)

// The bounds of what is read and told.
const (
	maxHead        = 512 << 10 // bytes of a page
	maxTitle       = 200       // characters
	maxDescription = 300
)

// Page is what a page says of itself, each on one line and of at most 200 and 300
// characters. The title is never empty.
type Page struct {
	Title, Description string
}

// Reader reads pages. It is safe for concurrent use.
type Reader struct {
	client   *fetch.Client
	slots    chan struct{}
	patience time.Duration
}

const (
	readers  = 8 // at the same time
	patience = 10 * time.Second
)

// New makes a Reader over a client that decides what may be reached.
func New(client *fetch.Client) *Reader {
	return &Reader{client: client, slots: make(chan struct{}, readers), patience: patience}
}

// userAgent names a program that fetches for a person, in the form that sites expect.
const userAgent = "Mozilla/5.0 (compatible; quartet)"

// Read fetches the beginning of the page at an address, within ten seconds. ok is false
// where there is none that can be read or that has a title. Why is not told: whoever asks learns nothing of the network behind
// the service.
func (r *Reader) Read(ctx context.Context, address string) (page Page, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return Page{}, false
	}
	answer, err := r.client.Do(ctx, &fetch.Request{
		URL: address, Enough: maxHead,
		Headers: [][2]string{{"accept", "text/html,application/xhtml+xml"}, {"user-agent", userAgent}},
	})
	if err != nil || answer.Status != http.StatusOK {
		return Page{}, false
	}
	contentType := header(answer, "content-type")
	if kind, _, err := mime.ParseMediaType(contentType); err != nil || kind != "text/html" && kind != "application/xhtml+xml" {
		return Page{}, false
	}
	return parse(answer.Body, contentType)
}

func header(answer *fetch.Response, name string) string {
	for _, each := range answer.Headers {
		if each[0] == name {
			return each[1]
		}
	}
	return ""
}

// parse reads the beginning of an HTML document, in the character set that its type or
// its own head names.
func parse(source []byte, contentType string) (Page, bool) {
	text, err := charset.NewReader(bytes.NewReader(source), contentType)
	if err != nil {
		return Page{}, false
	}
	said := readHead(text)
	page := Page{
		Title:       oneLine(maxTitle, said["og:title"], said["twitter:title"], said["title"]),
		Description: oneLine(maxDescription, said["og:description"], said["twitter:description"], said["description"]),
	}
	return page, page.Title != ""
}

// oneLine is the first of some texts that says anything, without what cannot be seen.
func oneLine(n int, texts ...string) string {
	for _, each := range texts {
		visible := strings.Map(func(c rune) rune {
			if unicode.IsSpace(c) {
				return ' '
			}
			if !unicode.IsGraphic(c) {
				return -1
			}
			return c
		}, strings.ToValidUTF8(each, ""))
		if line := markup.Truncate(visible, n); strings.TrimSpace(line) != "" {
			return line
		}
	}
	return ""
}
