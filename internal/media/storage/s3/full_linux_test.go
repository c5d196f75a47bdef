package s3

import (
	"errors"
	"syscall"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/s3test"
)

func TestAServerWithoutRoomIsFull(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mount("tmpfs", root, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("a full disk was not tried: mount: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(root, syscall.MNT_DETACH) })
	b := openBucket(t, config(t, s3test.StartIn(t, root)), usual)
	if err := put(t.Context(), b, make([]byte, 8<<20)); !errors.Is(err, storage.ErrFull) {
		t.Errorf("put: %v", err)
	}
	for object, err := range b.List(t.Context(), "") {
		t.Errorf("left %v, %v", object, err)
	}
	if err := put(t.Context(), b, make([]byte, 1<<20)); err != nil {
		t.Errorf("what fits: %v", err)
	}
}
