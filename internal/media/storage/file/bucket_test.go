package file

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/storagetest"
)

func open(t *testing.T, dir string) *Bucket {
	t.Helper()
	b, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func TestFolder(t *testing.T) {
	storagetest.Run(t, func(t *testing.T) storage.Bucket { return open(t, t.TempDir()) })
}

const key = "covers/0198c/primary-1.png"

func announce(body string) storage.Properties {
	return storage.Properties{MimeType: "image/png", Size: int64(len(body)), SHA256: sha256.Sum256([]byte(body))}
}

func put(t *testing.T, b *Bucket, key, body string) {
	t.Helper()
	if err := b.Put(t.Context(), key, strings.NewReader(body), announce(body)); err != nil {
		t.Fatal(err)
	}
}

func wantBody(t *testing.T, b *Bucket, want string) {
	t.Helper()
	body, _, err := b.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	if got, err := io.ReadAll(body); err != nil || string(got) != want {
		t.Errorf("read %q: %v", got, err)
	}
}

// The kernel sends what is an *os.File.
func TestAnObjectIsAFile(t *testing.T) {
	b := open(t, t.TempDir())
	put(t, b, key, "bytes")
	body, _, err := b.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	if _, ok := body.(*os.File); !ok {
		t.Errorf("it is a %T", body)
	}
}

func TestNobodyElseReadsTheFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "media")
	b := open(t, dir)
	put(t, b, key, "bytes")
	if _, err := b.Receive(t.Context(), "covers/other.png", 0, strings.NewReader("b"), announce("bytes")); err != nil {
		t.Fatal(err)
	}
	files := 0
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %s", name, info.Mode())
		}
		if !e.IsDir() {
			files++
		}
		return err
	})
	if err != nil || files != 2 {
		t.Errorf("%d files: %v", files, err)
	}
}

// Folders of entries that are gone would pile up.
func TestEmptyFoldersGo(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir)
	put(t, b, key, "bytes")
	if err := b.Delete(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{objects, unfinished} {
		if left, err := os.ReadDir(filepath.Join(dir, name)); err != nil || len(left) != 0 {
			t.Errorf("%s: %v, %v", name, left, err)
		}
	}
}

// Each empties the folder that the others are about to write in.
func TestFoldersComeAndGoBesideWrites(t *testing.T) {
	b := open(t, t.TempDir())
	var calls sync.WaitGroup
	for i := range 8 {
		calls.Go(func() {
			key := fmt.Sprintf("covers/group/%d.png", i)
			for range 20 {
				err := b.Put(t.Context(), key, strings.NewReader("bytes"), announce("bytes"))
				if err = errors.Join(err, b.Delete(t.Context(), key)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	calls.Wait()
}

func TestNoLinkLeadsOutOfTheFolder(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret.png")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := open(t, dir)
	err := errors.Join(
		os.Symlink(outside, filepath.Join(dir, objects, "folder")),
		os.Symlink(secret, filepath.Join(dir, objects, "file.png")),
		os.Symlink(outside, filepath.Join(dir, unfinished, "folder")),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"folder/secret.png", "file.png", "folder/new.png"} {
		if body, _, err := b.Open(t.Context(), key); err == nil {
			t.Errorf("%s is %v", key, body)
		}
	}
	for _, key := range []string{"folder/secret.png", "folder/new.png"} {
		if err := b.Put(t.Context(), key, strings.NewReader("x"), announce("x")); err == nil {
			t.Errorf("put %s", key)
		}
		if n, err := b.Receive(t.Context(), key, 0, strings.NewReader("x"), announce("xy")); err == nil {
			t.Errorf("received %d bytes of %s", n, key)
		}
		_ = b.Delete(t.Context(), key)
	}
	put(t, b, "file.png", "mine") // takes the place of the link
	left, err := os.ReadDir(outside)
	if body, failed := os.ReadFile(secret); string(body) != "secret" || len(left) != 1 || errors.Join(err, failed) != nil {
		t.Errorf("%q, %v, %v, %v", body, left, err, failed)
	}
}

// Nothing is there to be found, and what is there stays.
func TestNoKeyGoesOnWhereAnotherEnds(t *testing.T) {
	b := open(t, t.TempDir())
	put(t, b, key, "bytes")
	for _, other := range []string{"covers/0198c", key + "/1.png"} {
		err := b.Put(t.Context(), other, strings.NewReader("other"), announce("other"))
		n, failed := b.Receive(t.Context(), other, 0, strings.NewReader("other"), announce("other"))
		for _, err := range []error{err, failed} {
			if err == nil || errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrOffset) {
				t.Errorf("%s: %d, %v", other, n, err)
			}
		}
	}
	wantBody(t, b, "bytes")
}

func TestWhatOthersPutInTheFolderIsNoObject(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir)
	put(t, b, key, "bytes")
	for _, name := range []string{".DS_Store", "a b.png"} {
		if err := os.WriteFile(filepath.Join(dir, objects, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for object, err := range b.List(t.Context(), "") {
		if err != nil || object.Key != key {
			t.Errorf("%+v, %v", object, err)
		}
	}
}
