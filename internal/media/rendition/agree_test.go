package rendition_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/inspect/inspecttest"
	"github.com/quartet-dev/quartet/internal/media/rendition"
)

// A rendition has the shape of the picture that was committed: both read from a
// file which way up it is, each in its own manner.
func TestInspectionAndRenditionsSeeTheSameShape(t *testing.T) {
	compared := 0
	for _, c := range slices.Concat(inspecttest.Honest(), inspecttest.Hostile()) {
		if c.Code != "" || c.Width == 0 {
			continue
		}
		picture, err := rendition.Probe(bytes.NewReader(c.Bytes()), inspect.Canonical(c.Declared))
		if errors.Is(err, rendition.ErrUnreadable) {
			continue
		}
		if compared++; err != nil || picture.Size != (rendition.Size{Width: c.Width, Height: c.Height}) {
			t.Errorf("%s: %v and %v, inspected as %d x %d", c.Name, picture.Size, err, c.Width, c.Height)
		}
	}
	if compared < 30 {
		t.Errorf("%d files were compared", compared)
	}
}
