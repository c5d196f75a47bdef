package media_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/color"
	"image/jpeg"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/file"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/processor"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

// notes have a property that names an asset.
const notes = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  lifecycle: operational
  schema:
    type: object
    properties:
      cover: { type: string, x-service-ref: media_assets }
`

// The purposes of the tests: a picture in one form, one in two, and any file.
var purposes = []site.Purpose{
	{Name: "figure", Required: []string{"image/jpeg,image/png"}, MaxBytes: map[string]float64{"image/jpeg": 500_000, "image/png": 500_000}},
	{Name: "cover", Required: []string{"webp", "jpg"}, MaxBytes: map[string]float64{"image/webp": 300_000, "image/jpeg": 500_000}},
	{Name: "paper", Required: []string{"application/pdf,text/plain"}, MaxBytes: map[string]float64{"application/pdf": 9e9, "text/plain": 9e9}},
}

// library is a Service over a database and a folder of its own, at a time that the
// test sets.
type library struct {
	*media.Service
	t      testing.TB
	plan   *plan.Plan
	store  *sqlite.Store
	bucket storage.Bucket
	clock  *atomic.Int64 // Unix milliseconds
}

func open(t testing.TB) library {
	t.Helper()
	bucket, err := file.Open(filepath.Join(t.TempDir(), "media"))
	if err != nil {
		t.Fatal(err)
	}
	return openOver(t, bucket)
}

func openOver(t testing.TB, bucket storage.Bucket) library {
	t.Helper()
	p := plantest.Seal(t, notes)
	store, err := sqlite.Open(t.Context(), sqlite.Options{
		Path: filepath.Join(t.TempDir(), "site.db"), Plan: p, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	clock := new(atomic.Int64)
	clock.Store(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).UnixMilli())
	service, err := media.New(media.Options{
		Store:  storetest.Again[media.Reader, media.Tx]{Port: store.Media()}, // as a database may run each function
		Bucket: bucket, Key: bytes.Repeat([]byte("k"), 32), MaxUpload: 2_000_000,
		Config: func() *site.Config {
			return &site.Config{Locales: []string{"en", "zh-TW"}, Media: site.Media{Purposes: purposes}}
		},
		Slots: processor.NewPool(1), Now: func() time.Time { return time.UnixMilli(clock.Load()) }, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(service.Close)
	return library{service, t, p, store, bucket, clock}
}

func (l library) pass(d time.Duration) { l.clock.Add(d.Milliseconds()) }

// photo is a JPEG of a size; no two seeds give the same.
func photo(t testing.TB, width, height int, seed uint8) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			picture.Set(x, y, color.RGBA{uint8(x), uint8(y), seed, 255})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var ada = audit.Actor{ID: "ada"}

func announced(mime string, body []byte) media.Variant {
	sum := sha256.Sum256(body)
	return media.Variant{Role: asset.Primary, MimeType: mime, ByteSize: int64(len(body)), SHA256: hex.EncodeToString(sum[:])}
}

// begin announces a figure.
func (l library) begin(body []byte, replaces string) *media.Granted {
	l.t.Helper()
	granted, err := l.Announce(context.Background(), media.Announcement{
		Purpose: "figure", Filename: "boat.jpg", Variants: []media.Variant{announced("image/jpeg", body)},
		Text: media.Text{Alt: "A boat"}, Creator: "ada", Replaces: replaces,
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return granted
}

// send sends bytes of the only variant.
func (l library) send(granted *media.Granted, offset int64, body []byte) (int64, error) {
	l.t.Helper()
	in, err := l.Incoming(context.Background(), filepath.Base(granted.Capabilities[0].URL))
	if err != nil {
		return 0, err
	}
	return l.Receive(context.Background(), in, offset, bytes.NewReader(body))
}

func (l library) commit(granted *media.Granted) (*media.Asset, error) {
	return l.Commit(context.Background(), media.Commitment{ID: granted.UploadGroupID, Actor: ada})
}

// upload makes a figure, or the next version of one.
func (l library) upload(body []byte, replaces string) *media.Asset {
	l.t.Helper()
	granted := l.begin(body, replaces)
	if _, err := l.send(granted, 0, body); err != nil {
		l.t.Fatal(err)
	}
	a, err := l.commit(granted)
	if err != nil {
		l.t.Fatal(err)
	}
	return a
}

// objects are the keys of all that lies in the bucket.
func (l library) objects() (keys []string) {
	l.t.Helper()
	for object, err := range l.bucket.List(context.Background(), "") {
		if err != nil {
			l.t.Fatal(err)
		}
		keys = append(keys, object.Key)
	}
	return keys
}

func (l library) sweep() {
	l.t.Helper()
	if err := l.Sweep(context.Background()); err != nil {
		l.t.Fatal(err)
	}
}
