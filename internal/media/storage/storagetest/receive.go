package storagetest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// A receiving bucket is both.
type receiving interface {
	storage.Bucket
	storage.Receiver
}

func runReceiver(t *testing.T, open Opener) {
	for name, test := range map[string]func(*testing.T, receiving){
		"an upload is received":                         testReceive,
		"an upload goes on after a break":               testBreak,
		"an upload goes on where it is":                 testOffset,
		"an upload without a size is refused":           testNoSize,
		"an upload that is not what was announced goes": testReceiveMismatch,
		"an upload is finished twice":                   testFinishTwice,
		"requests at once do not mix their bytes":       testRequestsAtOnce,
		"a request that is overtaken writes nothing":    testOvertaken,
		"what is unfinished is listed and discarded":    testUnfinished,
		"an upload that is discarded does not go on":    testDiscardBeside,
		"a put leaves an upload of the key alone":       testPutBeside,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t).(receiving)) })
	}
}

func receive(t *testing.T, b receiving, offset int64, body, whole []byte) {
	t.Helper()
	n, err := b.Receive(t.Context(), key, offset, bytes.NewReader(body), announce(whole))
	if err != nil || n != offset+int64(len(body)) {
		t.Fatalf("received %d of %d: %v", n, offset+int64(len(body)), err)
	}
}

func wantReceived(t *testing.T, b receiving, whole []byte, want int) {
	t.Helper()
	if n, err := b.Received(t.Context(), key, announce(whole)); n != int64(want) || err != nil {
		t.Errorf("received %d, want %d: %v", n, want, err)
	}
}

func wantUnfinished(t *testing.T, r storage.Receiver, want ...string) {
	t.Helper()
	var got []string
	for object, err := range r.Unfinished(t.Context()) {
		if err != nil || object.Changed.IsZero() {
			t.Errorf("unfinished: %+v, %v", object, err)
		}
		got = append(got, object.Key)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("unfinished: %q, want %q", got, want)
	}
}

func testReceive(t *testing.T, b receiving) {
	for i, size := range sizes {
		whole := content(size)
		k := string(rune('a'+i)) + ".png"
		n, err := b.Receive(t.Context(), k, 0, bytes.NewReader(whole), announce(whole))
		if err != nil || n != int64(size) {
			t.Fatalf("%d of %d: %v", n, size, err)
		}
		wantObject(t, b, k, whole)
	}
	wantUnfinished(t, b)
}

func testBreak(t *testing.T, b receiving) {
	whole := content(700 << 10)
	wantReceived(t, b, whole, 0)
	receive(t, b, 0, whole[:100], whole) // a body that ends early
	wantReceived(t, b, whole, 100)
	n, err := b.Receive(t.Context(), key, 100, broken(whole[100:300<<10]), announce(whole))
	if wantError(t, err, errBroken); n != 300<<10 {
		t.Errorf("%d bytes before the break", n)
	}
	wantReceived(t, b, whole, 300<<10)
	ctx, reader := endingWith(t, whole[300<<10:], 200<<10)
	n, err = b.Receive(ctx, key, 300<<10, reader, announce(whole))
	if wantError(t, err, context.Canceled); n != 500<<10 {
		t.Errorf("%d bytes before the end of the context", n)
	}
	if _, err = b.Stat(t.Context(), key); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("readable before it is whole: %v", err)
	}
	receive(t, b, 500<<10, whole[500<<10:], whole)
	wantObject(t, b, key, whole)
	wantReceived(t, b, whole, len(whole))
	wantUnfinished(t, b)
}

func testOffset(t *testing.T, b receiving) {
	whole := content(1000)
	receive(t, b, 0, whole[:400], whole)
	for _, offset := range []int64{-1, 0, 399, 401, 1000, 1001} {
		n, err := b.Receive(t.Context(), key, offset, bytes.NewReader(whole), announce(whole))
		if wantError(t, err, storage.ErrOffset); n != 400 {
			t.Errorf("at %d: there are %d", offset, n)
		}
	}
	wantReceived(t, b, whole, 400)
	receive(t, b, 400, nil, whole)
	receive(t, b, 400, whole[400:], whole)
	wantObject(t, b, key, whole)
	other := "covers/other.png"
	if n, err := b.Receive(t.Context(), other, 10, bytes.NewReader(whole[10:]), announce(whole)); n != 0 || !errors.Is(err, storage.ErrOffset) {
		t.Errorf("an upload began at 10: %d, %v", n, err)
	}
	wantUnfinished(t, b)
}

