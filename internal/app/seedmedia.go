package app

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"strconv"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/seed"
)

// seedLibrary takes files of the seed folder into the media of a site; nil for a site
// without.
func (a *App) seedLibrary() seed.Library {
	if a.media == nil {
		return nil
	}
	return &seedLibrary{a.media, a.folder}
}

type seedLibrary struct {
	media  *media.Service
	folder fs.FS
}

// Import implements seed.Library.
func (l *seedLibrary) Import(ctx context.Context, m *seed.Media) (created bool, err error) {
	ctx = audit.Through(ctx, audit.Seed)
	wanted, err := announcementOf(l.folder, m)
	if err != nil {
		return false, err
	}
	open := func(i int) (io.ReadCloser, error) { return m.Open(l.folder, i) }
	if _, created, err = l.media.Import(ctx, m.ID, wanted, open, audit.Actor{}); err != nil || !created || m.FocalPoint == nil {
		return created, err
	}
	_, err = l.media.Update(ctx, m.ID, media.Patch{Focal: &media.Focal{Point: m.FocalPoint}}, audit.Actor{})
	return created, err
}

// announcementOf is what an upload of a document would announce.
func announcementOf(folder fs.FS, m *seed.Media) (media.Announcement, error) {
	wanted := media.Announcement{
		Purpose: m.Purpose, Filename: path.Base(m.Files[0]), Text: media.Text(m.Text), Translations: map[string]media.Text{},
	}
	for locale, text := range m.Translations {
		wanted.Translations[locale] = media.Text(text)
	}
	for i := range m.Files {
		v, err := variantOf(folder, m, i)
		if err != nil {
			return wanted, err
		}
		wanted.Variants = append(wanted.Variants, v)
	}
	return wanted, nil
}

// variantOf is one of the files of a document, by its name and size.
func variantOf(folder fs.FS, m *seed.Media, i int) (v media.Variant, err error) {
	at := "input#/variants/" + strconv.Itoa(i)
	file, err := m.Open(folder, i)
	if err != nil {
		message := "The file cannot be read."
		if errors.Is(err, fs.ErrNotExist) {
			message = "There is no such file in the seed folder."
		}
		return v, diag.At(diag.InputValidationFailed, at, message).WithCause(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.IsDir() {
		return v, diag.At(diag.InputValidationFailed, at, "The file cannot be read.").WithCause(err)
	}
	v = media.Variant{Role: asset.Alternate, MimeType: inspect.TypeOfName(m.Files[i]), ByteSize: info.Size()}
	if i == 0 {
		v.Role = asset.Primary
	}
	return v, nil
}

// seedShelf checks files of the seed folder as a seedLibrary does, and takes none.
type seedShelf struct {
	folder  fs.FS
	options media.Options
}

// Import implements seed.Library.
func (l seedShelf) Import(_ context.Context, m *seed.Media) (created bool, err error) {
	wanted, err := announcementOf(l.folder, m)
	if err != nil {
		return false, err
	}
	return true, media.CheckNew(l.options, m.ID, wanted)
}
