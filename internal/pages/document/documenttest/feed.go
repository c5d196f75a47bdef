package documenttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Feed is an Atom or JSON feed as a reader sees it. Links are by rel in Atom and
// alternate, self and next in both.
type Feed struct {
	ID, Title, Subtitle, Updated, Author, Lang string
	Links                                      map[string]string
	Entries                                    []Entry
}

// Entry is an item of a feed.
type Entry struct {
	ID, Title, URL, Published, Updated, Author, Summary, HTML, Lang string

	Attachments []Attachment // in Atom, its picture too
}

// Attachment is a file that belongs to an entry.
type Attachment struct {
	URL   string `json:"url"`
	Type  string `json:"mime_type"`
	Bytes int64  `json:"size_in_bytes"`
}

const (
	atomSpace = "http://www.w3.org/2005/Atom"
	xmlLang   = "http://www.w3.org/XML/1998/namespace lang"
)

// ReadAtom reads a feed by the rules of RFC 4287.
func ReadAtom(text string) (*Feed, error) {
	tree, err := parse(text)
	if err != nil {
		return nil, err
	}
	if tree.name.Space != atomSpace || tree.name.Local != "feed" {
		return nil, fmt.Errorf("the document is a %v", tree.name)
	}
	f := &Feed{Lang: tree.attrs[xmlLang], Links: make(map[string]string)}
	r := atomReader{node: tree, known: []string{"title", "subtitle", "id", "updated", "author", "link", "entry"}}
	f.ID, f.Title, f.Updated = r.one("id"), r.one("title"), r.one("updated")
	f.Subtitle, f.Author = r.optional("subtitle"), r.author()
	r.links(func(rel, kind, href string) { f.Links[rel] = href })
	r.check(f.ID, f.Updated)
	for _, each := range tree.named("entry") {
		f.Entries = append(f.Entries, r.entry(each, f.Author))
	}
	return f, errors.Join(r.err, distinct(f.Entries))
}

// An atomReader reads an element and keeps what is wrong with it.
type atomReader struct {
	node  *node
	known []string
	err   error
}

func (r *atomReader) entry(n *node, author string) Entry {
	e := atomReader{node: n, known: []string{"title", "id", "published", "updated", "author", "link", "summary", "content"}}
	one := Entry{
		ID: e.one("id"), Title: e.one("title"), Updated: e.one("updated"), Published: e.optional("published"),
		Summary: e.optional("summary"), HTML: e.optional("content"), Author: e.author(), Lang: n.attrs[xmlLang],
	}
	e.links(func(rel, kind, href string) {
		if rel == "alternate" && kind == "text/html" {
			one.URL = href
		}
	})
	for _, each := range n.named("link") {
		if each.attrs["rel"] == "enclosure" {
			length, _ := strconv.ParseInt(each.attrs["length"], 10, 64)
			one.Attachments = append(one.Attachments, Attachment{each.attrs["href"], each.attrs["type"], length})
		}
	}
	e.check(one.ID, one.Updated, one.Published)
	if len(n.named("content")) == 0 && one.URL == "" {
		e.fail("neither content nor an address")
	}
	if one.Author == "" && author == "" && len(r.node.named("author")) == 0 {
		e.fail("no author")
	}
	r.err = errors.Join(r.err, e.err)
	return one
}

func (r *atomReader) fail(format string, args ...any) {
	r.err = errors.Join(r.err, fmt.Errorf(r.node.name.Local+": "+format, args...))
}

func (r *atomReader) one(local string) string {
	text, err := r.node.one(local)
	r.err = errors.Join(r.err, err)
	return text
}

func (r *atomReader) optional(local string) string {
	text, err := r.node.optional(local)
	r.err = errors.Join(r.err, err)
	return text
}

func (r *atomReader) author() string {
	name := ""
	for _, each := range r.node.named("author") {
		text, err := each.one("name")
		r.err, name = errors.Join(r.err, err), text
	}
	return name
}

// links refuses two alternates of one type and language.
func (r *atomReader) links(found func(rel, kind, href string)) {
	seen := make(map[string]bool)
	for _, each := range r.node.named("link") {
		rel, kind, href := each.attrs["rel"], each.attrs["type"], each.attrs["href"]
		if _, err := url.Parse(href); err != nil || href == "" || strings.ContainsAny(href, " \n") {
			r.fail("link to %q", href)
		}
		if key := rel + " " + kind + " " + each.attrs["hreflang"]; seen[key] && rel == "alternate" {
			r.fail("two links %s", key)
		} else {
			seen[key] = true
		}
		found(rel, kind, href)
	}
}

// check refuses ids that are no IRIs, times in another form, and what Atom does
// not know there.
func (r *atomReader) check(id string, times ...string) {
	if parsed, err := url.Parse(id); err != nil || !parsed.IsAbs() {
		r.fail("the id is %q", id)
	}
	for _, each := range times {
		if _, err := timestamp(each); each != "" && err != nil {
			r.fail("%v", err)
		}
	}
	for _, each := range r.node.children {
		if each.name.Space != atomSpace || !slices.Contains(r.known, each.name.Local) {
			r.fail("an element %v", each.name)
		}
	}
}

func distinct(entries []Entry) error {
	seen := make(map[string]bool)
	for _, each := range entries {
		if each.ID == "" || seen[each.ID] {
			return fmt.Errorf("the id %q stands there twice or is empty", each.ID)
		}
		seen[each.ID] = true
	}
	return nil
}

// ReadJSONFeed reads a feed by JSON Feed 1.1.
func ReadJSONFeed(text string) (*Feed, error) {
	type author struct{ Name string }
	var doc struct {
		Version, Title, Description, Language string
		HomePage                              string `json:"home_page_url"`
		FeedURL                               string `json:"feed_url"`
		NextURL                               string `json:"next_url"`
		Authors                               []author
		Items                                 *[]struct {
			ID, URL, Title, Summary, Image, Language string
			Content                                  *string `json:"content_html"`
			Published                                string  `json:"date_published"`
			Modified                                 string  `json:"date_modified"`
			Authors                                  []author
			Attachments                              []Attachment
		}
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&doc); err != nil {
		return nil, err
	}
	if doc.Version != "https://jsonfeed.org/version/1.1" || doc.Title == "" || doc.Items == nil {
		return nil, fmt.Errorf("version %q, title %q, items %v", doc.Version, doc.Title, doc.Items)
	}
	f := &Feed{Title: doc.Title, Subtitle: doc.Description, Lang: doc.Language, Links: map[string]string{
		"alternate": doc.HomePage, "self": doc.FeedURL, "next": doc.NextURL,
	}}
	if len(doc.Authors) > 0 {
		f.Author = doc.Authors[0].Name
	}
	for _, each := range *doc.Items {
		if each.Content == nil {
			return nil, fmt.Errorf("item %s has no content", each.ID)
		}
		for _, text := range []string{each.Published, each.Modified} {
			if _, err := timestamp(text); text != "" && err != nil {
				return nil, err
			}
		}
		one := Entry{
			ID: each.ID, Title: each.Title, URL: each.URL, Published: each.Published, Updated: each.Modified,
			Summary: each.Summary, HTML: *each.Content, Lang: each.Language, Attachments: each.Attachments,
		}
		if len(each.Authors) > 0 {
			one.Author = each.Authors[0].Name
		}
		f.Entries = append(f.Entries, one)
	}
	return f, distinct(f.Entries)
}
