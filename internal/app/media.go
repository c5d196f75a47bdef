package app

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/delivery"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/processor"
)

// hasMedia reports whether the site takes uploads: it has a purpose for them.
func (b *boot) hasMedia() bool { return len(b.purposes) > 0 }

// checkMedia holds the pages and the public files of a site with media against
// the paths of media, and warns of types that no upload can have.
func (b *boot) checkMedia() (found diag.List) {
	if !b.hasMedia() {
		return nil
	}
	if routes := b.settings.Routes; routes != nil && len(b.locales) == 0 {
		for i, each := range routes.Collections {
			if "/"+each.Segment == media.Path {
				found.Add(b.settings.Refuse(diag.RouteInvalid, "/routes/collections/"+strconv.Itoa(i)+"/segment", "The path "+media.Path+" belongs to the service."))
			}
		}
	}
	if _, err := fs.Stat(b.public, media.Path[1:]); err == nil {
		found.Add(b.settings.Warn(diag.RouteInvalid, "/site/media", "What is in "+publicFolder+media.Path+" is served to nobody: media are at its path."))
	}
	for i, purpose := range b.purposes {
		if purpose.Fault() != "" {
			continue // which is said already
		}
		for _, slot := range purpose.Slots() {
			for _, mime := range slot {
				if inspect.Extension(mime) == "" {
					at := fmt.Sprintf("/site/media/purposes/%d/required", i)
					found.Add(b.settings.Warn(diag.SettingsInvalid, at, "No upload can have the type "+mime+": its bytes cannot be checked."))
				}
			}
		}
	}
	return found
}

// mediaFolder is the folder that media lie in; "" where it is none, or there are
// no media.
func (b *boot) mediaFolder() string {
	folder := b.settings.Media.Folder()
	if folder == "" || !b.hasMedia() || filepath.IsAbs(folder) {
		return folder
	}
	return filepath.Join(b.Dir, folder)
}

// bucket is where the bytes of media lie.
func (b *boot) bucket() (storage.Bucket, error) {
	bucket, err := b.settings.OpenMedia(b.Dir)
	if err != nil {
		return nil, diag.At(diag.ResourceUnavailable, "settings#/media", "The media storage cannot be used.").WithCause(err)
	}
	return bucket, nil
}

// openMedia makes the media of a site that takes uploads.
func (b *boot) openMedia(ctx context.Context, a *App) error {
	if !b.hasMedia() {
		return nil
	}
	bucket, err := b.bucket()
	if err != nil {
		return err
	}
	key, err := a.store.Secret(ctx, "media")
	if err != nil {
		return err
	}
	o := media.Options{
		Store: a.store.Media(), Bucket: bucket, Key: key, Config: a.live.Config, MaxUpload: b.settings.Media.MaxUpload,
		Slots: processor.Shared, External: a.store.ExternalWrites, Log: b.Logger,
	}
	if b.hasCDN() {
		o.Changed = func(ctx context.Context) { b.requestPurge(ctx, a.store.Outbox()) }
	}
	a.media, err = media.New(o)
	return err
}

// library is the surface of the media; nil for a site without.
func (b *boot) library(a *App) []surface {
	if a.media == nil {
		return nil
	}
	served := delivery.New(a.media)
	served.Admit(b.frontEnds())
	return []surface{served}
}

// CheckMedia writes, reads and removes a small object where the media of a site
// lie, and says where that is; used is false for a site that takes no uploads.
func CheckMedia(ctx context.Context, o Options) (where string, used bool, err error) {
	b, err := configured(o)
	if err != nil {
		return "", false, err
	}
	if err := b.readStored(ctx); err != nil {
		return "", false, err
	}
	if !b.hasMedia() {
		return b.settings.Media.Where(), false, nil
	}
	if err := b.keepPrivate(); err != nil {
		return "", true, err
	}
	bucket, err := b.bucket()
	if err != nil {
		return b.settings.Media.Where(), true, err
	}
	return b.settings.Media.Where(), true, media.Check(ctx, bucket)
}

// Assets are those of the ids that the library has, as readers of a locale see
// them.
func (a *App) Assets(ctx context.Context, locale string, ids []string) (map[string]*asset.Asset, error) {
	if a.media == nil {
		return map[string]*asset.Asset{}, nil
	}
	return a.media.Public(ctx, locale, ids)
}
