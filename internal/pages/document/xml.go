package document

import (
	"bufio"
	"encoding/xml"
	"io"
)

// An xmlWriter writes elements one by one. The first error stays, and flush
// returns it.
type xmlWriter struct{ *bufio.Writer }

const xmlDeclaration = `<?xml version="1.0" encoding="utf-8"?>` + "\n"

func newXML(w io.Writer) xmlWriter {
	x := xmlWriter{bufio.NewWriterSize(w, 16<<10)}
	x.raw(xmlDeclaration)
	return x
}

// raw writes markup of ours.
func (x xmlWriter) raw(markup ...string) {
	for _, each := range markup {
		_, _ = x.WriteString(each) // the writer keeps its first error
	}
}

// text writes characters, in an element or in quotes. Those that XML has no place
// for become U+FFFD.
func (x xmlWriter) text(s string) {
	_ = xml.EscapeText(x, []byte(s)) // the writer keeps its first error
}

// element writes text between tags; without text it writes nothing.
func (x xmlWriter) element(name, text string, attributes ...string) {
	if text == "" {
		return
	}
	x.start(name, attributes...)
	x.raw(">")
	x.text(text)
	x.raw("</", name, ">\n")
}

// void writes an element without content.
func (x xmlWriter) void(name string, attributes ...string) {
	x.start(name, attributes...)
	x.raw("/>\n")
}

// start writes a tag up to its last bracket. Attributes without a value are left out.
func (x xmlWriter) start(name string, attributes ...string) {
	x.raw("<", name)
	for i := 0; i+1 < len(attributes); i += 2 {
		if attributes[i+1] == "" {
			continue
		}
		x.raw(" ", attributes[i], `="`)
		x.text(attributes[i+1])
		x.raw(`"`)
	}
}
