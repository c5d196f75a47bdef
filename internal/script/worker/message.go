package worker

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"github.com/quartet-dev/quartet/internal/script/engine"
)

// kind says what a message is about.
type kind byte

// What the parent sends.
const (
	load   kind = iota + 1 // id: the steps of a turn, name: the site as JSON, text: the handlers' script; realm 0
	begin                  // name: the key, text: the call as JSON
	settle                 // id, text: the value as JSON, bytes
	reject                 // id, text: the reason as JSON
	abort                  // the call is about to end
	end                    // the call is over
	drop                   // the realm is not needed any more
	stop                   // end the turn that runs
	grant                  // the slot that was asked for; text: why there is none
)

// What a realm answers with: any number of the first five, then quiet.
const (
	started   kind = iota + 32 // id, name, text: the payload as JSON, bytes
	cancelled                  // id
	done                       // text: the value as JSON
	refused                    // text: a diagnostic as JSON
	failed                     // text: an engine.Failure as JSON
	quiet                      // id: the memory in use, name: "spent" where the realm serves no other call
	slot                       // the turn takes long, and asks for a slot of the processor
)

// message is one message. Which fields count is up to its kind.
type message struct {
	kind  kind
	realm uint32
	id    uint32
	name  string
	text  string
	bytes []byte // nil for none
}

// Bounds of a message: of what the parent sends, and of what a realm answers.
const (
	maxToRealm   = 160 << 20 // a script or a result: more than a realm can hold
	maxFromRealm = 2*engine.MaxPayload + 1<<20
)

// headSize is a kind, a realm, a number, and three lengths; that of bytes is one
// more, so that none and empty differ.
const headSize = 1 + 4 + 4 + 4 + 4 + 4

var errTooLong = errors.New("a message is too long")

// size is how long the message is when it is sent.
func (m *message) size() int { return headSize + len(m.name) + len(m.text) + len(m.bytes) }

// appendTo appends the message as it is sent. Its size was looked at.
func (m *message) appendTo(b []byte) []byte {
	b = append(b, byte(m.kind))
	b = binary.LittleEndian.AppendUint32(b, m.realm)
	b = binary.LittleEndian.AppendUint32(b, m.id)
	b = binary.LittleEndian.AppendUint32(b, number(len(m.name)))
	b = binary.LittleEndian.AppendUint32(b, number(len(m.text)))
	if m.bytes == nil {
		b = binary.LittleEndian.AppendUint32(b, 0)
	} else {
		b = binary.LittleEndian.AppendUint32(b, number(len(m.bytes)+1))
	}
	b = append(append(b, m.name...), m.text...)
	return append(b, m.bytes...)
}

func number(n int) uint32 { return uint32(max(0, n)) } //nolint:gosec // bounded by the size of a message

// readMessage reads the next message, of so many bytes at most. io.EOF is the end
// between two.
func readMessage(r *bufio.Reader, most int64) (*message, error) {
	head, err := r.Peek(headSize)
	if err != nil {
		if len(head) > 0 {
			err = errors.Join(io.ErrUnexpectedEOF, err)
		}
		return nil, err
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(head[1+4*i:]) }
	m := &message{kind: kind(head[0]), realm: word(0), id: word(1)}
	name, text, bytes := int64(word(2)), int64(word(3)), int64(word(4))
	_, _ = r.Discard(headSize) // it is there; head is not any more
	if name+text+bytes > most {
		return nil, errTooLong
	}
	words, err := readText(r, int(name+text))
	if err != nil {
		return nil, errors.Join(io.ErrUnexpectedEOF, err)
	}
	m.name, m.text = words[:name], words[name:]
	if bytes > 0 {
		if m.bytes, err = readBody(r, int(bytes-1)); err != nil {
			return nil, errors.Join(io.ErrUnexpectedEOF, err)
		}
	}
	return m, nil
}

// readText reads so many bytes as a text.
func readText(r *bufio.Reader, length int) (string, error) {
	if length > r.Size() {
		body, err := readBody(r, length)
		return string(body), err
	}
	body, err := r.Peek(length)
	text := string(body)
	_, _ = r.Discard(len(body)) // which are there
	return text, err
}

// readBody reads so many bytes. Memory for them is taken as they come: a length
// alone costs nothing.
func readBody(r io.Reader, length int) ([]byte, error) {
	const step = 1 << 20
	body := make([]byte, min(length, step))
	for done := 0; ; {
		if _, err := io.ReadFull(r, body[done:]); err != nil {
			return nil, err
		}
		if done = len(body); done == length {
			return body, nil
		}
		body = append(body, make([]byte, min(length-done, done))...)
	}
}
