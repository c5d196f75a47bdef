package rendition_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/rendition"
)

// small makes a rendition of a picture that takes little memory.
func small(source []byte) error {
	return rendition.Make(context.Background(), io.Discard, bytes.NewReader(source), rendition.JPEG, rendition.Target{Width: 320, MimeType: rendition.JPEG})
}

// keptAfter are the processes that wait after a picture, of those that begin with none.
func keptAfter(t *testing.T, source []byte) []int {
	t.Helper()
	rendition.EndKept()
	t.Cleanup(rendition.EndKept)
	if err := small(source); err != nil {
		t.Fatal(err)
	}
	return rendition.Kept()
}

// One process makes picture after picture, and the same picture has the same bytes in it.
func TestAProcessMakesPictureAfterPicture(t *testing.T) {
	source := asJPEG(t, photograph(400, 300))
	first := keptAfter(t, source)
	if len(first) != 1 {
		t.Fatalf("%d processes wait", len(first))
	}
	for range 3 {
		if err := small(source); err != nil {
			t.Fatal(err)
		}
		if now := rendition.Kept(); !slices.Equal(now, first) {
			t.Errorf("the processes are %v, and were %v", now, first)
		}
	}
}

// A picture that is broken ends its process, so that nothing of it meets the next one.
func TestABrokenPictureEndsItsProcess(t *testing.T) {
	source := asJPEG(t, photograph(400, 300))
	keptAfter(t, source)
	if err := small(source[:len(source)/2]); !errors.Is(err, rendition.ErrUnreadable) {
		t.Errorf("half of a picture is %v", err)
	}
	if now := rendition.Kept(); len(now) != 0 {
		t.Errorf("the processes %v wait", now)
	}
}

// A process that the system has ended while it waited costs no picture.
func TestAKeptProcessThatIsGoneIsReplaced(t *testing.T) {
	source := asJPEG(t, photograph(400, 300))
	first := keptAfter(t, source)
	process, err := os.FindProcess(first[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := small(source); err != nil {
		t.Fatal(err)
	}
	if now := rendition.Kept(); len(now) != 1 || now[0] == first[0] {
		t.Errorf("the processes are %v, and were %v", now, first)
	}
}

// The memory of a large picture goes back at once, with its process.
func TestTheProcessOfALargePictureIsNotKept(t *testing.T) {
	source := blankJPEG(true, 0x22, 0x11, 0x11)(rendition.Size{Width: 6000, Height: 4000}, true)
	rendition.EndKept()
	if err := small(source); err != nil {
		t.Fatal(err)
	}
	if now := rendition.Kept(); len(now) != 0 {
		t.Errorf("the processes %v wait", now)
	}
}

// Who gives up ends the process that worked for them.
func TestACallThatIsCancelledEndsItsProcess(t *testing.T) {
	source := asJPEG(t, photograph(400, 300))
	keptAfter(t, source)
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	reader := &cancelling{Reader: bytes.NewReader(source), cancel: func() { cancel(gone) }}
	err := rendition.Make(ctx, io.Discard, reader, rendition.JPEG, rendition.Target{Width: 320, MimeType: rendition.JPEG})
	if !errors.Is(err, gone) {
		t.Errorf("the error is %v", err)
	}
	if now := rendition.Kept(); len(now) != 0 {
		t.Errorf("the processes %v wait", now)
	}
}

// cancelling cancels when the picture is read for the process, behind its header.
type cancelling struct {
	*bytes.Reader
	cancel func()
}

func (c *cancelling) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekEnd {
		c.cancel()
	}
	return c.Reader.Seek(offset, whence)
}
