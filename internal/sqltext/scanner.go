package sqltext

import "strings"

// scanner walks a statement. The text between flushed and at is Text so far.
type scanner struct {
	postgres bool
	text     string
	at       int
	flushed  int
	depth    int // of parentheses
	tokens   []Token
	fault    error // the first
}

// next moves over one lexical unit.
func (s *scanner) next() {
	switch c := s.text[s.at]; {
	case isNamePart(c):
		s.word()
	case c == '\'':
		s.quotation(c, false)
	case c == '"', c == '`' && !s.postgres:
		s.quotation(c, false)
	case c == '[' && !s.postgres:
		s.upTo("]", ErrOpenQuote)
	case strings.HasPrefix(s.text[s.at:], "--"):
		s.line()
	case strings.HasPrefix(s.text[s.at:], "/*"):
		s.comment()
	case c == ':':
		s.colon()
	case c == '$' || c == '?' || c == '@':
		s.parameter(c)
	default:
		s.parenthesis(c)
		s.at++
	}
}

func (s *scanner) parenthesis(c byte) {
	switch c {
	case '(':
		s.depth++
	case ')':
		if s.depth--; s.depth < 0 {
			s.fail(ErrParentheses)
		}
	}
}

func (s *scanner) fail(err error) {
	if s.fault == nil {
		s.fault = err
	}
}

// word moves over a name, keyword or number. A dollar sign may be part of it.
// E'…' is PostgreSQL's literal with backslash escapes.
func (s *scanner) word() {
	start := s.at
	for s.at < len(s.text) && (isNamePart(s.text[s.at]) || s.text[s.at] == '$') {
		s.at++
	}
	if s.postgres && strings.EqualFold(s.text[start:s.at], "e") && s.at < len(s.text) && s.text[s.at] == '\'' {
		s.quotation('\'', true)
	}
}

// quotation moves over a literal or quoted name; its doubled quote is escaped.
func (s *scanner) quotation(quote byte, backslash bool) {
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\' && backslash:
			s.at++
		case c == quote && s.follows(quote):
			s.at++
		case c == quote:
			s.at++
			return
		}
	}
	s.at = len(s.text)
	s.fail(ErrOpenQuote)
}

func (s *scanner) follows(c byte) bool {
	return s.at+1 < len(s.text) && s.text[s.at+1] == c
}

// upTo moves behind the next occurrence of end.
func (s *scanner) upTo(end string, open error) {
	i := strings.Index(s.text[s.at:], end)
	if i < 0 {
		s.at = len(s.text)
		s.fail(open)
		return
	}
	s.at += i + len(end)
}

func (s *scanner) line() {
	if i := strings.IndexByte(s.text[s.at:], '\n'); i >= 0 {
		s.at += i
		return
	}
	s.at = len(s.text)
}

// comment moves over a block comment; only PostgreSQL's nest.
func (s *scanner) comment() {
	s.at += 2
	if !s.postgres {
		s.upTo("*/", ErrOpenComment)
		return
	}
	for level := 1; level > 0; {
		rest := s.text[s.at:]
		switch {
		case rest == "":
			s.fail(ErrOpenComment)
			return
		case strings.HasPrefix(rest, "/*"):
			level++
			s.at += 2
		case strings.HasPrefix(rest, "*/"):
			level--
			s.at += 2
		default:
			s.at++
		}
	}
}

func (s *scanner) colon() {
	switch {
	case s.follows(':'):
		s.at += 2
	case s.at+1 < len(s.text) && isNameStart(s.text[s.at+1]):
		s.emit(Placeholder, 1+nameLength(s.text[s.at+1:]))
	case s.at+1 < len(s.text) && isNamePart(s.text[s.at+1]) && !s.postgres:
		s.emit(Foreign, 1+nameLength(s.text[s.at+1:]))
	default:
		s.at++
	}
}

// parameter distinguishes the dialect's own parameters from operators and from
// PostgreSQL's dollar quotation.
func (s *scanner) parameter(c byte) {
	length := nameLength(s.text[s.at+1:])
	switch {
	case s.postgres && c == '$' && s.dollarQuotation(length):
	case s.postgres && c == '$' && length > 0, !s.postgres && (length > 0 || c == '?'):
		s.emit(Foreign, 1+length)
	default:
		s.at++
	}
}

// dollarQuotation moves over $tag$ … $tag$, if one begins here.
func (s *scanner) dollarQuotation(tagLength int) bool {
	rest := s.text[s.at:]
	end := 1 + tagLength
	if end >= len(rest) || rest[end] != '$' || tagLength > 0 && !isNameStart(rest[1]) {
		return false
	}
	s.at += end + 1
	s.upTo(rest[:end+1], ErrOpenQuote)
	return true
}

func (s *scanner) emit(kind Kind, length int) {
	start := s.at
	s.flush(start)
	s.at += length
	s.tokens = append(s.tokens, Token{kind, s.text[start:s.at]})
	s.flushed = s.at
}

func (s *scanner) flush(end int) {
	if end > s.flushed {
		s.tokens = append(s.tokens, Token{Text, s.text[s.flushed:end]})
		s.flushed = end
	}
}

func nameLength(text string) int {
	n := 0
	for n < len(text) && isNamePart(text[n]) {
		n++
	}
	return n
}

func isNameStart(c byte) bool {
	return c == '_' || c >= 0x80 || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isNamePart(c byte) bool { return isNameStart(c) || '0' <= c && c <= '9' }
