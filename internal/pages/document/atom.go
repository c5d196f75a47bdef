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
	x.element("published", stamp(e.PublishedAt))
	x.element("updated", stamp(orElse(e.UpdatedAt, f.updated())))
	if item.Author != "" {
		x.author(item.Author)
	}
	x.link("alternate", f.at(e.URL), "type", "text/html")
	x.link("alternate", f.at(e.Markdown), "type", "text/markdown")
	x.enclosures(f, item)
	x.element("summary", e.Description)
	if item.HTML != "" || e.URL == "" { // an entry has one or the other
		x.required("content", item.HTML, "type", "html")
	}
	x.raw("</entry>\n")
}

// enclosures name the sounds and videos of an entry and then its picture: programs that
// play take the first one that they can.
func (x xmlWriter) enclosures(f *Feed, item *Item) {
	for _, each := range item.Attachments {
		x.enclosure(f.at(each.URL), each.MimeType, each.ByteSize)
	}
	x.enclosure(f.at(item.Image), item.ImageType, item.ImageBytes)
}

// enclosure says the type and the length where they are known.
func (x xmlWriter) enclosure(address, mimeType string, length int64) {
	bytes := ""
	if length > 0 {
		bytes = strconv.FormatInt(length, 10)
	}
	x.link("enclosure", address, "type", mimeType, "length", bytes)
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
