package inspect

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

const (
	svgSpace     = "http://www.w3.org/2000/svg"
	maxSVGDepth  = 256
	maxSVGToken  = 256 << 10 // a tag with its attributes, or a text
	maxSVGStyles = 256 << 10
)

// svg is what is known of a document while its tokens are read.
type svg struct {
	s     *source
	x     *xml.Decoder
	in    *svgMeter
	path  []int // for each open element, the node of the reference graph it belongs to
	refs  references
	found Finding

	begun, ended bool
	styled       bool            // within a style element
	style        strings.Builder // its text, which comments can split
}

// walkSVG reads a document of SVG, and refuses whatever runs or loads something.
func walkSVG(s *source, _ string) (Finding, error) {
	if s.size > MaxSVG {
		return Finding{}, tooLarge("An SVG document may have %d bytes", MaxSVG)
	}
	if head, err := s.peekUpTo(3); err != nil || string(head) == "\xef\xbb\xbf" {
		if err := errors.Join(err, s.skip(3)); err != nil {
			return Finding{}, err
		}
	}
	in := &svgMeter{s: s}
	d := &svg{s: s, in: in, x: xml.NewDecoder(in)}
	for {
		done, err := d.next()
		if err != nil {
			return Finding{}, err
		}
		if done {
			return d.found, d.whole()
		}
	}
}

// svgMeter bounds what one token of the document can hold in memory.
type svgMeter struct {
	s    *source
	left int
	err  error
}

// ReadByte makes the decoder read from here without a buffer of its own.
func (m *svgMeter) ReadByte() (byte, error) {
	if m.left--; m.left < 0 {
		m.err = tooLarge("A tag or a text of an SVG document may have %d bytes", maxSVGToken)
		return 0, m.err
	}
	if m.s.left() == 0 {
		return 0, io.EOF
	}
	b, err := m.s.byte()
	m.err = err
	return b, err
}

func (m *svgMeter) Read([]byte) (int, error) { return 0, errors.New("read by bytes") }

// next reads one token. It reports true at the end of the document.
func (d *svg) next() (bool, error) {
	d.in.left = maxSVGToken
	token, err := d.x.Token()
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	if err != nil {
		return false, d.fault(err)
	}
	switch t := token.(type) {
	case xml.StartElement:
		return false, d.start(t)
	case xml.EndElement:
		return false, d.end()
	case xml.CharData:
		return false, d.text(t)
	case xml.ProcInst:
		return false, instruction(t)
	case xml.Directive:
		return false, directive(string(t))
	}
	return false, nil
}

// fault says what stopped the decoder: the file, or its bytes.
func (d *svg) fault(err error) error {
	if d.in.err != nil {
		return d.in.err
	}
	return broken("it is not XML in UTF-8: %s", clip(strings.TrimPrefix(err.Error(), "xml: "), 120))
}

func (d *svg) whole() error {
	if !d.begun {
		return broken("it is not an SVG document")
	}
	return d.refs.check()
}

func (d *svg) start(e xml.StartElement) error {
	if err := d.element(e.Name); err != nil {
		return err
	}
	if len(d.path) >= maxSVGDepth {
		return tooLarge("Elements of an SVG document may be nested %d deep", maxSVGDepth)
	}
	node, err := d.refs.enter(d.node(), e.Attr)
	if err != nil {
		return err
	}
	d.path = append(d.path, node)
	if len(d.path) == 1 {
		d.found = svgSides(e.Attr)
	}
	d.styled = e.Name.Local == "style"
	for _, a := range e.Attr {
		if err := d.attribute(e.Name.Local, a); err != nil {
			return err
		}
	}
	return nil
}

// node is the node of the reference graph that the innermost element belongs to.
func (d *svg) node() int {
	if len(d.path) == 0 {
		return 0
	}
	return d.path[len(d.path)-1]
}

func (d *svg) end() error {
	d.path = d.path[:len(d.path)-1]
	d.ended = len(d.path) == 0
	if !d.styled {
		return nil
	}
	d.styled = false
	text := d.style.String()
	d.style.Reset()
	return d.css(text, true)
}

// text keeps the text of a style element, and holds that nothing stands behind the
// document.
func (d *svg) text(t xml.CharData) error {
	if d.ended && strings.TrimSpace(string(t)) != "" {
		return broken("text follows after its end")
	}
	if !d.styled {
		return nil
	}
	if d.style.Len()+len(t) > maxSVGStyles {
		return tooLarge("A style element of an SVG document may have %d bytes", maxSVGStyles)
	}
	d.style.Write(t)
	return nil
}

// instruction refuses all but the declaration of XML and the marks around metadata:
// others name a stylesheet, or run on some server.
func instruction(p xml.ProcInst) error {
	if p.Target == "xml" || p.Target == "xpacket" {
		return nil
	}
	return harmful("The SVG document holds the processing instruction %q. Remove it", clip(p.Target, 40))
}

// directive lets a DOCTYPE stand that declares nothing: old programs write one.
func directive(text string) error {
	if strings.HasPrefix(text, "DOCTYPE") && !strings.ContainsAny(text, "[]<>%&") {
		return nil
	}
	return harmful("The SVG document declares entities. Remove what is within its DOCTYPE")
}
