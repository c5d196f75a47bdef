package file

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// leave puts a file where a crash left one.
func leave(t *testing.T, dir, name, body string) {
	t.Helper()
	folder := filepath.Join(dir, unfinished, key)
	err := os.MkdirAll(folder, folderMode)
	if err = errors.Join(err, os.WriteFile(filepath.Join(folder, name), []byte(body), fileMode)); err != nil {
		t.Fatal(err)
	}
}

func TestWhatACrashLeftOfAPutIsUnfinished(t *testing.T) {
	dir := t.TempDir()
	leave(t, dir, putPrefix+"ONE", "by")
	leave(t, dir, putPrefix+"TWO", "byt")
	b := open(t, dir)
	if _, err := b.Stat(t.Context(), key); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("readable: %v", err)
	}
	seen := 0
	for object, err := range b.Unfinished(t.Context()) {
		seen++
		if err != nil || object.Key != key || object.Size != 3 || object.Changed.IsZero() {
			t.Errorf("%+v: %v", object, err)
		}
		if err = b.Discard(t.Context(), object.Key); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(filepath.Join(dir, unfinished)); seen != 1 || len(left) != 0 || err != nil {
		t.Errorf("%d seen, left %v: %v", seen, left, err)
	}
}

// Between the last byte and the rename.
func TestAnUploadThatACrashLeftWholeIsFinished(t *testing.T) {
	for name, ask := range map[string]func(b *Bucket) (int64, error){
		"by asking": func(b *Bucket) (int64, error) { return b.Received(t.Context(), key, announce("bytes")) },
		"by going on": func(b *Bucket) (int64, error) {
			return b.Receive(t.Context(), key, 5, strings.NewReader(""), announce("bytes"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			leave(t, dir, received, "bytes")
			b := open(t, dir)
			if n, err := ask(b); n != 5 || err != nil {
				t.Errorf("%d, %v", n, err)
			}
			wantBody(t, b, "bytes")
		})
	}
}

// A crash may leave a file of the right length whose bytes never came to the disk.
func TestAnUploadThatACrashLeftBrokenBeginsAgain(t *testing.T) {
	dir := t.TempDir()
	leave(t, dir, received, "byt\x00\x00")
	b := open(t, dir)
	if n, err := b.Received(t.Context(), key, announce("bytes")); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := b.Receive(t.Context(), key, 0, strings.NewReader("bytes"), announce("bytes")); err != nil {
		t.Error(err)
	}
	wantBody(t, b, "bytes")
}
