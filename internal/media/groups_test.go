package media_test

import (
	"bytes"
	"context"
	"io"
	"path"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
)

// asked is a store that counts what is read of it.
type asked struct {
	media.Store
	reads atomic.Int64
}

func (a *asked) Read(ctx context.Context, fn func(media.Reader) error) error {
	a.reads.Add(1)
	return a.Store.Read(ctx, fn)
}

// reader is a library whose files are read, by the URLs of its assets.
type reader struct {
	library
	asked *asked
}

func openReader(t *testing.T) reader {
	l := open(t)
	a := &asked{Store: l.Service.Store}
	l.Service.Store = a
	return reader{l, a}
}

// read is what a reader gets of the primary, and how often the database was asked.
func (r reader) read(a *media.Asset) (body []byte, reads int64, err error) {
	before := r.asked.reads.Load()
	name := path.Base(r.Shape(a, "").Variants[0].URL)
	c, err := r.Open(r.t.Context(), a.ID, a.Version, name)
	if err != nil {
		return nil, r.asked.reads.Load() - before, err
	}
	defer c.Close()
	body, err = io.ReadAll(c)
	return body, r.asked.reads.Load() - before, err
}

func (r reader) want(a *media.Asset, body []byte, reads int64) {
	r.t.Helper()
	if got, asked, err := r.read(a); err != nil || !bytes.Equal(got, body) || asked != reads {
		r.t.Errorf("%d bytes, %v, %d reads of the database; want %d bytes and %d reads", len(got), err, asked, len(body), reads)
	}
}

func TestTheDatabaseIsAskedOnceForAFile(t *testing.T) {
	r, first, second := openReader(t), photo(t, 40, 40, 1), photo(t, 40, 40, 2)
	a := r.upload(first, "")
	r.want(a, first, 1)
	r.want(a, first, 0)
	next := r.upload(second, a.ID) // a change of the library
	r.want(next, second, 1)
	r.want(a, first, 1) // the version before, for as long as it is served
	r.want(a, first, 0)
	r.pass(400 * 24 * time.Hour)
	if _, _, err := r.read(a); !diag.HasCode(err, diag.NotFound) {
		t.Errorf("a version whose time is over: %v", err)
	}
}

func TestADeletedFileIsServedNoMore(t *testing.T) {
	r, body := openReader(t), photo(t, 40, 40, 1)
	a := r.upload(body, "")
	r.want(a, body, 1)
	if _, err := r.Delete(t.Context(), a.ID, false, ada); err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.read(a); !diag.HasCode(err, diag.NotFound) {
		t.Errorf("%v", err)
	}
}

// What another process has changed is read anew, and so is everything while nobody
// can tell.
func TestFilesAfterAnotherProcessHasWritten(t *testing.T) {
	r, body := openReader(t), photo(t, 40, 40, 1)
	var number atomic.Uint64
	var known atomic.Bool
	known.Store(true)
	r.External = func() (uint64, bool) { return number.Load(), known.Load() }
	a := r.upload(body, "")
	r.want(a, body, 1)
	r.want(a, body, 0)
	number.Add(1)
	r.want(a, body, 1)
	r.want(a, body, 0)
	known.Store(false)
	r.want(a, body, 1)
	r.want(a, body, 1)
}
