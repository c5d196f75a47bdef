package sqltext

import "errors"

// Dialects whose lexical rules are known. Any other reads as SQLite.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// Kind is the kind of a Token.
type Kind uint8

// The kinds of a Token.
const (
	Text        Kind = iota // anything that is passed on as it is
	Placeholder             // :name
	Foreign                 // a parameter of the dialect's own, such as ?1, @name or $1
)

// Token is a piece of a statement.
type Token struct {
	Kind Kind
	Text string // as written
}

// Name is the name of a Placeholder, without its colon; "" for other kinds.
func (t Token) Name() string {
	if t.Kind != Placeholder {
		return ""
	}
	return t.Text[1:]
}

// Tokens cuts a statement into pieces that, put together again, are the
// statement. Neighbouring Text is one token.
//
// In PostgreSQL an array slice [a:b] reads as the placeholder :b; written
// [a : b] it does not.
func Tokens(dialect, statement string) []Token {
	s := scanner{postgres: dialect == Postgres, text: statement}
	for s.at < len(s.text) {
		s.next()
	}
	s.flush(s.at)
	return s.tokens
}

// Faults that Check finds.
var (
	ErrOpenQuote   = errors.New("a quotation is not closed")
	ErrOpenComment = errors.New("a comment is not closed")
	ErrParentheses = errors.New("the parentheses are not in pairs")
)

// Check reports whether a statement can stand inside parentheses: every
// quotation, comment and parenthesis that it opens it closes, and no other.
func Check(dialect, statement string) error {
	s := scanner{postgres: dialect == Postgres, text: statement}
	for s.at < len(s.text) && s.fault == nil {
		s.next()
	}
	if s.fault == nil && s.depth != 0 {
		s.fault = ErrParentheses
	}
	return s.fault
}
