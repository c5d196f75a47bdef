package inspect

import (
	"bytes"
	"strings"
)

// walkPDF holds that a PDF has its end. What it runs, it runs in the sandbox that
// every answer asks the browser for.
func walkPDF(s *source, _ string) (Finding, error) {
	const tail = 1024
	if err := s.seek(max(0, s.size-tail)); err != nil {
		return Finding{}, err
	}
	b, err := s.peekUpTo(tail)
	if err != nil {
		return Finding{}, err
	}
	at := bytes.LastIndex(b, []byte("%%EOF"))
	if at < 0 {
		return Finding{}, errCut
	}
	if rest := bytes.TrimLeft(b[at+5:], "\x00\r\n\t "); len(rest) > 0 {
		return Finding{}, broken("%d bytes follow after its end", len(rest))
	}
	return Finding{}, nil
}

// walkFont holds that a font has the length that it says.
func walkFont(s *source, _ string) (Finding, error) {
	b, err := s.take(12)
	if err != nil {
		return Finding{}, err
	}
	if length := bigEndian(b[8:12]); length != s.size {
		return Finding{}, broken("it says that it has %d bytes, and it has %d", length, s.size)
	}
	return Finding{}, nil
}

// officeParts is the folder that each kind of office document must have.
var officeParts = map[string]string{
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   "word/",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         "xl/",
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": "ppt/",
}

const (
	zipEnd   = 22 // the bytes of the last record, without its comment
	zipEntry = 46
)

// walkZip reads the directory of a file of ZIP, which nothing may follow. Nothing
// is decompressed.
func walkZip(s *source, mime string) (Finding, error) {
	entries, at, err := s.zipDirectory()
	if err != nil {
		return Finding{}, err
	}
	if err := s.seek(at); err != nil {
		return Finding{}, err
	}
	d := &zipNames{part: officeParts[mime]}
	for range entries {
		if err := s.zipEntry(d); err != nil {
			return Finding{}, err
		}
	}
	return Finding{}, d.whole()
}

// zipDirectory finds the last record: how many entries there are, and where their
// directory is.
func (s *source) zipDirectory() (entries int64, at int64, err error) {
	const tail = window / 2
	if err := s.seek(max(0, s.size-tail)); err != nil {
		return 0, 0, err
	}
	from := s.at()
	b, err := s.peekUpTo(tail)
	if err != nil {
		return 0, 0, err
	}
	i := bytes.LastIndex(b, []byte("PK\x05\x06"))
	if i < 0 || len(b)-i < zipEnd {
		return 0, 0, errCut
	}
	if comment := int(little.Uint16(b[i+20:])); len(b) != i+zipEnd+comment {
		return 0, 0, broken("bytes follow after its end")
	}
	length, start := int64(little.Uint32(b[i+12:])), int64(little.Uint32(b[i+16:]))
	if start+length != from+int64(i) {
		return 0, 0, broken("its directory is not where it says, or it is of more than 4 GB")
	}
	return int64(little.Uint16(b[i+10:])), start, nil
}

// zipNames is what the names in a ZIP file say of it.
type zipNames struct {
	part           string // the folder that must be there; "" for any ZIP file
	typed, hasPart bool
}

func (s *source) zipEntry(d *zipNames) error {
	b, err := s.take(zipEntry)
	if err != nil || string(b[:4]) != "PK\x01\x02" {
		return orBroken(err, "its directory cannot be read")
	}
	name, rest := int(little.Uint16(b[28:])), int64(little.Uint16(b[30:]))+int64(little.Uint16(b[32:]))
	shown, err := s.peek(min(name, 256))
	if err != nil {
		return err
	}
	if err := d.add(string(shown)); err != nil {
		return err
	}
	return s.skip(int64(name) + rest)
}

func (d *zipNames) add(name string) error {
	if d.part == "" {
		return nil
	}
	d.typed = d.typed || name == "[Content_Types].xml"
	d.hasPart = d.hasPart || strings.HasPrefix(name, d.part)
	if strings.EqualFold(name[strings.LastIndexByte(name, '/')+1:], "vbaProject.bin") {
		return harmful("The document holds macros. Save it without macros and upload it again")
	}
	return nil
}

func (d *zipNames) whole() error {
	if d.part != "" && !(d.typed && d.hasPart) {
		return broken("it is a ZIP file without the parts of such a document")
	}
	return nil
}
