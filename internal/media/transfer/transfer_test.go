package transfer_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/file"
	"github.com/quartet-dev/quartet/internal/media/transfer"
)

var objects = map[string]string{"a/primary-0.webp": "a picture", "a/primary-1.jpg": "", "b/c.unknown": strings.Repeat("long", 100_000)}

func bucket(t *testing.T, objects map[string]string) *file.Bucket {
	t.Helper()
	b, err := file.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	for key, text := range objects {
		put(t, b, key, text)
	}
	return b
}

func put(t *testing.T, b storage.Bucket, key, text string) {
	t.Helper()
	if err := b.Put(t.Context(), key, strings.NewReader(text), storage.Properties{Size: int64(len(text))}); err != nil {
		t.Fatal(err)
	}
}

func held(t *testing.T, b storage.Bucket) map[string]string {
	t.Helper()
	found := map[string]string{}
	for object, err := range b.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		body, _, err := b.Open(t.Context(), object.Key)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(body)
		if err := errors.Join(err, body.Close()); err != nil {
			t.Fatal(err)
		}
		found[object.Key] = string(text)
	}
	return found
}

// breaking fails after so many objects.
type breaking struct {
	storage.Bucket
	left  int
	types map[string]string
}

var errBroken = errors.New("broken")

func (b *breaking) Put(ctx context.Context, key string, body io.Reader, p storage.Properties) error {
	if b.left--; b.left < 0 {
		return errBroken
	}
	b.types[key] = p.MimeType
	return b.Bucket.Put(ctx, key, body, p)
}

// An interrupted copy goes on: in the end there is what was there, with the type
// that a server needs to know.
func TestCopyGoesOn(t *testing.T) {
	from, to := bucket(t, objects), bucket(t, nil)
	first := &breaking{to, 1, map[string]string{}}
	if _, err := transfer.Copy(t.Context(), from, serial{first}, nil); !errors.Is(err, errBroken) {
		t.Fatal(err)
	}
	second := &breaking{to, 2, first.types}
	total, err := transfer.Copy(t.Context(), from, serial{second}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(objects, held(t, to)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"a/primary-0.webp": "image/webp", "a/primary-1.jpg": "image/jpeg", "b/c.unknown": ""}, first.types); diff != "" {
		t.Error(diff)
	}
	if want := (transfer.Total{Objects: 3, Bytes: 400_009}); total != want {
		t.Errorf("%+v, want %+v", total, want)
	}
}

// serial takes one object at a time.
type serial struct{ *breaking }

var one = make(chan struct{}, 1)

func (s serial) Put(ctx context.Context, key string, body io.Reader, p storage.Properties) error {
	one <- struct{}{}
	defer func() { <-one }()
	return s.breaking.Put(ctx, key, body, p)
}

// What is not of the source stays as it is, also under a key that the source has.
func TestCopyOverwritesNothing(t *testing.T) {
	for key, text := range map[string]string{"other/key.webp": "somebody's", "a/primary-0.webp": "other pic"} {
		to := bucket(t, map[string]string{key: text})
		_, err := transfer.Copy(t.Context(), bucket(t, objects), to, nil)
		if !diag.HasCode(err, diag.MediaNotEmpty) {
			t.Errorf("with %s: %v", key, err)
		}
		if found := held(t, to)[key]; found != text {
			t.Errorf("%s is %q now", key, found)
		}
	}
}
