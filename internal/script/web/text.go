package web

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/quartet-dev/quartet/internal/script/engine"
)

var textFuncs = map[string]engine.Func{"text.encode": encode, "text.decode": decode}

// encode gives the bytes of a text.
func encode(args []any) (any, error) {
	s := text(args, 0)
	if len(s) > maxText {
		return nil, errTooLarge
	}
	return []byte(s), nil
}

// decode takes bytes, and whether they must be UTF-8: then the result is nothing
// where they are not.
func decode(args []any) (any, error) {
	b := data(args, 0)
	switch {
	case len(b) > maxText:
		return nil, errTooLarge
	case utf8.Valid(b):
		return string(b), nil
	case flag(args, 1):
		return nil, nil //nolint:nilnil // undefined; the script throws what the standard says
	}
	return wellFormed(b), nil
}

// wellFormed is bytes as a text, with U+FFFD for each part that is none, as the
// standard of encodings has it.
func wellFormed(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	s, err := unicode.UTF8.NewDecoder().Bytes(b)
	if err != nil {
		return string([]rune(string(b))) // not reached: the decoder replaces
	}
	return string(s)
}
