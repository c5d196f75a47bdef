package storagetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"slices"
	"sync"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

const key = "covers/0198c/primary-1.png"

// sizes are around the buffers and parts that adapters copy by.
var sizes = []int{0, 1, 32<<10 - 1, 128 << 10, 128<<10 + 1, 6 << 20}

func testPut(t *testing.T, b storage.Bucket) {
	for _, size := range sizes {
		put(t, b, key, content(size))
		wantObject(t, b, key, content(size))
	}
}

func testPutUnknown(t *testing.T, b storage.Bucket) {
	for _, size := range sizes {
		body := io.MultiReader(bytes.NewReader(content(size))) // that nobody can ask how long it is
		if err := b.Put(t.Context(), key, body, storage.Properties{MimeType: "image/png", Size: -1}); err != nil {
			t.Fatalf("%d bytes: %v", size, err)
		}
		wantObject(t, b, key, content(size))
	}
}

// mismatches are bodies for what content(size) announces.
func mismatches(size int) map[string][]byte {
	other := content(size)
	other[size/2]++
	return map[string][]byte{
		"nothing":      {},
		"cut short":    content(size)[:size-1],
		"a byte more":  append(content(size), 0),
		"much more":    append(content(size), make([]byte, 300<<10)...),
		"another byte": other,
	}
}

func testMismatch(t *testing.T, b storage.Bucket) {
	for _, size := range []int{1, 200 << 10} {
		for name, body := range mismatches(size) {
			t.Run(name, func(t *testing.T) {
				err := b.Put(t.Context(), key, io.MultiReader(bytes.NewReader(body)), announce(content(size)))
				wantError(t, err, storage.ErrMismatch)
				wantNothing(t, b, key)
			})
		}
	}
	t.Run("without end", func(t *testing.T) {
		wantError(t, b.Put(t.Context(), key, &endless{t, 4 << 20}, announce(content(1000))), storage.ErrMismatch)
		wantNothing(t, b, key)
	})
	t.Run("of unknown size", func(t *testing.T) {
		p := storage.Properties{MimeType: "image/png", Size: -1, SHA256: sha256.Sum256([]byte("other"))}
		wantError(t, b.Put(t.Context(), key, bytes.NewReader(content(100)), p), storage.ErrMismatch)
		wantNothing(t, b, key)
	})
}

// endless fails the test of whoever reads on.
type endless struct {
	t    *testing.T
	left int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left -= len(p); e.left < 0 {
		e.t.Error("it is read to its end, which never comes")
		return 0, errBroken
	}
	return len(p), nil
}

func testBrokenBody(t *testing.T, b storage.Bucket) {
	for _, after := range []int{0, 1, 200 << 10} {
		p := announce(content(300 << 10))
		wantError(t, b.Put(t.Context(), key, broken(content(after)), p), errBroken)
		p.Size = -1
		wantError(t, b.Put(t.Context(), key, broken(content(after)), p), errBroken)
	}
	wantNothing(t, b, key)
}

func testCancelledPut(t *testing.T, b storage.Bucket) {
	body := content(300 << 10)
	ctx, reader := endingWith(t, body, 150<<10)
	wantError(t, b.Put(ctx, key, reader, announce(body)), context.Canceled)
	wantError(t, b.Put(ctx, key, bytes.NewReader(body), announce(body)), context.Canceled)
	wantNothing(t, b, key)
}

func testRefusedReplace(t *testing.T, b storage.Bucket) {
	put(t, b, key, content(1000))
	for name, body := range mismatches(500) {
		t.Run(name, func(t *testing.T) {
			wantError(t, b.Put(t.Context(), key, bytes.NewReader(body), announce(content(500))), storage.ErrMismatch)
			wantObject(t, b, key, content(1000))
		})
	}
	wantError(t, b.Put(t.Context(), key, broken(content(400)), announce(content(500))), errBroken)
	wantObject(t, b, key, content(1000))
}

func testReplace(t *testing.T, b storage.Bucket) {
	put(t, b, key, content(1000))
	put(t, b, key, content(10))
	wantObject(t, b, key, content(10))
}

// testConcurrentPuts reads beside the writes: what is read is one of the bodies.
func testConcurrentPuts(t *testing.T, b storage.Bucket) {
	bodies := make([][]byte, 8)
	for i := range bodies {
		bodies[i] = bytes.Repeat([]byte{byte('a' + i)}, 50<<10+i)
	}
	put(t, b, key, bodies[0])
	var writers sync.WaitGroup
	for _, body := range bodies {
		writers.Go(func() {
			for range 3 {
				if err := b.Put(t.Context(), key, bytes.NewReader(body), announce(body)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 10 {
		wantOneOf(t, b, bodies)
	}
	writers.Wait()
	wantOneOf(t, b, bodies)
	if keys := list(t, b, ""); !slices.Equal(keys, []string{key}) {
		t.Errorf("left %v", keys)
	}
}

func wantOneOf(t *testing.T, b storage.Bucket, bodies [][]byte) {
	t.Helper()
	body, _, err := b.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	got, err := io.ReadAll(body)
	if err != nil || !slices.ContainsFunc(bodies, func(b []byte) bool { return bytes.Equal(b, got) }) {
		t.Errorf("read %d bytes that nobody put: %v", len(got), err)
	}
}
