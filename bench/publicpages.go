package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// keptBytes is more than the program keeps of pages in memory (32 MiB).
const keptBytes = 40 << 20

// publicPages compares the pages of a site on the built-in theme with a program
// written by hand for it.
func (b *bench) publicPages() error {
	database := b.file("pages.db")
	if err := fill(database, "bench/pages/manifests", b.rows, func(p *plan.Plan, i int) *content.Write {
		return publishedArticle(p.Schema("articles"), makeArticle(i))
	}); err != nil {
		return err
	}
	if err := fillArticles(b.file("pagefloor.db"), b.rows); err != nil {
		return err
	}
	subject, err := indexed(func() (*server, error) {
		return launch("/en/articles", b.binary, "serve", "bench/pages", "--addr", "127.0.0.1:0", "--database", "sqlite:"+database)
	})
	if err != nil {
		return err
	}
	defer subject.stop()
	paths := articlePaths(b.rows)
	floor, err := b.launchPageFloor(subject, paths[:min(200, len(paths))])
	if err != nil {
		return err
	}
	defer floor.stop()
	each := *b
	each.floor, each.quartet = floor, subject
	return each.eachPage(paths)
}

func (b *bench) eachPage(paths []string) error {
	if err := b.kept(paths[:min(200, len(paths))]); err != nil {
		return err
	}
	if err := b.uncached("an entry's page, uncached", each(paths, getPage), each(paths, getPage)); err != nil {
		return err
	}
	floor, lists, err := b.listPaths()
	if err != nil {
		return err
	}
	if err := b.uncached("a list's page of 20 entries, uncached", each(floor, getPage), each(lists, getPage)); err != nil {
		return err
	}
	fmt.Printf("after the pages: %.0f MiB resident\n", b.quartet.resident())
	return nil
}

// kept compares pages that are asked for again and again with the same bytes out of
// memory.
func (b *bench) kept(paths []string) error {
	b = b.short()
	pages := each(paths, getPage)
	same := func(prefix string) []string {
		return each(paths, func(path string) string { return getPage(prefix + path) })
	}
	if err := b.compare("an entry's page, kept, against the same headers and body out of memory", 0.80, same("/memory"), pages); err != nil {
		return err
	}
	if err := b.compare("beside it: against the same body with two headers", 0, same("/bare"), pages); err != nil {
		return err
	}
	return b.compare("beside it: /healthz, against the same body with two headers", 0, same("/bare"), []string{get("/healthz")})
}

// uncached compares pages none of which is in memory: each is asked for in turn, and
// there are more than the program keeps, so that a page is out again before its turn
// comes (decision 156).
func (b *bench) uncached(name string, floor, requests []string) error {
	size, err := bodySize(b.quartet, requests[len(requests)/2])
	if err != nil {
		return err
	}
	if size*len(requests) < keptBytes {
		fmt.Printf("%s: left out, too few rows: the program would keep all %d pages\n", name, len(requests))
		return nil
	}
	inTurn := *b
	inTurn.inTurn = true
	return inTurn.compare(name, 0.70, floor, requests)
}

func bodySize(s *server, request string) (int, error) {
	answer, err := http.Get("http://" + s.addr + strings.Fields(request)[1])
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return len(body), err
}

// launchPageFloor starts the floor, with what the program answers at some paths.
func (b *bench) launchPageFloor(subject *server, paths []string) (*server, error) {
	memory := map[string]remembered{}
	for _, path := range paths {
		answer, err := http.Get("http://" + subject.addr + path)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("%s answered %s: %w", path, answer.Status, err)
		}
		header := answer.Header
		header.Del("Date") // net/http writes its own
		header.Set("Content-Length", strconv.Itoa(len(body)))
		memory[path] = remembered{header, body}
	}
	text, err := json.Marshal(memory)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(b.file("memory.json"), text, 0o600); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return launch("/en/articles", self, "pagefloor", b.file("pagefloor.db"), b.file("memory.json"))
}

var nextLink = regexp.MustCompile(`<(?:https://tea\.example)?([^>]*)>; rel="next"`)

// listPaths are the pages of the lists of both locales, behind their first ones, for
// the floor and for the program.
func (b *bench) listPaths() (floor, lists []string, err error) {
	for _, each := range floorLocales {
		first := "/" + each.Locale + "/articles"
		for _, side := range []struct {
			*server
			paths *[]string
			next  func(*server, string) (string, error)
		}{{b.floor, &floor, nextInBody}, {b.quartet, &lists, nextInHeader}} {
			for path := first; path != ""; {
				if path, err = side.next(side.server, path); err != nil {
					return nil, nil, err
				}
				if path != "" {
					*side.paths = append(*side.paths, path)
				}
			}
		}
	}
	if len(floor) != len(lists) {
		return nil, nil, errors.New("the lists have different lengths")
	}
	return floor, lists, nil
}

func nextInHeader(s *server, path string) (string, error) {
	answer, err := http.Get("http://" + s.addr + path)
	if err != nil {
		return "", err
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	for _, each := range answer.Header.Values("Link") {
		if found := nextLink.FindStringSubmatch(each); found != nil {
			return found[1], nil
		}
	}
	return "", nil
}

var nextAnchor = regexp.MustCompile(`<a href="([^"]*)" rel="next">`)

func nextInBody(s *server, path string) (string, error) {
	answer, err := http.Get("http://" + s.addr + path)
	if err != nil {
		return "", err
	}
	body, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if found := nextAnchor.FindSubmatch(body); found != nil {
		return string(found[1]), err
	}
	return "", err
}

func each(paths []string, make func(string) string) []string {
	all := []string{}
	for _, path := range paths {
		all = append(all, make(path))
	}
	return all
}

func getPage(path string) string {
	u, err := url.Parse(path)
	if err != nil {
		panic(err) // the program's own
	}
	return "GET " + u.RequestURI() + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/html,*/*;q=0.8\r\n\r\n"
}

func publishedArticle(schema *plan.Schema, a article) *content.Write {
	w := published(schema, a.post)
	w.Entry.Data["summary"] = a.summary
	return w
}
