package media

import (
	"cmp"
	"context"
	"strconv"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/inspect"
)

// Path is where media are served.
const Path = "/media"

// UploadsPath is what the path of a capability of this service begins with.
const UploadsPath = Path + "/uploads/"

// Public gives those of the ids that there are, as readers of a locale see them;
// "" is the canonical one.
func (s *Service) Public(ctx context.Context, locale string, ids []string) (map[string]*asset.Asset, error) {
	var found []*Asset
	err := s.Store.Read(ctx, func(r Reader) (err error) {
		found, err = r.Assets(ids)
		return err
	})
	if err != nil {
		return nil, diag.Attempted(err, "read assets")
	}
	all := make(map[string]*asset.Asset, len(found))
	for _, a := range found {
		all[a.ID] = s.Shape(a, locale)
	}
	return all, nil
}

// Shape is an asset as readers of a locale see it.
func (s *Service) Shape(a *Asset, locale string) *asset.Asset {
	out := &asset.Asset{ID: a.ID, Alt: a.Alt, Caption: a.Caption, FocalPoint: a.FocalPoint, Renditions: []asset.Rendition{}}
	if said, ok := a.Translations[locale]; ok {
		out.Alt, out.Caption = cmp.Or(said.Alt, a.Alt), cmp.Or(said.Caption, a.Caption)
	}
	primary := indexOfPrimary(a.Variants)
	out.Variants = append(out.Variants, s.variant(a, primary))
	for i := range a.Variants {
		if i != primary {
			out.Variants = append(out.Variants, s.variant(a, i))
		}
	}
	for _, r := range a.Variants[primary].Renditions {
		out.Renditions = append(out.Renditions, asset.Rendition{MimeType: r.MimeType, Width: r.Width, Height: r.Height, URL: a.url(r.name())})
	}
	return out
}

func (s *Service) variant(a *Asset, i int) asset.Variant {
	v := a.Variants[i]
	return asset.Variant{Role: v.Role, MimeType: v.MimeType, ByteSize: v.ByteSize, Width: v.Width, Height: v.Height, URL: s.url(a, i)}
}

// url is where the i-th variant is read: at the bucket where it has a public
// address and may be read there, else at this service.
func (s *Service) url(a *Asset, i int) string {
	v := a.Variants[i]
	if elsewhere(v.MimeType) {
		if public := s.Bucket.PublicURL(keyOf(a.Purpose, a.Group, v.name(i))); public != "" {
			return public
		}
	}
	return a.url(v.name(i))
}

func (a *Asset) url(name string) string {
	return Path + "/" + a.ID + "/" + strconv.Itoa(a.Version) + "/" + name
}

// elsewhere reports whether a file of the type is harmless without the headers
// with which this service serves it.
func elsewhere(mimeType string) bool {
	return inspect.Inline(mimeType) && mimeType != "image/svg+xml" && mimeType != "application/pdf"
}
