package media_test

import (
	"context"
	"io"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/file"
	"github.com/quartet-dev/quartet/internal/site"
)

// meanwhile is a folder in which something happens while an object is read.
type meanwhile struct {
	*file.Bucket
	happens func()
}

func (m meanwhile) Open(ctx context.Context, key string) (io.ReadSeekCloser, storage.Object, error) {
	content, object, err := m.Bucket.Open(ctx, key)
	m.happens()
	return content, object, err
}

// Either the asset is there with its bytes, or neither.
func TestAnUploadThatIsCancelledWhileItIsCommitted(t *testing.T) {
	l, body := open(t), photo(t, 40, 40, 1)
	granted := l.begin(body, "")
	if _, err := l.send(granted, 0, body); err != nil {
		t.Fatal(err)
	}
	l.Service.Bucket = meanwhile{l.bucket.(*file.Bucket), func() {
		if err := l.Cancel(t.Context(), granted.UploadGroupID); err != nil {
			t.Error(err)
		}
	}}
	_, err := l.commit(granted)
	refusedWith(t, err, diag.MediaUploadExpired)
	l.sweep()
	found, err := l.List(t.Context(), media.Query{Limit: 10})
	if err != nil || len(found) > 0 || len(l.objects()) > 0 {
		t.Errorf("%d assets, %v, %v", len(found), l.objects(), err)
	}
}

// A client with a capability that is still good, or a process that made a rendition
// and was killed, puts an object after the others have been removed.
func TestObjectsThatComeAfterTheEndGo(t *testing.T) {
	for name, end := range map[string]func(library) (key string){
		"of an upload that was cancelled": func(l library) string {
			granted := l.begin(photo(l.t, 40, 40, 1), "")
			if err := l.Cancel(context.Background(), granted.UploadGroupID); err != nil {
				l.t.Fatal(err)
			}
			return path.Join("figure", granted.UploadGroupID, "primary-0.jpg")
		},
		"of an upload that took too long": func(l library) string {
			granted := l.begin(photo(l.t, 40, 40, 1), "")
			l.pass(2 * time.Hour)
			return path.Join("figure", granted.UploadGroupID, "primary-0.jpg")
		},
		"of an asset that was deleted": func(l library) string {
			a := l.upload(photo(l.t, 700, 300, 1), "")
			if _, err := l.Delete(context.Background(), a.ID, false, ada); err != nil {
				l.t.Fatal(err)
			}
			return path.Join("figure", a.Group, "w320.jpg")
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t)
			key := end(l)
			l.sweep()
			if err := l.bucket.Put(t.Context(), key, strings.NewReader("late"), storage.Properties{MimeType: "image/jpeg", Size: 4}); err != nil {
				t.Fatal(err)
			}
			l.pass(61 * time.Minute)
			l.sweep()
			if keys := l.objects(); len(keys) > 0 {
				t.Errorf("%v", keys)
			}
		})
	}
}

// What a process was writing when it was killed goes though none starts again.
func TestWhatNobodyFinishesGoes(t *testing.T) {
	l := open(t)
	receiver := l.bucket.(storage.Receiver)
	if _, err := receiver.Receive(t.Context(), "figure/nobody/primary-0.jpg", 0, strings.NewReader("half"), storage.Properties{Size: 8}); err != nil {
		t.Fatal(err)
	}
	l.clock.Store(time.Now().Add(2 * time.Hour).UnixMilli())
	l.sweep()
	for object, err := range receiver.Unfinished(t.Context()) {
		t.Errorf("%v, %v", object, err)
	}
}

// A bucket that fails over one group is no reason to keep the others.
func TestASweepGoesOnBehindAFailure(t *testing.T) {
	l := open(t)
	for seed := range uint8(3) {
		a := l.upload(photo(t, 40, 40, seed), "")
		if _, err := l.Delete(t.Context(), a.ID, false, ada); err != nil {
			t.Fatal(err)
		}
	}
	l.Service.Bucket = failing{l.bucket.(*file.Bucket), l.objects()[0]}
	for range 3 {
		_ = l.Sweep(t.Context())
	}
	if keys := l.objects(); len(keys) != 1 {
		t.Errorf("%v", keys)
	}
	l.Service.Bucket = l.bucket
	l.pass(61 * time.Minute)
	l.sweep()
	if keys := l.objects(); len(keys) > 0 {
		t.Errorf("%v", keys)
	}
}

// failing is a folder with an object that cannot be removed.
type failing struct {
	*file.Bucket
	key string
}

func (f failing) Delete(ctx context.Context, key string) error {
	if key == f.key {
		return io.ErrUnexpectedEOF
	}
	return f.Bucket.Delete(ctx, key)
}

// A translation stays when its locale goes, and does not stand in the way of others.
func TestTextsInALocaleThatTheSiteHasNoMore(t *testing.T) {
	l := open(t)
	a := l.upload(photo(t, 8, 8, 1), "")
	boat := &media.Text{Alt: "一艘船"}
	if _, err := l.Update(t.Context(), a.ID, media.Patch{Translations: map[string]*media.Text{"zh-TW": boat}}, ada); err != nil {
		t.Fatal(err)
	}
	l.Service.Config = func() *site.Config {
		return &site.Config{Locales: []string{"en", "de"}, Media: site.Media{Purposes: purposes}}
	}
	alt := "The boat"
	if changed, err := l.Update(t.Context(), a.ID, media.Patch{Alt: &alt}, ada); err != nil || changed.Alt != alt || changed.Translations["zh-TW"] != *boat {
		t.Errorf("%+v, %v", changed, err)
	}
	if changed, err := l.Update(t.Context(), a.ID, media.Patch{Translations: map[string]*media.Text{"zh-TW": nil}}, ada); err != nil || len(changed.Translations) > 0 {
		t.Errorf("%+v, %v", changed, err)
	}
}
