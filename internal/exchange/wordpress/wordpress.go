package wordpress

import (
	"encoding/xml"
	"errors"
	"io"

	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/exchange/mapping"
)

// maxNotes is how many pictures, and how many authors, are remembered.
const maxNotes = 1_000_000

// Reader reads the records of an export.
type Reader struct {
	// Comments is how many comments were left out so far.
	Comments int64

	file    string
	done    func() error
	bounded *exchange.Bounded
	xml     *xml.Decoder
	raw     *xml.Decoder // what xml reads, which knows the places
	site    string
	images  map[string]image  // of attachments, by their id
	authors map[string]string // names, by login
}

type image struct{ address, alt string }

// Open reads what records refer to, and begins anew. open opens the file, each time from
// its beginning.
func Open(file string, open func() (io.ReadCloser, error)) (*Reader, error) {
	r := &Reader{file: file, images: map[string]image{}, authors: map[string]string{}}
	if err := r.begin(open); err != nil {
		return nil, err
	}
	for {
		if _, err := r.each(r.note); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, errors.Join(err, r.Close())
		}
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	r.Comments = 0
	return r, r.begin(open)
}

func (r *Reader) begin(open func() (io.ReadCloser, error)) error {
	from, err := open()
	if err != nil {
		return err
	}
	r.done = from.Close
	r.bounded = exchange.NewBounded(from)
	r.raw = xml.NewDecoder(r.bounded)
	r.xml = xml.NewTokenDecoder(&shallow{from: r.raw})
	if err := r.enter("rss"); err != nil {
		return errors.Join(err, r.Close())
	}
	if err := r.enter("channel"); err != nil {
		return errors.Join(err, r.Close())
	}
	return nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.done() }

// enter goes into the next element, which must have that name.
func (r *Reader) enter(name string) error {
	start, err := r.start()
	if errors.Is(err, io.EOF) || err == nil && start.Name.Local != name {
		return r.damaged("The file is not an export of WordPress: it has no "+name+" where one belongs.", nil)
	}
	return err
}

// start is the next element within the present one, or io.EOF at its end.
func (r *Reader) start() (*xml.StartElement, error) {
	for {
		token, err := r.xml.Token()
		if errors.Is(err, io.EOF) {
			return nil, r.damaged("The export is cut off.", nil)
		}
		if err != nil {
			return nil, r.damaged("The XML is malformed.", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			return &token, nil
		case xml.EndElement:
			return nil, io.EOF
		case xml.Directive:
			return nil, r.damaged("The file declares a document type, which no export of WordPress does.", nil)
		}
	}
}

func (r *Reader) place() exchange.Place {
	line, column := r.raw.InputPos()
	return exchange.Place{File: r.file, Line: line, Column: column}
}

func (r *Reader) damaged(message string, cause error) error {
	if errors.Is(cause, exchange.ErrTooLong) {
		message = "A record of the file is longer than 8 MiB."
	}
	return exchange.Damaged(r.place(), message, cause)
}

// Next implements mapping.Reader.
func (r *Reader) Next() (*mapping.Record, error) {
	for {
		if record, err := r.each(r.record); record != nil || err != nil {
			return record, err
		}
	}
}

// each gives the next element of the channel to use.
func (r *Reader) each(use func(*element) *mapping.Record) (*mapping.Record, error) {
	r.bounded.Next()
	start, err := r.start()
	if err != nil {
		return nil, err
	}
	e := &element{name: start.Name.Local, place: r.place()}
	before := r.raw.InputOffset()
	if err := r.decode(e, start); err != nil {
		return nil, err
	}
	e.size = int(r.raw.InputOffset() - before)
	return use(e), nil
}

// element is a child of the channel; the one of its members is read that its name says.
type element struct {
	name  string
	place exchange.Place
	size  int

	item item
	term term
	text string
}

func (r *Reader) decode(e *element, start *xml.StartElement) (err error) {
	switch e.name {
	case "item":
		err = r.xml.DecodeElement(&e.item, start)
	case "author", "category", "tag":
		err = r.xml.DecodeElement(&e.term, start)
	case "base_site_url", "link":
		err = r.xml.DecodeElement(&e.text, start)
	default:
		err = r.xml.Skip()
	}
	if err != nil {
		return r.damaged("The XML is malformed.", err)
	}
	return nil
}

// note remembers what other records refer to.
func (r *Reader) note(e *element) *mapping.Record {
	switch {
	case e.name == "base_site_url" || e.name == "link" && r.site == "":
		r.site = e.text
	case e.name == "author" && len(r.authors) < maxNotes:
		r.authors[e.term.Login] = e.term.DisplayName
	case e.name == "item" && e.item.Type == "attachment" && len(r.images) < maxNotes:
		r.images[e.item.ID] = image{e.item.Attachment, e.item.meta("_wp_attachment_image_alt")}
	}
	return nil
}

// maxDepth is how deep elements may nest: those of WordPress do a few levels.
const maxDepth = 100

var errDeep = errors.New("elements are nested too deeply")

// shallow gives the tokens of a file whose elements do not nest too deeply.
type shallow struct {
	from  *xml.Decoder
	depth int
}

// Token implements xml.TokenReader.
func (s *shallow) Token() (xml.Token, error) {
	token, err := s.from.RawToken()
	switch token.(type) {
	case xml.StartElement:
		if s.depth++; s.depth > maxDepth {
			return nil, errDeep
		}
	case xml.EndElement:
		s.depth--
	}
	return token, err
}
