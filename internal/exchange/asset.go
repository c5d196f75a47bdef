package exchange

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"path"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
)

// mediaFolder is where the bytes of media are in an export.
const mediaFolder = "media"

func assetOf(a *media.Asset, bytes bool) *Asset {
	line := &Asset{
		ID: a.ID, Purpose: a.Purpose, Filename: a.Filename, Version: a.Version, FocalPoint: a.FocalPoint,
		CreatedAt: a.CreatedAt, CreatedBy: a.CreatedBy, Texts: a.Text, Variants: []AssetFile{}, Locales: []LocaleTexts{},
	}
	for i, v := range a.Variants {
		f := AssetFile{Role: v.Role, MimeType: v.MimeType, ByteSize: v.ByteSize, SHA256: v.SHA256}
		if bytes {
			f.File = path.Join(mediaFolder, a.ID, a.VariantName(i))
		}
		line.Variants = append(line.Variants, f)
	}
	for _, locale := range slices.Sorted(maps.Keys(a.Translations)) {
		line.Locales = append(line.Locales, LocaleTexts{locale, a.Translations[locale]})
	}
	return line
}

// announcement is the asset as the media library takes it.
func (a *Asset) announcement() media.Announcement {
	m := media.Announcement{
		Purpose: a.Purpose, Filename: a.Filename, Text: a.Texts, Translations: map[string]media.Text{},
		Former: &media.Former{Version: a.Version, FocalPoint: a.FocalPoint, CreatedAt: a.CreatedAt, CreatedBy: a.CreatedBy},
	}
	for _, v := range a.Variants {
		m.Variants = append(m.Variants, media.Variant{Role: v.Role, MimeType: v.MimeType, ByteSize: v.ByteSize, SHA256: v.SHA256})
	}
	for _, each := range a.Locales {
		m.Translations[each.Locale] = each.Text
	}
	return m
}

// hasBytes reports whether the export says where the bytes of the asset are.
func (a *Asset) hasBytes() bool {
	return len(a.Variants) > 0 && !slices.ContainsFunc(a.Variants, func(f AssetFile) bool { return f.File == "" })
}

// assetsAtOnce is how many assets are read at a time.
const assetsAtOnce = 200

// exportAssets writes a line for every asset of the library, the newest first, and its
// bytes behind the line where they are wanted.
func (e *exporter) exportAssets(ctx context.Context) error {
	q := media.Query{Limit: assetsAtOnce}
	for {
		found, err := e.library.List(ctx, q)
		if err != nil {
			return err
		}
		for _, a := range found {
			if err := e.exportAsset(ctx, a); err != nil {
				return err
			}
		}
		if len(found) < q.Limit {
			return nil
		}
		last := found[len(found)-1]
		q.Behind = media.Place{CreatedAt: last.CreatedAt, ID: last.ID}
	}
}

func (e *exporter) exportAsset(ctx context.Context, a *media.Asset) error {
	listed := assetOf(a, e.Media)
	text, err := json.Marshal(map[string]*Asset{"asset": listed})
	if err != nil {
		return err
	}
	if err := e.write(append(text, '\n')); err != nil {
		return err
	}
	e.counts.Assets++
	if !e.Media {
		return nil
	}
	for i := range a.Variants {
		if err := e.exportFile(ctx, a, i, listed.Variants[i]); err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) exportFile(ctx context.Context, a *media.Asset, i int, f AssetFile) error {
	bytes, err := e.library.OpenVariant(ctx, a, i)
	if err != nil {
		return diag.Attempted(err, "read the bytes of the asset %s", a.ID)
	}
	defer bytes.Close()
	if err := e.to.File(f.File, f.ByteSize, f.SHA256, bytes); err != nil {
		return diag.Attempted(err, "export the bytes of the asset %s", a.ID)
	}
	e.counts.Files++
	e.counts.MediaBytes += f.ByteSize
	return nil
}

// importAsset brings an asset in. lib is nil for a site without media.
func (l *loader) importAsset(ctx context.Context, a *Asset) error {
	if l.library == nil {
		return diag.At(diag.MediaNotConfigured, "input#", "The site does not accept media: it does not declare a purpose for them.")
	}
	there, err := l.library.CheckImport(ctx, a.ID, a.announcement())
	switch {
	case err != nil:
		return err
	case there:
		l.report.Assets.Same++
		return nil
	case !a.hasBytes():
		l.report.Assets.WithoutBytes++
		d := diag.At(diag.MediaObjectNotFound, "input#/variants", "The library has no such asset, and the export was made without its bytes.")
		d.Severity, d.Suggestion = diag.Warning, "Export with --media."
		return d
	}
	open := func(i int) (io.ReadCloser, error) { return l.files.File(a.Variants[i].File) }
	if l.DryRun {
		err = l.checkBytes(ctx, a, open)
	} else {
		_, _, err = l.library.Import(ctx, a.ID, a.announcement(), open, actor)
	}
	if err == nil {
		l.report.Assets.Added++
	}
	return err
}
