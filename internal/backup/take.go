package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/backup/archive"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

// Site is what a copy is taken of.
type Site struct {
	Database    store.Database
	Dialect     string
	Media       storage.Bucket // nil where a copy holds none
	Program     string         // that takes the copy, by its version
	Fingerprint string         // of the manifests; "" where it is not known

	// FullSpeed has a copy not rest. Otherwise it leaves half a processor to those who
	// read and write beside it.
	FullSpeed bool
}

// Copy is a copy that was taken and read back.
type Copy struct {
	Name   string
	Digest string // that it ends in
	Size   int64  // bytes
	Header archive.Header
}

// Take takes a copy of a site that may be served, reads it back and keeps it. A name of
// "" is that of the moment. The error may be copies.ErrExists.
func Take(ctx context.Context, site Site, to copies.Place, name string, tell func(Progress)) (*Copy, error) {
	draft, err := to.Draft()
	if err != nil {
		return nil, err
	}
	defer draft.Close() //nolint:errcheck // what is left is swept
	began := time.Now().UTC().Truncate(time.Millisecond)
	if name == "" {
		name = copies.Name(began)
	}
	t := tellerOf(tell)
	if !site.FullSpeed {
		t.pace = &pace{time.Now()}
	}
	sealed, err := site.write(ctx, draft, began, t)
	if err != nil {
		return nil, err
	}
	header, err := readBack(ctx, draft, sealed, t)
	if err != nil {
		return nil, fmt.Errorf("read back what was written: %w", err)
	}
	t.begin(Progress{Step: Sending, Total: sealed.Size})
	if err := to.Keep(ctx, draft, name, sealed.Digest); err != nil {
		return nil, err
	}
	return &Copy{name, sealed.Digest, sealed.Size, *header}, nil
}

// write writes the archive of a site.
func (s Site) write(ctx context.Context, out io.Writer, began time.Time, t *teller) (archive.Sealed, error) {
	w, err := archive.NewWriter(out)
	if err != nil {
		return archive.Sealed{}, err
	}
	h := &archive.Header{
		Program: s.Program, Database: s.Dialect, Fingerprint: s.Fingerprint, TakenAt: began, Media: s.Media != nil,
	}
	if err := s.writeTables(ctx, w, h, t); err != nil {
		return archive.Sealed{}, err
	}
	if s.Media != nil {
		if err := s.writeMedia(ctx, w, t); err != nil {
			return archive.Sealed{}, err
		}
	}
	return w.Close(h)
}

// writeTables writes all tables as they are at one moment.
func (s Site) writeTables(ctx context.Context, w *archive.Writer, h *archive.Header, t *teller) (err error) {
	from, err := s.Database.Source(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	tables, err := from.Tables(ctx)
	if err != nil {
		return err
	}
	for _, table := range tables {
		t.begin(Progress{Step: Reading, Table: table.Name})
		if err := writeTable(ctx, w, from, table, t); err != nil {
			return err
		}
	}
	h.Version = from.Version()
	h.Layout, err = json.Marshal(tables)
	return err
}

func writeTable(ctx context.Context, w *archive.Writer, from store.Source, table *store.Table, t *teller) error {
	if err := w.Table(table.Name); err != nil {
		return err
	}
	var line []byte
	return from.Rows(ctx, table, nil, func(r store.Row) error {
		line = transfer.AppendRow(line[:0], r)
		t.now.Rows++
		t.bytes(int64(len(line)))
		return w.Row(line)
	})
}

// writeMedia writes every object of the library. One that is deleted meanwhile is left
// out; those that the tables name were there when they were read.
func (s Site) writeMedia(ctx context.Context, w *archive.Writer, t *teller) error {
	t.begin(Progress{Step: Media})
	for object, err := range s.Media.List(ctx, "") {
		if err != nil {
			return fmt.Errorf("list the media library: %w", err)
		}
		if _, isCopy := copies.Moment(path.Base(object.Key)); isCopy {
			continue
		}
		if err := s.writeObject(ctx, w, object.Key); err != nil {
			return err
		}
		t.now.Rows++
		t.bytes(object.Size)
	}
	return nil
}

func (s Site) writeObject(ctx context.Context, w *archive.Writer, key string) (err error) {
	body, object, err := s.Media.Open(ctx, key)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open the object %s: %w", key, err)
	}
	defer func() { err = errors.Join(err, body.Close()) }()
	if object.MimeType == "" {
		object.MimeType = inspect.TypeOf(strings.TrimPrefix(path.Ext(key), "."))
	}
	return w.Object(ctx, archive.Object{Key: key, MimeType: object.MimeType, Size: object.Size}, body)
}

// readBack reads all of what was written, as a restore does.
func readBack(ctx context.Context, draft *copies.Draft, sealed archive.Sealed, t *teller) (*archive.Header, error) {
	if err := draft.Sync(); err != nil {
		return nil, err
	}
	r, digest, err := open(ctx, draft, sealed.Size, t)
	if err != nil {
		return nil, err
	}
	if digest != sealed.Digest {
		return nil, errors.New("it is not what was written")
	}
	return &r.Header, nil
}

// file is an archive on this machine.
type file interface {
	io.ReaderAt
	io.ReadSeeker
}

// open checks all of an archive.
func open(ctx context.Context, f file, size int64, t *teller) (r *archive.Reader, digest string, err error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, "", err
	}
	t.begin(Progress{Step: Checking, Total: size})
	if digest, err = archive.CheckSeal(ctx, f, size, t.bytes); err != nil {
		return nil, "", err
	}
	if r, err = archive.Open(f, size); err != nil {
		return nil, "", err
	}
	t.begin(Progress{Step: Checking, Total: r.Header.Bytes()})
	r.Progress(t.bytes)
	return r, digest, r.Verify(ctx)
}
