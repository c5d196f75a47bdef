package file

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// List is of storage.Bucket. It holds the names of the folders that it is in,
// and no more.
func (b *Bucket) List(ctx context.Context, prefix string) iter.Seq2[storage.Object, error] {
	return func(yield func(storage.Object, error) bool) {
		w := walk{ctx: ctx, bucket: b, prefix: prefix, yield: yield}
		w.folder("")
	}
}

// A walk goes through the objects in the order of their keys.
type walk struct {
	ctx    context.Context
	bucket *Bucket
	prefix string
	yield  func(storage.Object, error) bool
}

// folder yields what is below a key, "" or one that ends in a slash; it reports
// whether the walk goes on.
func (w *walk) folder(above string) bool {
	if err := w.ctx.Err(); err != nil {
		return w.fail(err)
	}
	keys, err := w.bucket.keys(path.Join(objects, above), above)
	if err != nil {
		return w.fail(err)
	}
	for _, key := range keys {
		isFolder := strings.HasSuffix(key, "/")
		switch {
		case isFolder && (strings.HasPrefix(key, w.prefix) || strings.HasPrefix(w.prefix, key)):
			if !w.folder(key) {
				return false
			}
		case !isFolder && strings.HasPrefix(key, w.prefix):
			if !w.object(key) {
				return false
			}
		}
	}
	return true
}

// object yields an object, unless it was deleted since its name was read.
func (w *walk) object(key string) bool {
	object, err := w.bucket.Stat(w.ctx, key)
	switch {
	case errors.Is(err, storage.ErrNotFound), errors.Is(err, storage.ErrKey):
		return true
	case err != nil:
		return w.fail(err)
	}
	return w.yield(object, nil)
}

func (w *walk) fail(err error) bool {
	w.yield(storage.Object{}, err)
	return false
}

// keys are those of a folder's files, and those of its folders with a slash at
// the end, in their order. A folder that is gone has none.
func (b *Bucket) keys(folder, above string) ([]string, error) {
	entries, err := b.entries(folder)
	keys := make([]string, 0, len(entries))
	for _, e := range entries {
		key := above + e.Name()
		if e.IsDir() {
			key += "/"
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys, err
}

func (b *Bucket) entries(folder string) ([]fs.DirEntry, error) {
	f, err := b.root.Open(folder)
	if err != nil {
		return nil, ignoreMissing(explain(err))
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	return entries, ignoreMissing(explain(err))
}

// Unfinished is of storage.Receiver.
func (b *Bucket) Unfinished(ctx context.Context) iter.Seq2[storage.Object, error] {
	return func(yield func(storage.Object, error) bool) {
		b.unfinishedBelow(ctx, "", yield)
	}
}

func (b *Bucket) unfinishedBelow(ctx context.Context, key string, yield func(storage.Object, error) bool) bool {
	entries, err := b.entries(path.Join(unfinished, key))
	if err = cmp.Or(ctx.Err(), err); err != nil {
		yield(storage.Object{}, err)
		return false
	}
	if begun, ok := newest(key, entries); ok && !yield(begun, nil) {
		return false
	}
	for _, e := range entries {
		if e.IsDir() && !b.unfinishedBelow(ctx, path.Join(key, e.Name()), yield) {
			return false
		}
	}
	return true
}

// newest is what is begun of a key: its upload and its calls of Put as one.
func newest(key string, entries []fs.DirEntry) (begun storage.Object, ok bool) {
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !isDraft(e) {
			continue // finished since
		}
		begun.Size = max(begun.Size, info.Size())
		if !ok || info.ModTime().After(begun.Changed) {
			begun.Changed = info.ModTime()
		}
		ok = true
	}
	begun.Key = key
	return begun, ok
}

func isDraft(e fs.DirEntry) bool {
	return e.Type().IsRegular() && (e.Name() == received || strings.HasPrefix(e.Name(), putPrefix))
}

// Discard is of storage.Receiver.
func (b *Bucket) Discard(ctx context.Context, key string) error {
	if err := allowed(ctx, key); err != nil {
		return err
	}
	folder := path.Join(unfinished, key)
	entries, err := b.entries(folder)
	for _, e := range entries {
		if isDraft(e) {
			err = errors.Join(err, ignoreMissing(explain(b.root.Remove(path.Join(folder, e.Name())))))
		}
	}
	b.prune(folder)
	return err
}
