package document

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/page"
)

// SitemapType is the content type of a sitemap.
const SitemapType = "application/xml; charset=utf-8"

// The bounds that sitemaps.org sets to one file.
const (
	maxLocations    = 50_000
	maxSitemapBytes = 50 << 20
)

// ErrSitemapFull is the answer to a location that no longer fits into a file. It
// was not written: the next part begins with it.
var ErrSitemapFull = errors.New("the sitemap is full")

// PartSize is how many locations a part of the sitemap has on a site of so many
// locales. As each names itself in every locale, that bounds the names too.
func PartSize(locales int) int { return max(1, min(2000, 40_000/max(1, locales))) }

// Location is a page in a sitemap, or a part in the index of one.
type Location struct {
	URL        string
	Modified   time.Time // zero where it is not known
	Alternates []page.Alternate
}

// Sitemap writes locations as they come. It holds one of them at a time.
type Sitemap struct {
	site      page.Site
	item, end string
	out       xmlWriter
	one       bytes.Buffer // the location that is being written
	oneOut    xmlWriter    // into it
	count     int
	size      int
}

// NewSitemap begins a part, or the whole of a small sitemap.
func NewSitemap(w io.Writer, site page.Site) *Sitemap {
	return begin(w, site, "url", "urlset", ` xmlns:xhtml="http://www.w3.org/1999/xhtml"`)
}

// NewSitemapIndex begins the index of the parts.
func NewSitemapIndex(w io.Writer, site page.Site) *Sitemap {
	return begin(w, site, "sitemap", "sitemapindex", "")
}

func begin(w io.Writer, site page.Site, item, root, namespaces string) *Sitemap {
	s := &Sitemap{site: site, item: item, end: "</" + root + ">\n", out: newXML(w)}
	s.oneOut = xmlWriter{bufio.NewWriter(&s.one)}
	tag := "<" + root + ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"` + namespaces + ">\n"
	s.out.raw(tag)
	s.size = len(xmlDeclaration) + len(tag) + len(s.end)
	return s
}

// Add writes a location, or answers ErrSitemapFull and writes nothing of it.
func (s *Sitemap) Add(l Location) error {
	s.one.Reset()
	if err := s.write(s.oneOut, l); err != nil {
		return err
	}
	if s.count == maxLocations || s.size+s.one.Len() > maxSitemapBytes {
		return ErrSitemapFull
	}
	s.count++
	s.size += s.one.Len()
	_, err := s.out.Write(s.one.Bytes())
	return err
}

func (s *Sitemap) write(x xmlWriter, l Location) error {
	x.raw("<", s.item, ">\n")
	x.element("loc", s.at(l.URL))
	x.element("lastmod", stamp(l.Modified))
	for _, each := range l.Alternates {
		x.alternate(each.Locale, s.at(each.URL))
	}
	if len(l.Alternates) > 0 {
		x.alternate("x-default", s.at(page.Default(l.Alternates, s.site.CanonicalLocale)))
	}
	x.raw("</", s.item, ">\n")
	return x.Flush()
}

func (x xmlWriter) alternate(locale, address string) {
	x.void("xhtml:link", "rel", "alternate", "hreflang", locale, "href", address)
}

func (s *Sitemap) at(address string) string { return page.Absolute(s.site.Origin, address) }

// Close ends the document. It does not close the writer below.
func (s *Sitemap) Close() error {
	s.out.raw(s.end)
	return s.out.Flush()
}
