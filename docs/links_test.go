package docs_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// linked are the hosts that the handbook sends readers to. A new one is added on purpose.
var linked = []string{
	"directus.io", "docs.ghost.org", "docs.strapi.io", "keepachangelog.com", "payloadcms.com", "pkg.go.dev", "pocketbase.io", "www.sanity.io",
}

// local are addresses of the reader's own machine, which no link checker can ask.
var local = regexp.MustCompile(`^http://(?:localhost|127\.0\.0\.1):\d+`)

// A link that leaves the handbook is https, and leads to a host that somebody has chosen.
func TestExternalLinksAreHTTPSToKnownHosts(t *testing.T) {
	found := externalLinks(t)
	if len(found) < 9 {
		t.Fatalf("only %d links were found", len(found))
	}
	seen := map[string]bool{}
	for address, page := range found {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" || !slices.Contains(linked, u.Host) {
			t.Errorf("%s: %s is not https to a host of this test: %v", page, address, err)
			continue
		}
		seen[u.Host] = true
	}
	for _, host := range linked {
		if !seen[host] {
			t.Errorf("no page links to %s", host)
		}
	}
}

func TestALinkThatIsGoneIsNoticed(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/there" {
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	if err := answers(t.Context(), server.URL+"/there"); err != nil {
		t.Error(err)
	}
	if err := answers(t.Context(), server.URL+"/gone"); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("a page that is gone: %v", err)
	}
}

// answers reports whether an address has a page.
func answers(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close() //nolint:errcheck // nothing of it is read
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", address, answer.Status)
	}
	return nil
}

var (
	angled  = regexp.MustCompile(`<(https?://[^>\s]+)>`)
	outside = regexp.MustCompile(`\]\((https?://[^)\s]+)\)`)
)

// externalLinks are those of the pages that people read, with a page that has each.
func externalLinks(t *testing.T) map[string]string {
	t.Helper()
	pages := append(guides(t), slices.Sorted(maps.Keys(handbook))...)
	found := map[string]string{}
	for _, page := range append(pages, "../README.md", "../CONTRIBUTING.md", "../CHANGELOG.md") {
		text := literal.ReplaceAllString(read(t, page), "")
		for _, each := range slices.Concat(outside.FindAllStringSubmatch(text, -1), angled.FindAllStringSubmatch(text, -1)) {
			if !local.MatchString(each[1]) {
				found[each[1]] = page
			}
		}
	}
	return found
}
