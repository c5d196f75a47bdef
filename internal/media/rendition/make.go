package rendition

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// Target is a rendition that is wanted: one of those that Probe lists.
type Target struct {
	Width    int
	MimeType string
}

// Output is a rendition and where it is written.
type Output struct {
	Target
	Writer io.Writer
}

// Make writes one rendition of a picture. The same picture always gives the same
// bytes. It uses one processor, in a process of its own, and waits for the memory
// that it needs.
//
// The error is ErrUnreadable for a picture that is broken, ErrNotMade for a
// rendition that Probe does not list, RESOURCE_UNAVAILABLE when there was no
// memory in time, the cause of ctx when that ended first, or that of out. ctx is
// looked at whenever source is read: to finish and keep what was begun for a client
// that left, give a context without cancel.
func Make(ctx context.Context, out io.Writer, source io.ReadSeeker, sourceMime string, target Target) error {
	return MakeAll(ctx, source, sourceMime, []Output{{target, out}})
}

// MakeAll makes several renditions of a picture, which is decoded once.
func MakeAll(ctx context.Context, source io.ReadSeeker, sourceMime string, outputs []Output) error {
	h, err := readHeader(source, sourceMime)
	if err != nil {
		return err
	}
	for len(outputs) > 0 {
		n, err := h.together(outputs)
		if err != nil {
			return err
		}
		if err := h.makeSome(ctx, source, outputs[:n]); err != nil {
			return err
		}
		outputs = outputs[n:]
	}
	return nil
}

// together is how many of the outputs there is room for in one decode, at least
// one.
func (h *header) together(outputs []Output) (int, error) {
	picture := h.picture()
	need := h.memory
	for i, o := range outputs {
		size, ok := picture.listed(o.Target)
		if !ok {
			return 0, fmt.Errorf("%w: %d pixels wide, %s", ErrNotMade, o.Width, o.MimeType)
		}
		need += h.memoryOf(size)
		if need > maxMemory && i > 0 {
			return i, nil
		}
	}
	return len(outputs), nil
}

func (h *header) makeSome(ctx context.Context, source io.ReadSeeker, outputs []Output) error {
	picture := h.picture()
	need := h.memory
	canvases := make([]*canvas, len(outputs))
	for i, o := range outputs {
		size, _ := picture.listed(o.Target)
		need += h.memoryOf(size)
		if h.orientation >= 5 {
			size = size.turned()
		}
		canvases[i] = &canvas{size: size}
	}
	if err := Memory.Acquire(ctx, need); err != nil {
		return err
	}
	defer Memory.Release(need)
	err := h.makeApart(ctx, source, canvases, need, outputs)
	if errors.Is(err, errNoProcess) { // the system forbids it
		defer collect(need)
		return h.makeOn(ctx, source, canvases, outputs)
	}
	return err
}

func (h *header) makeOn(ctx context.Context, source io.ReadSeeker, canvases []*canvas, outputs []Output) error {
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return err
	}
	reader := &watched{ctx: ctx, r: source}
	if err := h.decode(reader, canvases); err != nil {
		if reader.err != nil {
			return reader.err
		}
		return err
	}
	for i, c := range canvases {
		if err := h.encode(outputs[i].Writer, c); err != nil {
			return err
		}
		canvases[i] = nil
	}
	return nil
}

// watched ends a decode when ctx ends, and remembers an error of the source.
type watched struct {
	ctx context.Context
	r   io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	if w.err = context.Cause(w.ctx); w.err != nil {
		return 0, w.err
	}
	n, err := w.r.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}
