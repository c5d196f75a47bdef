package inspect

import (
	"bytes"
	"unicode/utf8"
)

// isMarkup reports whether bytes begin as HTML or XML does.
func isMarkup(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n\f")
	return len(head) > 1 && head[0] == '<' && (head[1] == '!' || head[1] == '?' || head[1]|0x20 >= 'a' && head[1]|0x20 <= 'z')
}

// isText reports whether bytes are not those of a type that has a signature.
func isText(head []byte) bool {
	actual := sniff(head)
	return actual == "" || actual == "text/vtt"
}

// walkText holds that a file is text in UTF-8 without control characters.
func walkText(s *source, _ string) (Finding, error) {
	return Finding{}, s.text(func([]byte) error { return nil })
}

// text calls each for the pieces of a file of text.
func (s *source) text(each func([]byte) error) error {
	for s.left() > 0 {
		piece, err := s.peekUpTo(window / 2)
		if err != nil {
			return err
		}
		n, err := textBytes(piece, s.left() == int64(len(piece)))
		if err != nil {
			return err
		}
		if err := each(piece[:n]); err != nil {
			return err
		}
		if err := s.skip(int64(n)); err != nil {
			return err
		}
	}
	return nil
}

// textBytes counts the bytes of a piece that are whole characters of text.
func textBytes(piece []byte, last bool) (int, error) {
	for at := 0; at < len(piece); {
		r, n := utf8.DecodeRune(piece[at:])
		if r == utf8.RuneError && n == 1 {
			if !last && !utf8.FullRune(piece[at:]) {
				return at, nil
			}
			return 0, broken("it is not text in UTF-8")
		}
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != '\f' || r == 0x7f {
			return 0, broken("it holds the control character %U", r)
		}
		at += n
	}
	return len(piece), nil
}

// maxJSONDepth is how deep arrays and objects of a JSON file may be nested.
const maxJSONDepth = 512

// walkJSON holds that the brackets and strings of a JSON file are whole. Whoever
// reads it parses it; here it need only be no other thing.
func walkJSON(s *source, _ string) (Finding, error) {
	j := &brackets{}
	if err := s.text(j.read); err != nil {
		return Finding{}, err
	}
	if len(j.open) > 0 || j.quoted || !j.any {
		return Finding{}, errCut
	}
	return Finding{}, nil
}

type brackets struct {
	open                 []byte // what closes the brackets that are open
	quoted, escaped, any bool
}

func (j *brackets) read(piece []byte) error {
	for _, c := range piece {
		if err := j.next(c); err != nil {
			return err
		}
	}
	return nil
}

func (j *brackets) next(c byte) error {
	if j.quoted {
		j.quoted, j.escaped = j.escaped || c != '"', !j.escaped && c == '\\'
		return nil
	}
	switch c {
	case '"':
		j.quoted, j.any = true, true
	case '{', '[':
		j.any = true
		j.open = append(j.open, c+2) // '}' and ']' come two after
		if len(j.open) > maxJSONDepth {
			return broken("it is nested too deep")
		}
	case '}', ']':
		if len(j.open) == 0 || j.open[len(j.open)-1] != c {
			return broken("its brackets do not match")
		}
		j.open = j.open[:len(j.open)-1]
	case '<', '\\', '=', ';', '(':
		return broken("it is not JSON")
	}
	return nil
}
