package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // for signatures of services that still use it
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"hash"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/script/engine"
)

var cryptoFuncs = map[string]engine.Func{
	"crypto.digest": digest, "crypto.sign": sign, "crypto.verify": verify, "crypto.random": random, "crypto.uuid": newUUID,
}

var hashes = map[string]func() hash.Hash{"SHA-1": sha1.New, "SHA-256": sha256.New, "SHA-384": sha512.New384, "SHA-512": sha512.New}

var errUnknownHash = errors.New("the hash is none of SHA-1, SHA-256, SHA-384 and SHA-512")

// digest takes the name of a hash and bytes.
func digest(args []any) (any, error) {
	algorithm, b := hashes[text(args, 0)], data(args, 1)
	switch {
	case algorithm == nil:
		return nil, errUnknownHash
	case len(b) > maxText:
		return nil, errTooLarge
	}
	h := algorithm()
	h.Write(b)
	return h.Sum(nil), nil
}

// sign takes the name of a hash, a key and bytes, and gives their HMAC.
func sign(args []any) (any, error) {
	algorithm, b := hashes[text(args, 0)], data(args, 2)
	switch {
	case algorithm == nil:
		return nil, errUnknownHash
	case len(b) > maxText:
		return nil, errTooLarge
	}
	mac := hmac.New(algorithm, data(args, 1))
	mac.Write(b)
	return mac.Sum(nil), nil
}

// verify takes what sign takes, and a signature. How long it takes tells nothing
// of the signature that would be right.
func verify(args []any) (any, error) {
	want, err := sign(args)
	if err != nil {
		return nil, err
	}
	expected, _ := want.([]byte)
	return hmac.Equal(expected, data(args, 3)), nil
}

// maxRandom is how many random bytes one call gives, as the standard has it.
const maxRandom = 64 << 10

func random(args []any) (any, error) {
	n := number(args, 0)
	if !(n >= 0 && n <= maxRandom) {
		return nil, errTooLarge
	}
	b := make([]byte, int(n))
	if _, err := rand.Read(b); err != nil {
		return nil, err //nolint:wrapcheck // never: rand.Read ends the program instead
	}
	return b, nil
}

func newUUID([]any) (any, error) { return uuid.NewString(), nil }
