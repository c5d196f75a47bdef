package inspect_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/inspect/inspecttest"
)

func FuzzJPEG(f *testing.F) { fuzz(f, "image/jpeg") }
func FuzzPNG(f *testing.F)  { fuzz(f, "image/png") }
func FuzzGIF(f *testing.F)  { fuzz(f, "image/gif") }
func FuzzWebP(f *testing.F) { fuzz(f, "image/webp") }
func FuzzSVG(f *testing.F)  { fuzz(f, "image/svg+xml") }

// FuzzBMFF reads pictures and films, whose boxes are alike.
func FuzzBMFF(f *testing.F) { fuzz(f, "image/avif", "image/heic", "video/mp4", "video/quicktime") }

// FuzzEXIF reads blocks of EXIF, within a picture around them.
func FuzzEXIF(f *testing.F) {
	f.Add([]byte("II*\x00\x08\x00\x00\x00\x01\x00\x25\x88\x04\x00\x01\x00\x00\x00\x1a\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, exif []byte) {
		segment := append([]byte("Exif\x00\x00"), exif...)
		if len(segment) > 1<<16-3 {
			return
		}
		file := binary.BigEndian.AppendUint16([]byte("\xff\xd8\xff\xe1"), uint16(len(segment)+2))
		file = append(append(file, segment...), "\xff\xc0\x00\x0b\x08\x00\x03\x00\x04\x01\x01\x11\x00\xff\xda\x00\x02\xff\xd9"...)
		verdict(t, file, "image/jpeg")
	})
}

// fuzz begins with the files of inspecttest that are of the first type or look like it.
func fuzz(f *testing.F, mimes ...string) {
	for _, c := range slices.Concat(inspecttest.Honest(), inspecttest.Hostile()) {
		if file := c.Bytes(); slices.Contains(mimes, inspect.Canonical(c.Declared)) && len(file) < 64<<10 {
			f.Add(file)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, mime := range mimes {
			verdict(t, file, mime)
		}
	})
}

// verdict holds what is true of every file: it is accepted within the limits or
// refused with a diagnostic, and what is accepted as SVG has no script.
func verdict(t *testing.T, file []byte, mime string) {
	found, err := inspect.File(t.Context(), bytes.NewReader(file), int64(len(file)), mime)
	if err != nil {
		codes := []diag.Code{diag.MediaMimeRejected, diag.MediaSizeExceeded, diag.InputValidationFailed}
		if !slices.ContainsFunc(codes, func(c diag.Code) bool { return diag.HasCode(err, c) }) {
			t.Errorf("%v is no verdict", err)
		}
		return
	}
	if found.Width > inspect.MaxSide || found.Height > inspect.MaxSide || found.Width*found.Height > inspect.MaxPixels && mime != "image/svg+xml" {
		t.Errorf("a picture of %d x %d is accepted", found.Width, found.Height)
	}
	if mime == "image/svg+xml" && bytes.Contains(file, []byte("<script")) && !strings.Contains(string(file), "<!") && !strings.Contains(string(file), "<?") {
		t.Error("a script is accepted")
	}
}
