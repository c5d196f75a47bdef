package content

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"hash"
	"slices"
	"strings"
	"sync"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// maxCursor is the longest cursor that is given out or taken, in bytes: what
// fits a URL that proxies pass on.
const maxCursor = 8 << 10

// sealer makes cursors: the order keys of the last row, sealed with AES-GCM
// for one View or list. The nonce is a keyed hash of what is sealed: the same page has
// the same cursor, so that its answer compares equal, and a nonce comes back
// with its own text alone (decision 7).
type sealer struct {
	aead  cipher.AEAD
	tools sync.Pool // of *sealTools
}

// sealTools are what one cursor is made with, kept for the next.
type sealTools struct {
	mac    hash.Hash // keyed
	text   []byte    // what the cursor is for, then the keys
	sealed []byte    // the nonce, then the cursor
}

func newSealer(secret []byte) (*sealer, error) {
	sealKey, err := hkdf.Key(sha256.New, secret, nil, "quartet cursor seal", 32)
	if err != nil {
		return nil, diag.Internal(err)
	}
	nonceKey, err := hkdf.Key(sha256.New, secret, nil, "quartet cursor nonce", 32)
	if err != nil {
		return nil, diag.Internal(err)
	}
	block, err := aes.NewCipher(sealKey)
	if err != nil {
		return nil, diag.Internal(err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, diag.Internal(err)
	}
	return &sealer{aead: aead, tools: sync.Pool{New: func() any {
		return &sealTools{mac: hmac.New(sha256.New, nonceKey)}
	}}}, nil
}

// seal gives the cursor after keys, or "" when the keys are so long that the
// cursor would not be taken back; page paging still goes on from there. bound is
// a hash of what the cursor is for, such as the View's fingerprint: all of one
// length.
func (s *sealer) seal(bound string, keys []any) string {
	tools := s.tools.Get().(*sealTools)
	defer s.tools.Put(tools)
	tools.text = jsonvalue.Append(append(tools.text[:0], bound...), keys)
	binding, text := tools.text[:len(bound)], tools.text[len(bound):]
	if base64.RawURLEncoding.EncodedLen(s.aead.NonceSize()+len(text)+s.aead.Overhead()) > maxCursor {
		tools.text = nil
		return ""
	}
	tools.mac.Reset()
	tools.mac.Write(tools.text) // what it is for is of one length for everything
	nonce := tools.mac.Sum(tools.sealed[:0])[:s.aead.NonceSize()]
	tools.sealed = s.aead.Seal(nonce, nonce, text, binding)
	return base64.RawURLEncoding.EncodeToString(tools.sealed)
}

// open gives the order keys back, one of counts of them, or
// INPUT_VALIDATION_FAILED at input#/cursor for a cursor that was not sealed here
// for the same thing as it is now.
func (s *sealer) open(bound, cursor string, counts ...int) ([]any, error) {
	if len(cursor) > maxCursor || strings.ContainsAny(cursor, "\r\n") {
		return nil, badCursor()
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(sealed) < s.aead.NonceSize() {
		return nil, badCursor()
	}
	nonce, sealed := sealed[:s.aead.NonceSize()], sealed[s.aead.NonceSize():]
	text, err := s.aead.Open(nil, nonce, sealed, []byte(bound))
	if err != nil {
		return nil, badCursor()
	}
	return decodeKeys(counts, text)
}

func decodeKeys(counts []int, text []byte) ([]any, error) {
	value, err := jsonvalue.Decode(text, jsonvalue.Limits{})
	keys, ok := value.([]any)
	if err != nil || !ok || !slices.Contains(counts, len(keys)) {
		return nil, badCursor()
	}
	return keys, nil
}

func badCursor() *diag.Diagnostic {
	d := diag.At(diag.InputValidationFailed, "input#/cursor", "The cursor is not one that this list gave out.")
	d.Suggestion = "Take nextCursor of the page before, or start without a cursor."
	return d
}
