package s3

import (
	"errors"
	"testing"

	"github.com/quartet-dev/quartet/internal/disktest"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/s3test"
)

func TestAServerWithoutRoomIsFull(t *testing.T) {
	root := t.TempDir()
	disktest.Mount(t, root, "4m")
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
