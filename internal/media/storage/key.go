package storage

import (
	"errors"
	"fmt"
	"strings"
)

// ErrKey is what every adapter answers to a key that is none, before it looks
// at anything.
var ErrKey = errors.New("not a key of the media storage")

const (
	maxKey     = 512
	maxSegment = 200 // file systems end at 255
)

// CheckKey is ErrKey unless key is one as Bucket says. No segment begins with
// a '.': that is where adapters keep what is theirs, and where ".." is.
func CheckKey(key string) error {
	if key == "" || len(key) > maxKey {
		return fmt.Errorf("%w: it has %d bytes", ErrKey, len(key))
	}
	for segment := range strings.SplitSeq(key, "/") {
		if !isSegment(segment) {
			return fmt.Errorf("%w: %q", ErrKey, key)
		}
	}
	return nil
}

func isSegment(s string) bool {
	if s == "" || s[0] == '.' || len(s) > maxSegment {
		return false
	}
	for i := range len(s) {
		if !isKeyByte(s[i]) {
			return false
		}
	}
	return true
}

func isKeyByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '.' || c == '-' || c == '_'
}