func testNoSize(t *testing.T, b receiving) {
	p := storage.Properties{MimeType: "image/png", Size: -1}
	if n, err := b.Receive(t.Context(), key, 0, bytes.NewReader(content(10)), p); err == nil {
		t.Errorf("received %d", n)
	}
	wantNothing(t, b, key)
}

func testReceiveMismatch(t *testing.T, b receiving) {
	whole := content(200 << 10)
	for name, body := range mismatches(len(whole)) {
		for _, first := range []int{0, 1000} {
			if len(body) < len(whole) {
				continue // it goes on
			}
			t.Run(name, func(t *testing.T) {
				if first > 0 {
					receive(t, b, 0, body[:first], whole)
				}
				n, err := b.Receive(t.Context(), key, int64(first), bytes.NewReader(body[first:]), announce(whole))
				if wantError(t, err, storage.ErrMismatch); n != 0 {
					t.Errorf("kept %d bytes", n)
				}
				wantReceived(t, b, whole, 0)
				wantNothing(t, b, key)
			})
		}
	}
	receive(t, b, 0, whole, whole)
	wantObject(t, b, key, whole)
}

func testFinishTwice(t *testing.T, b receiving) {
	whole := content(1000)
	receive(t, b, 0, whole, whole)
	receive(t, b, 1000, nil, whole)
	n, err := b.Receive(t.Context(), key, 0, bytes.NewReader(whole), announce(whole))
	if wantError(t, err, storage.ErrOffset); n != 1000 {
		t.Errorf("there are %d", n)
	}
	_, err = b.Receive(t.Context(), key, 1000, bytes.NewReader([]byte{1}), announce(whole))
	wantError(t, err, storage.ErrMismatch)
	wantObject(t, b, key, whole)
	wantUnfinished(t, b)
}

// testOvertaken: the first request hangs before its first byte, and the client
// begins again with another.
func testOvertaken(t *testing.T, b receiving) {
	whole := content(1000)
	late := between(make([]byte, 100), 0, func() { receive(t, b, 0, whole[:500], whole) })
	_, err := b.Receive(t.Context(), key, 0, late, announce(whole))
	wantError(t, err, storage.ErrOffset)
	receive(t, b, 500, whole[500:], whole)
	wantObject(t, b, key, whole)
}

// testRequestsAtOnce: of those that begin at one place one goes on at each
// moment; what becomes readable is what was announced.
func testRequestsAtOnce(t *testing.T, b receiving) {
	whole := content(2 << 20)
	for range 5 {
		var requests sync.WaitGroup
		for range 4 {
			requests.Go(func() {
				n, err := b.Receive(t.Context(), key, 0, io.MultiReader(bytes.NewReader(whole)), announce(whole))
				if err != nil && !errors.Is(err, storage.ErrOffset) || err == nil && n != int64(len(whole)) {
					t.Errorf("%d: %v", n, err)
				}
			})
		}
		requests.Wait()
		n, err := b.Received(t.Context(), key, announce(whole))
		if err != nil {
			t.Fatal(err)
		}
		receive(t, b, n, whole[n:], whole)
		wantObject(t, b, key, whole)
		if err = b.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	wantNothing(t, b, key)
}

func testUnfinished(t *testing.T, b receiving) {
	whole := content(1000)
	keys := []string{"a/1.png", "a/b/2.png", "c.png"}
	for _, k := range keys {
		if _, err := b.Receive(t.Context(), k, 0, bytes.NewReader(whole[:10]), announce(whole)); err != nil {
			t.Fatal(err)
		}
	}
	wantUnfinished(t, b, keys...)
	for object, err := range b.Unfinished(t.Context()) {
		if object.Size != 10 || err != nil {
			t.Errorf("%+v: %v", object, err)
		}
		if err = errors.Join(b.Discard(t.Context(), object.Key), b.Discard(t.Context(), object.Key)); err != nil {
			t.Error(err)
		}
	}
	if err := b.Discard(t.Context(), "never.png"); err != nil {
		t.Error(err)
	}
	wantNothing(t, b, "c.png")
}

func testDiscardBeside(t *testing.T, b receiving) {
	whole := content(400 << 10)
	body := between(whole, 200<<10, func() {
		if err := b.Discard(t.Context(), key); err != nil {
			t.Error(err)
		}
	})
	_, err := b.Receive(t.Context(), key, 0, body, announce(whole))
	wantError(t, err, storage.ErrOffset)
	wantNothing(t, b, key)
}

func testPutBeside(t *testing.T, b receiving) {
	whole := content(1000)
	receive(t, b, 0, whole[:10], whole)
	put(t, b, key, content(500))
	wantReceived(t, b, whole, 10)
	receive(t, b, 10, whole[10:], whole)
	wantObject(t, b, key, whole)
}
