package admin

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// spool keeps what is written to it until somebody wants all of it: in memory
// while that is little, then in a file of the system's folder for temporary
// ones.
type spool struct {
	slots  spools
	left   int   // bytes that are kept in memory
	limit  int64 // bytes that are kept at all
	length int64
	memory bytes.Buffer
	file   *os.File
	named  bool // whether the file has kept its name; of a name that is gone, another file may be
}

// spools are the slots of those that may be there at the same time: a file that
// is sent to a slow client stays on the disk meanwhile.
type spools chan struct{}

func newSpools() spools { return make(spools, 4) }

// maxWait is how long an export waits for a slot.
const maxWait = 30 * time.Second

// open begins a spool, which must be closed. The error is RESOURCE_UNAVAILABLE
// when no slot became free.
func (s spools) open(ctx context.Context) (*spool, error) {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	select {
	case s <- struct{}{}:
		return &spool{left: 1 << 20, limit: 256 << 20, slots: s}, nil
	case <-ctx.Done():
		d := diag.At(diag.ResourceUnavailable, "input#", "Too many exports are under way.")
		d.Suggestion = "Repeat the request later."
		return nil, d
	}
}

// Write implements io.Writer. The error is RESOURCE_EXHAUSTED for what is too
// long, and RESOURCE_UNAVAILABLE where there is no room for it.
func (s *spool) Write(p []byte) (int, error) {
	if s.length += int64(len(p)); s.length > s.limit {
		d := diag.At(diag.ResourceExhausted, "input#", fmt.Sprintf("The file would be longer than %d MiB.", s.limit>>20))
		d.Suggestion = "Ask for less with a search, a filter or a param."
		return 0, d
	}
	if s.file == nil && s.length <= int64(s.left) {
		return s.memory.Write(p)
	}
	n, err := s.writeFile(p)
	if err != nil {
		err = diag.At(diag.ResourceUnavailable, "input#", "There is no room for the file.").WithCause(err)
	}
	return n, err
}

func (s *spool) writeFile(p []byte) (n int, err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp("", "quartet-export-"); err != nil {
			return 0, err
		}
		s.named = os.Remove(s.file.Name()) != nil // where an open file can be removed, no crash leaves it behind
		if _, err := s.memory.WriteTo(s.file); err != nil {
			return 0, err
		}
	}
	return s.file.Write(p)
}

// copyTo sends all that was written.
func (s *spool) copyTo(w io.Writer) error {
	if s.file == nil {
		_, err := s.memory.WriteTo(w)
		return err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.file)
	return err
}

func (s *spool) close() {
	<-s.slots
	if s.file == nil {
		return
	}
	_ = s.file.Close()
	if s.named {
		_ = os.Remove(s.file.Name())
	}
}
