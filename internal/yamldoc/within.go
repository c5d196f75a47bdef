package yamldoc

import "strings"

// Within is where the byte at offset of a text is written in the file: it finds the
// characters of the value again in the document, in whichever style the text is
// written. Where they cannot be followed, as through an alias or an escape by
// number, it is n.Pos.
func (d *Document) Within(n *Node, offset int) Position {
	text, isText := n.Value.(string)
	if !isText || offset < 0 || offset > len(text) {
		return n.Pos
	}
	s := d.source(n.Pos)
	if !s.open() {
		return n.Pos
	}
	for _, wanted := range text[:offset] {
		if !isBlank(wanted) && !s.take(wanted) {
			return n.Pos
		}
	}
	s.skipBlanks()
	return s.at
}

// source is the text of a document from a place on.
type source struct {
	rest  []rune
	at    Position
	style rune // ' or " within quotes; 0 elsewhere
}

func (d *Document) source(from Position) *source {
	lines := strings.SplitAfter(d.Text, "\n")
	line := from.Line - d.Line
	if line < 0 || line >= len(lines) {
		return &source{at: from}
	}
	rest := []rune(strings.Join(lines[line:], ""))
	return &source{rest: rest[min(from.Column-1, len(rest)):], at: from}
}

// open moves to the first character of a scalar's text; false where what is there
// stands for something else.
func (s *source) open() bool {
	switch s.peek(0) {
	case '|', '>':
		for s.peek(0) != '\n' && s.peek(0) != 0 {
			s.skip(1)
		}
	case '\'', '"':
		s.style = s.peek(0)
		s.skip(1)
	case '*', '&', '!', 0:
		return false
	}
	return true
}

// peek is the character that many places on; 0 behind the end.
func (s *source) peek(ahead int) rune {
	if ahead >= len(s.rest) {
		return 0
	}
	return s.rest[ahead]
}

func (s *source) skip(n int) {
	for _, r := range s.rest[:min(n, len(s.rest))] {
		if s.at.Column++; r == '\n' {
			s.at = Position{Line: s.at.Line + 1, Column: 1}
		}
	}
	s.rest = s.rest[min(n, len(s.rest)):]
}

// skipBlanks moves over white space, which folding changes, and over escapes of it.
func (s *source) skipBlanks() {
	for {
		switch r := s.peek(0); {
		case isBlank(r):
			s.skip(1)
		case r == '\\' && s.style == '"' && (isBlank(s.peek(1)) || s.peek(1) == 'n' || s.peek(1) == 't'):
			s.skip(2)
		default:
			return
		}
	}
}

// take moves over the next character of the text, which must be the one wanted.
func (s *source) take(wanted rune) bool {
	s.skipBlanks()
	if r := s.peek(0); r == '\\' && s.style == '"' || r == '\'' && s.style == '\'' {
		s.skip(1)
	}
	if s.peek(0) != wanted {
		return false
	}
	s.skip(1)
	return true
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }
