package document

import (
	"crypto/sha1" //nolint:gosec // names ids, keeps no secret: RFC 9562 asks for it
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// Feed is a page of a collection's list, newest first. Addresses are paths of the
// site, or absolute.
type Feed struct {
	Site        page.Site
	Title       string // of the collection
	Description string
	Lang        string
	Author      string    // of entries that name none; the site's title where it is ""
	Updated     time.Time // of the feed; the newest entry's where it is zero

	Page  string // of the list in HTML; "" where it has none
	First string // of this feed's first page, which all of its pages share
	Self  string // of this page of the feed; First where it is ""
	Next  string // of the next page; "" at the end

	Items []Item
}

// Item is an entry of a feed.
type Item struct {
	Entry  *page.Entry
	Author string // "" where it is not known
	Image  string // that stands for it; "" for none

	ImageType  string
	ImageBytes int64

	Attachments []*asset.Variant // its sounds and videos, in the form that every program reads
	HTML        string           // its content, rendered and sanitized, with absolute links
}

// at is an address as the feed writes it.
func (f *Feed) at(address string) string { return page.Absolute(f.Site.Origin, address) }

func (f *Feed) self() string {
	if f.Self != "" {
		return f.at(f.Self)
	}
	return f.at(f.First)
}

// name is the feed's title. No reader shows a feed without one.
func (f *Feed) name() string {
	switch {
	case f.Title == "":
		return f.Site.Title
	case f.Site.Title == "":
		return f.Title
	}
	return f.Title + " – " + f.Site.Title
}

func (f *Feed) author() string {
	if f.Author != "" {
		return f.Author
	}
	return f.Site.Title
}

// updated is the time of the newest entry, and of a feed without entries a time
// that does not change from one answer to the next.
func (f *Feed) updated() time.Time {
	if !f.Updated.IsZero() {
		return f.Updated
	}
	var newest time.Time
	for _, each := range f.Items {
		if each.Entry.UpdatedAt.After(newest) {
			newest = each.Entry.UpdatedAt
		}
	}
	return orElse(newest, time.Unix(0, 0))
}

func orElse(t, other time.Time) time.Time {
	if t.IsZero() {
		return other
	}
	return t
}

// id names the feed on every one of its pages.
func (f *Feed) id() string {
	if f.Site.Origin != "" {
		return f.at(f.First)
	}
	return urn("feed", f.First)
}

// ID names an entry in a locale for good (decision 148): neither a new slug nor a
// new origin makes a reader see it as another one.
func ID(e *page.Entry) string { return urn("entry", e.Collection, e.ID, e.Locale) }

// namespace is that of the ids of this package, a random one.
var namespace = uuid.MustParse("5f0c6f1e-7d0b-4c86-9a55-6b1f2a9d3c41")

func urn(parts ...string) string {
	var name []byte
	for _, each := range parts {
		name = append(append(name, each...), 0)
	}
	return uuid.NewHash(sha1.New(), namespace, name, 5).URN() //nolint:gosec // as above
}

// stamp is a time as RFC 3339 writes it, "" for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
