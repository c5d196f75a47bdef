package storagetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

func testNotFound(t *testing.T, b storage.Bucket) {
	wantNothing(t, b, key)
	put(t, b, key, content(10))
	for _, other := range []string{"covers", "covers/0198c", "covers/0198c/primary-1.pn", "covers/0198c/primary-2.png"} {
		if _, err := b.Stat(t.Context(), other); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("stat %s: %v", other, err)
		}
		if _, _, err := b.Open(t.Context(), other); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("open %s: %v", other, err)
		}
	}
}

func testSeek(t *testing.T, b storage.Bucket) {
	want := content(600 << 10)
	put(t, b, key, want)
	body, _, err := b.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	for _, step := range []struct {
		offset int64
		whence int
		at     int64
		read   int
	}{
		{0, io.SeekEnd, 600 << 10, 0}, // how http.ServeContent learns the size
		{0, io.SeekStart, 0, 10},
		{500 << 10, io.SeekStart, 500 << 10, 1000},
		{-500, io.SeekCurrent, 500<<10 + 500, 500},
		{-3, io.SeekEnd, 600<<10 - 3, 3},
		{1, io.SeekStart, 1, 300 << 10},
	} {
		at, err := body.Seek(step.offset, step.whence)
		if err != nil || at != step.at {
			t.Fatalf("%+v: at %d: %v", step, at, err)
		}
		got := make([]byte, step.read)
		if _, err = io.ReadFull(body, got); err != nil || !bytes.Equal(got, want[at:at+int64(step.read)]) {
			t.Fatalf("%+v: read others: %v", step, err)
		}
	}
	if _, err = body.Seek(-1, io.SeekStart); err == nil {
		t.Error("there is a place before the beginning")
	}
	if _, err = body.Seek(0, io.SeekEnd); err != nil {
		t.Fatal(err)
	}
	if n, err := body.Read(make([]byte, 1)); n != 0 || err != io.EOF { //nolint:errorlint // readers give io.EOF itself
		t.Errorf("read %d at the end: %v", n, err)
	}
}

func testDelete(t *testing.T, b storage.Bucket) {
	beside := "covers/0198c/primary-2.png"
	put(t, b, key, content(10))
	put(t, b, beside, content(20))
	for _, gone := range []string{key, key, "never/there.png", "covers/0198c"} {
		if err := b.Delete(t.Context(), gone); err != nil {
			t.Fatal(err)
		}
	}
	wantObject(t, b, beside, content(20))
	if err := b.Delete(t.Context(), beside); err != nil {
		t.Fatal(err)
	}
	wantNothing(t, b, key)
	put(t, b, key, content(30))
	wantObject(t, b, key, content(30))
}

func testListOrder(t *testing.T, b storage.Bucket) {
	keys := []string{ // in order: '-' and '.' come before '/', which comes before digits
		"a-b/x", "a.b", "a/b", "a/b-c/x", "a/b.c", "a0", "b/a/a/a", "b/a/b", "b/a_", "ba/a",
	}
	for _, k := range slices.Backward(keys) {
		put(t, b, k, []byte(k))
	}
	put(t, b, "A", nil)
	for prefix, want := range map[string][]string{
		"":       append([]string{"A"}, keys...),
		"a":      keys[:6],
		"a/":     keys[2:5],
		"a/b":    keys[2:5],
		"a/b-":   keys[3:4],
		"b/a":    keys[6:9],
		"b/a/":   keys[6:8],
		"b/a/b":  keys[7:8],
		"b/a/bb": nil,
		"c":      nil,
		"a/b/c/": nil,
		"../":    nil,
		"/":      nil,
	} {
		if got := list(t, b, prefix); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", prefix, got, want)
		}
	}
}

func testLongList(t *testing.T, b storage.Bucket) {
	want := make([]string, 1100) // a server gives a thousand at a time
	var writers sync.WaitGroup
	for first := range 20 {
		writers.Go(func() {
			for i := first; i < len(want); i += 20 {
				want[i] = fmt.Sprintf("many/%04d.png", i)
				if err := b.Put(t.Context(), want[i], bytes.NewReader([]byte{1}), announce([]byte{1})); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if got := list(t, b, "many/"); !slices.Equal(got, want) {
		t.Errorf("%d keys of %d, or in another order", len(got), len(want))
	}
	if got := list(t, b, "many/1"); !slices.Equal(got, want[1000:]) {
		t.Errorf("%d keys", len(got))
	}
}

func testListLeft(t *testing.T, b storage.Bucket) {
	for _, k := range []string{"a/1", "b/1", "c/1"} {
		put(t, b, k, nil)
	}
	for object, err := range b.List(t.Context(), "") {
		if object.Key != "a/1" || object.Size != 0 || object.Changed.IsZero() || err != nil {
			t.Errorf("first is %+v, %v", object, err)
		}
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	seen := 0
	for _, err := range b.List(ctx, "") {
		wantError(t, err, context.Canceled)
		seen++
	}
	if seen != 1 {
		t.Errorf("%d answers without a context", seen)
	}
	for object, err := range b.List(t.Context(), "") { // objects go while they are listed
		if err != nil {
			t.Fatal(err)
		}
		if err = b.Delete(t.Context(), object.Key); err != nil {
			t.Fatal(err)
		}
	}
	wantNothing(t, b, "a/1")
}

var hostileKeys = []string{
	"", "/", "a/", "/a", "a//b", ".", "..", "../a", "a/..", "a/../b", "a/./b", "./a", ".partial", "a/.partial", ".received", "a/.put-1",
	".sgwtmp/a", "a\x00b", "\x00", "a\\b", "a b", "a?b", "a#b", "a%2e%2e", "a:b", "a\nb", "é", "\xff", "C:", "a*",
	strings.Repeat("a", 201), strings.Repeat("a/", 256) + "a", strings.Repeat("abcdefg/", 75) + "a",
}

func testHostileKeys(t *testing.T, b storage.Bucket) {
	for _, k := range hostileKeys {
		_, stat := b.Stat(t.Context(), k)
		_, _, open := b.Open(t.Context(), k)
		_, _, capability := b.Capability(t.Context(), k, announce(content(1)), maxTTL)
		errs := map[string]error{
			"put": b.Put(t.Context(), k, bytes.NewReader(content(1)), announce(content(1))), "stat": stat, "open": open,
			"delete": b.Delete(t.Context(), k), "capability": capability,
		}
		if r, ok := b.(storage.Receiver); ok {
			_, errs["received"] = r.Received(t.Context(), k, announce(content(1)))
			_, errs["receive"] = r.Receive(t.Context(), k, 0, bytes.NewReader(content(1)), announce(content(1)))
			errs["discard"] = r.Discard(t.Context(), k)
		}
		for call, err := range errs {
			if !errors.Is(err, storage.ErrKey) {
				t.Errorf("%s %q: %v", call, k, err)
			}
		}
		if url := b.PublicURL(k); url != "" {
			t.Errorf("%q is public at %s", k, url)
		}
	}
	wantNothing(t, b, "nothing")
}

func testLongestKey(t *testing.T, b storage.Bucket) {
	k := strings.Repeat(strings.Repeat("k", 127)+"/", 3) + strings.Repeat("K", 128)
	put(t, b, k, content(100))
	wantObject(t, b, k, content(100))
	if got := list(t, b, k); !slices.Equal(got, []string{k}) {
		t.Errorf("listed %q", got)
	}
}
