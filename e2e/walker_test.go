package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/pages/document/documenttest"
)

// A walker follows the links of a site, a round of requests for all that the round
// before has found.
type walker struct {
	site   *site
	client *http.Client

	todo     []string
	seen     map[string]bool // addresses, as links write them, below the origin
	kinds    map[string]int  // how many answers had which type
	resident []int           // KiB after each round

	located, indexed, indexedByLocale []string            // decoded paths
	groups                            map[string]uint64   // the hash of its alternates, by the path of a page
	members                           map[uint64][]string // the paths of a group
	locations                         []documenttest.Location
}

func newWalker(s *site) *walker {
	transport := &http.Transport{MaxIdleConnsPerHost: walkers, MaxConnsPerHost: walkers}
	w := &walker{
		site: s, seen: map[string]bool{}, kinds: map[string]int{}, groups: map[string]uint64{}, members: map[uint64][]string{},
		client: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
	for _, each := range []string{"/", "/llms.txt", "/sitemap.xml", "/robots.txt"} {
		w.follow(each)
	}
	return w
}

const (
	walkers    = 8       // requests at a time
	mostAtOnce = 1000    // requests in a round
	mostWalked = 2000000 // answers; a site that makes up addresses never ends
	mostWrong  = 20      // mistakes that are told
)

// found is what one answer says.
type found struct {
	kind       string
	links      []string // addresses as they stand there
	alternates []string // paths in other languages and in this one
	canonical  string   // the path of the page, where that is its own address
	indexed    []string // paths of pages that an llms.txt names
	locations  []documenttest.Location
}

func (w *walker) run(t *testing.T) {
	t.Helper()
	defer w.client.CloseIdleConnections()
	wrong := 0
	for len(w.todo) > 0 && wrong < mostWrong && len(w.seen) < mostWalked {
		round := w.todo[:min(len(w.todo), mostAtOnce)]
		w.todo = w.todo[len(round):]
		answers, mistakes := w.askAll(t.Context(), round)
		for i, each := range answers {
			if mistakes[i] != nil {
				wrong++
				t.Errorf("%s: %v", round[i], mistakes[i])
				continue
			}
			w.keep(round[i], each)
		}
		w.resident = append(w.resident, w.site.resident(t))
	}
	if len(w.todo) > 0 {
		t.Errorf("%d addresses were not asked", len(w.todo))
	}
}

func (w *walker) askAll(ctx context.Context, addresses []string) (answers []*found, mistakes []error) {
	answers, mistakes = make([]*found, len(addresses)), make([]error, len(addresses))
	var group errgroup.Group
	group.SetLimit(walkers)
	for i, each := range addresses {
		group.Go(func() error {
			answers[i], mistakes[i] = w.ask(ctx, each)
			return nil
		})
	}
	_ = group.Wait() // mistakes are kept
	return answers, mistakes
}

// keep notes what an answer said, and which addresses are new.
func (w *walker) keep(address string, f *found) {
	w.kinds[f.kind]++
	if f.canonical != "" {
		w.keepGroup(f)
	}
	for _, each := range f.locations {
		w.located = append(w.located, pathOf(each.URL))
	}
	if strings.HasPrefix(address, "/llms.txt") {
		w.indexed = append(w.indexed, f.indexed...)
	} else {
		w.indexedByLocale = append(w.indexedByLocale, f.indexed...)
	}
	w.locations = append(w.locations, f.locations...)
	for _, each := range f.links {
		if local, ok := w.local(each); ok {
			w.follow(local)
		}
	}
}

// follow has an address asked for once.
func (w *walker) follow(address string) {
	if !w.seen[address] {
		w.seen[address] = true
		w.todo = append(w.todo, address)
	}
}

var seed = maphash.MakeSeed()

func (w *walker) keepGroup(f *found) {
	slices.Sort(f.alternates)
	members := slices.Compact(f.alternates)
	hash := maphash.String(seed, strings.Join(members, "\n"))
	w.groups[f.canonical], w.members[hash] = hash, members
}

// pages are the paths of the pages that stand for themselves.
func (w *walker) pages() (paths []string) {
	for path := range w.groups {
		paths = append(paths, path)
	}
	return paths
}

// wantReciprocal wants each page that another names as its like in some language to
// name the same group.
func (w *walker) wantReciprocal(t *testing.T) {
	t.Helper()
	if err := documenttest.Reciprocal(w.locations); err != nil {
		t.Errorf("the sitemap: %v", err)
	}
	for path, hash := range w.groups {
		for _, other := range w.members[hash] {
			if w.groups[other] != hash {
				t.Errorf("%s names %s, which does not name it back", path, other)
				return
			}
		}
	}
}

// local is an address of this site, without its fragment.
func (w *walker) local(link string) (address string, ok bool) {
	link, _, _ = strings.Cut(link, "#")
	link = strings.TrimPrefix(link, w.site.url)
	return link, strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//")
}

// ask requests an address, and reads what answers.
func (w *walker) ask(ctx context.Context, address string) (*found, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.site.url+address, nil)
	if err != nil {
		return nil, err
	}
	answer, err := w.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		return nil, err
	case address == "/" && answer.StatusCode == http.StatusFound:
		return &found{kind: "redirect", links: []string{answer.Header.Get("Location")}}, nil
	case answer.StatusCode != http.StatusOK || len(body) == 0:
		return nil, fmt.Errorf("%d, with %d bytes", answer.StatusCode, len(body))
	}
	f, err := w.read(address, answer.Header.Get("Content-Type"), string(body))
	if f != nil {
		f.links = append(f.links, linksOf(answer.Header["Link"])...)
	}
	return f, err
}

