package storagetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// Opener opens an empty bucket; it ends with the test.
type Opener func(t *testing.T) storage.Bucket

// Run runs what every bucket must do.
func Run(t *testing.T, open Opener) {
	for name, test := range map[string]func(*testing.T, storage.Bucket){
		"an object is read as it was put":                  testPut,
		"an object of unknown size is read as it was put":  testPutUnknown,
		"a body that is not what was announced is refused": testMismatch,
		"a body that fails leaves nothing":                 testBrokenBody,
		"a put whose context is over leaves nothing":       testCancelledPut,
		"a refused put keeps what was there":               testRefusedReplace,
		"a put replaces":                                   testReplace,
		"puts of one key at once leave one whole":          testConcurrentPuts,
		"what is not there is not found":                   testNotFound,
		"a range is read by seeking":                       testSeek,
		"an object that is deleted is gone":                testDelete,
		"a list is in the order of keys":                   testListOrder,
		"a list has more than a thousand keys":             testLongList,
		"a list that is left is left":                      testListLeft,
		"what is no key is refused":                        testHostileKeys,
		"the longest key is one":                           testLongestKey,
		"a capability puts what was announced":             testCapability,
		"a capability refuses anything else":               testCapabilityRefuses,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
	if _, ok := open(t).(storage.Receiver); ok {
		runReceiver(t, open)
	}
}

// content is bytes that are not all alike, the same ones for each size.
func content(size int) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(b)
	return b
}

func announce(b []byte) storage.Properties {
	return storage.Properties{MimeType: "image/png", Size: int64(len(b)), SHA256: sha256.Sum256(b)}
}

func put(t *testing.T, b storage.Bucket, key string, body []byte) {
	t.Helper()
	if err := b.Put(t.Context(), key, bytes.NewReader(body), announce(body)); err != nil {
		t.Fatalf("put %s: %v", key, err)
	}
}

func wantObject(t *testing.T, b storage.Bucket, key string, want []byte) {
	t.Helper()
	body, object, err := b.Open(t.Context(), key)
	if err != nil {
		t.Fatalf("open %s: %v", key, err)
	}
	defer body.Close()
	got, err := io.ReadAll(body)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%s: read %d bytes, want %d: %v", key, len(got), len(want), err)
	}
	if object.Key != key || object.Size != int64(len(want)) || object.Changed.IsZero() {
		t.Errorf("opened as %+v", object)
	}
	stat, err := b.Stat(t.Context(), key)
	if err != nil || stat != object {
		t.Errorf("stat is %+v, open said %+v: %v", stat, object, err)
	}
}

func wantNothing(t *testing.T, b storage.Bucket, key string) {
	t.Helper()
	if _, err := b.Stat(t.Context(), key); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("stat %s: %v", key, err)
	}
	if body, _, err := b.Open(t.Context(), key); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("open %s: %v, %v", key, body, err)
	}
	if keys := list(t, b, ""); len(keys) != 0 {
		t.Errorf("there is %v", keys)
	}
	if r, ok := b.(storage.Receiver); ok {
		wantUnfinished(t, r)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

func list(t *testing.T, b storage.Bucket, prefix string) (keys []string) {
	t.Helper()
	for object, err := range b.List(t.Context(), prefix) {
		if err != nil {
			t.Fatalf("list %q: %v", prefix, err)
		}
		keys = append(keys, object.Key)
	}
	return keys
}

// errBroken is how the readers of the suite break.
var errBroken = errors.New("the line is cut")

func broken(after []byte) io.Reader {
	return io.MultiReader(bytes.NewReader(after), failing{})
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errBroken }

// endingWith ends a context after some bytes.
func endingWith(t *testing.T, body []byte, after int) (context.Context, io.Reader) {
	ctx, cancel := context.WithCancel(t.Context())
	return ctx, between(body, after, cancel)
}

// between is a body that does something after some bytes.
func between(body []byte, after int, do func()) io.Reader {
	return io.MultiReader(bytes.NewReader(body[:after]), &pause{do: do}, bytes.NewReader(body[after:]))
}

type pause struct {
	do   func()
	over bool
}

func (p *pause) Read([]byte) (int, error) {
	if p.over {
		return 0, io.EOF
	}
	p.over = true
	p.do()
	return 0, nil
}
