package document

import (
	"io"
	"strconv"
)

// AtomType is the content type of an Atom feed.
const AtomType = "application/atom+xml; charset=utf-8"

// Atom writes a feed by RFC 4287, whose pages are linked by RFC 5005.
func Atom(w io.Writer, f *Feed) error {
	x := newXML(w)
	x.start("feed", "xmlns", "http://www.w3.org/2005/Atom", "xml:lang", f.Lang)
	x.raw(">\n")
	x.required("title", f.name())
	x.element("subtitle", f.Description)
	x.element("id", f.id())
	x.element("updated", stamp(f.updated()))
	x.author(f.author())
	x.link("self", f.self(), "type", "application/atom+xml")
	x.link("alternate", f.at(f.Page), "type", "text/html")
	x.link("first", f.at(f.First), "type", "application/atom+xml")
	x.link("next", f.at(f.Next), "type", "application/atom+xml")
	for i := range f.Items {
		x.entry(f, &f.Items[i])
	}
	x.raw("</feed>\n")
	return x.Flush()
}

func (x xmlWriter) entry(f *Feed, item *Item) {
	e := item.Entry
	x.start("entry", "xml:lang", e.Lang)
	x.raw(">\n")
	x.required("title", e.Title)
	x.element("id", ID(e))
	x.element("published", stamp(e.CreatedAt))
	x.element("updated", stamp(orElse(e.UpdatedAt, f.updated())))
	if item.Author != "" {
		x.author(item.Author)
	}
	x.link("alternate", f.at(e.URL), "type", "text/html")
	x.link("alternate", f.at(e.Markdown), "type", "text/markdown")
	x.enclosure(f, item)
	x.element("summary", e.Description)
	if item.HTML != "" || e.URL == "" { // an entry has one or the other
		x.required("content", item.HTML, "type", "html")
	}
	x.raw("</entry>\n")
}

// enclosure names the picture of an entry. Its length is said where it is known.
func (x xmlWriter) enclosure(f *Feed, item *Item) {
	attributes := []string{"type", item.ImageType}
	if item.ImageBytes > 0 {
		attributes = append(attributes, "length", strconv.FormatInt(item.ImageBytes, 10))
	}
	x.link("enclosure", f.at(item.Image), attributes...)
}

// required writes an element that Atom asks for, also without text.
func (x xmlWriter) required(name, text string, attributes ...string) {
	x.start(name, attributes...)
	x.raw(">")
	x.text(text)
	x.raw("</", name, ">\n")
}

func (x xmlWriter) author(name string) {
	x.raw("<author>")
	x.required("name", name)
	x.raw("</author>\n")
}

// link leaves out what has no address.
func (x xmlWriter) link(rel, address string, attributes ...string) {
	if address != "" {
		x.void("link", append([]string{"rel", rel, "href", address}, attributes...)...)
	}
}
