package inspect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Finding is what a file is.
type Finding struct {
	MimeType      string // canonical, as the file is kept and served
	Width, Height int    // pixels as shown, with the orientation applied; 0 where it is no picture
}

// The most work that one file may ask of whoever shows it.
const (
	// MaxPixels is what one picture may have.
	MaxPixels = 50_000_000
	// MaxSide is the longest side of a picture: no browser draws a longer one on
	// a canvas, and whatever makes it smaller would have to hold whole rows of it.
	MaxSide = 32_767
	// MaxDrawn is the pixels of a picture times its frames, or times the scans of
	// a progressive JPEG.
	MaxDrawn = 1_000_000_000
	// MaxSVG is the size of an SVG document in bytes.
	MaxSVG = 4 << 20
)

// File reads a file of size bytes and reports what it is. What is not a whole
// file of the declared type is MEDIA_MIME_REJECTED, what would be too much work to
// show MEDIA_SIZE_EXCEEDED, and what is not harmless or tells where it was made
// INPUT_VALIDATION_FAILED (decision 161). Any other error is of r or ctx.
func File(ctx context.Context, r io.ReadSeeker, size int64, declared string) (Finding, error) {
	mime := Canonical(declared)
	kind, known := kinds[mime]
	if !known {
		return Finding{}, unknown(declared)
	}
	found, err := stream(ctx, r, size, mime, kind)
	if err != nil {
		return Finding{}, describe(err, mime)
	}
	found.MimeType = mime
	return found, nil
}

// stream reads the file through a source of its own.
func stream(ctx context.Context, r io.ReadSeeker, size int64, mime string, k kind) (Finding, error) {
	s := &source{ctx: ctx, r: r, size: size}
	if err := s.begin(); err != nil {
		return Finding{}, err
	}
	found, err := read(s, mime, k)
	if errors.Is(err, errCut) {
		err = broken("it ends early")
	}
	return found, err
}

// read holds the first bytes against the type, and then the whole file.
func read(s *source, mime string, k kind) (Finding, error) {
	if s.size == 0 {
		return Finding{}, broken("it is empty")
	}
	head, err := s.peekUpTo(headSize)
	if err != nil {
		return Finding{}, err
	}
	if !k.starts(head) {
		return Finding{}, mismatch(mime, head)
	}
	return k.walk(s, mime)
}

// refusal is a verdict on a file: a code and the end of a sentence about it.
type refusal struct {
	code   diag.Code
	reason string
}

func (r *refusal) Error() string { return string(r.code) + " " + r.reason }

// broken refuses what is not a whole file of its type.
func broken(format string, args ...any) error {
	return &refusal{diag.MediaMimeRejected, "The file is broken: " + fmt.Sprintf(format, args...) + "."}
}

// tooLarge refuses what would be too much work to show.
func tooLarge(format string, args ...any) error {
	return &refusal{diag.MediaSizeExceeded, fmt.Sprintf(format, args...) + "."}
}

// harmful refuses what a file holds, although it is what it says.
func harmful(format string, args ...any) error {
	return &refusal{diag.InputValidationFailed, fmt.Sprintf(format, args...) + "."}
}

// mismatch refuses bytes that begin as another type, and names it where it is known.
func mismatch(mime string, head []byte) error {
	if actual := sniff(head); actual != "" {
		return &refusal{diag.MediaMimeRejected, "The file was declared as " + mime + ", and its bytes are " + actual + "."}
	}
	return &refusal{diag.MediaMimeRejected, "The file was declared as " + mime + ", and its bytes are something else."}
}

func unknown(declared string) error {
	d := diag.At(diag.MediaMimeRejected, "", "Files of this type are not accepted: only types whose bytes can be checked are.")
	d.Value, d.Expected = clip(declared, 100), Types()
	return d
}

// describe makes a diagnostic of a refusal. Other errors keep their chain.
func describe(err error, mime string) error {
	var r *refusal
	if !errors.As(err, &r) {
		return fmt.Errorf("inspect a file declared as %s: %w", mime, err)
	}
	return diag.At(r.code, "", r.reason)
}

// clip bounds a text that comes from outside before it is repeated.
func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
