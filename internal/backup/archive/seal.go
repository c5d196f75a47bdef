package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
)

// The seal is the comment of the ZIP, and the end of the file.
const (
	sealName   = "quartet backup, sha256 "
	digestText = 2 * sha256.Size
	sealLength = len(sealName) + digestText
)

// placeholder is a seal before its digest is known.
var placeholder = sealName + string(bytes.Repeat([]byte("0"), digestText))

// A sealer holds back the last bytes of what is written, where the digest of all
// before them belongs.
type sealer struct {
	out    io.Writer
	digest hash.Hash
	length int64 // of what was written to out
	held   []byte
}

func newSealer(out io.Writer) *sealer { return &sealer{out: out, digest: sha256.New()} }

// Write implements io.Writer.
func (s *sealer) Write(p []byte) (int, error) {
	s.held = append(s.held, p...)
	if more := len(s.held) - digestText; more > 0 {
		if err := s.pass(s.held[:more]); err != nil {
			return 0, err
		}
		s.held = append(s.held[:0], s.held[more:]...)
	}
	return len(p), nil
}

func (s *sealer) pass(p []byte) error {
	s.digest.Write(p)
	n, err := s.out.Write(p)
	s.length += int64(n)
	return err
}

// seal writes the digest in place of what was held back, and returns it.
func (s *sealer) seal() (digest string, err error) {
	digest = hex.EncodeToString(s.digest.Sum(nil))
	n, err := io.WriteString(s.out, digest)
	s.length += int64(n)
	return digest, err
}

// CheckSeal reads all of a file, and returns the digest that it ends in. The error
// is a *Fault for one that is no archive, or not whole.
func CheckSeal(ctx context.Context, r io.Reader, size int64, read func(bytes int64)) (digest string, err error) {
	if size < int64(sealLength) {
		return "", faultf("it has %d bytes, and is no backup", size)
	}
	hashed := sha256.New()
	body := &counted{ctx: ctx, from: r, told: read}
	if _, err := io.CopyBuffer(hashed, io.LimitReader(body, size-digestText), make([]byte, 256<<10)); err != nil {
		return "", fmt.Errorf("read the backup: %w", err)
	}
	end := make([]byte, digestText)
	if _, err := io.ReadFull(body, end); err != nil {
		return "", faultf("it ends before its %d bytes", size)
	}
	if digest = hex.EncodeToString(hashed.Sum(nil)); digest != string(end) {
		return "", faultf("its bytes are not those that were written: it is damaged, cut short, or no backup")
	}
	return digest, nil
}

// counted ends with its context, and tells how much was read.
type counted struct {
	ctx  context.Context
	from io.Reader
	told func(bytes int64) // nil for nobody
}

func (c *counted) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.from.Read(p)
	if c.told != nil {
		c.told(int64(n))
	}
	return n, err
}

// A Fault is why a file is not taken for a backup.
type Fault struct{ Says string }

// Error implements error.
func (f *Fault) Error() string { return f.Says }

func faultf(format string, arguments ...any) error {
	return &Fault{fmt.Sprintf(format, arguments...)}
}