// read reads a document by the rules of its format.
func (w *walker) read(address, contentType, text string) (*found, error) {
	kind, _, _ := strings.Cut(contentType, ";")
	f := &found{kind: kind}
	path, _, _ := strings.Cut(address, "?")
	switch {
	case kind == "text/html":
		return f, w.readPage(f, address, text)
	case kind == "text/markdown":
		f.links = markdownLinks(text)
		return f, nil
	case kind == "application/atom+xml":
		feed, err := documenttest.ReadAtom(text)
		return f, f.feed(feed, err)
	case kind == "application/feed+json":
		feed, err := documenttest.ReadJSONFeed(text)
		return f, f.feed(feed, err)
	case path == "/sitemap.xml":
		return f, w.readSitemap(f, text)
	case strings.HasSuffix(path, "/llms.txt"):
		return f, f.readIndex(text)
	case path == "/robots.txt":
		f.links = strings.Fields(text)
	}
	return f, nil
}

func (f *found) feed(feed *documenttest.Feed, err error) error {
	if err != nil {
		return err
	}
	for _, each := range feed.Links {
		f.links = append(f.links, each)
	}
	for _, each := range feed.Entries {
		f.links = append(f.links, each.URL)
	}
	return nil
}

func (w *walker) readSitemap(f *found, text string) (err error) {
	if strings.Contains(text, "<sitemapindex") {
		parts, err := documenttest.ReadSitemapIndex(text, w.site.url)
		for _, each := range parts {
			f.links = append(f.links, each.URL)
		}
		return err
	}
	f.locations, err = documenttest.ReadSitemap(text, w.site.url)
	for _, each := range f.locations {
		f.links = append(f.links, each.URL)
	}
	return err
}

func (f *found) readIndex(text string) error {
	index, err := documenttest.ReadLLMs(text)
	if err != nil {
		return err
	}
	for _, section := range index.Sections {
		for _, link := range section.Links {
			f.links = append(f.links, link.URL)
			if mirror, ok := strings.CutSuffix(pathOf(link.URL), ".md"); ok {
				f.indexed = append(f.indexed, mirror)
			}
		}
	}
	return nil
}

// readPage reads the addresses in a page.
func (w *walker) readPage(f *found, address, text string) error {
	tokens := html.NewTokenizer(strings.NewReader(text))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			if err := tokens.Err(); !errors.Is(err, io.EOF) {
				return err
			}
			return nil
		case html.StartTagToken, html.SelfClosingTagToken:
			w.readTag(f, address, tokens.Token())
		}
	}
}

func (w *walker) readTag(f *found, address string, token html.Token) {
	attributes := map[string]string{}
	for _, each := range token.Attr {
		attributes[each.Key] = each.Val
	}
	link := attributes["href"] + attributes["src"]
	if link != "" {
		f.links = append(f.links, link)
	}
	switch {
	case token.Data != "link":
	case attributes["hreflang"] != "":
		f.alternates = append(f.alternates, pathOf(link))
	case attributes["rel"] == "canonical" && link == w.site.url+address && !strings.Contains(address, "?"):
		f.canonical = pathOf(link)
	}
}

var markdownLink = regexp.MustCompile(`\]\((http[^)\s]+)\)`)

func markdownLinks(text string) (links []string) {
	for _, each := range markdownLink.FindAllStringSubmatch(text, -1) {
		links = append(links, each[1])
	}
	return links
}

// linksOf are the addresses of Link headers.
func linksOf(headers []string) (links []string) {
	for _, header := range headers {
		for each := range strings.SplitSeq(header, "<") {
			if link, _, ok := strings.Cut(each, ">"); ok {
				links = append(links, link)
			}
		}
	}
	return links
}

// pathOf is the decoded path of an address.
func pathOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	return parsed.Path
}

// resident is how much memory of a site is in RAM, in KiB.
func (s *site) resident(t testing.TB) int {
	t.Helper()
	return s.memory(t, "VmRSS:")
}
