package media

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// Check writes a small object, reads it back and removes it.
func Check(ctx context.Context, bucket storage.Bucket) (err error) {
	text := newID()
	key := "doctor/" + text + "/check.txt"
	if err := bucket.Put(ctx, key, strings.NewReader(text), storage.Properties{MimeType: "text/plain", Size: int64(len(text))}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bucket.Delete(ctx, key)) }()
	file, _, err := bucket.Open(ctx, key)
	if err != nil {
		return err
	}
	defer file.Close()
	found, err := io.ReadAll(io.LimitReader(file, int64(len(text))+1))
	if err == nil && string(found) != text {
		err = storage.ErrMismatch
	}
	return err
}
