package media

import (
	"context"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Asset is an asset of the library, or MEDIA_ASSET_NOT_FOUND.
func (s *Service) Asset(ctx context.Context, id string) (a *Asset, err error) {
	err = s.Store.Read(ctx, func(r Reader) error {
		if a, err = one(r, "/id", id); err != nil {
			return err
		}
		return count(r, []*Asset{a})
	})
	if err != nil {
		return nil, diag.Attempted(err, "read an asset")
	}
	return a, nil
}

// List lists assets, the newest first.
func (s *Service) List(ctx context.Context, q Query) (found []*Asset, err error) {
	err = s.Store.Read(ctx, func(r Reader) error {
		if found, err = r.List(q); err != nil {
			return err
		}
		return count(r, found)
	})
	return found, diag.Attempted(err, "list assets")
}

// count fills in how many entries use each asset.
func count(r Reader, assets []*Asset) error {
	uses, err := r.UseCounts(each(assets, func(a *Asset) string { return a.ID }))
	for _, a := range assets {
		a.UsedBy = uses[a.ID]
	}
	return err
}

// Uses lists the entries that use an asset, behind a place.
func (s *Service) Uses(ctx context.Context, id string, behind Use, limit int) (uses []Use, err error) {
	err = s.Store.Read(ctx, func(r Reader) error {
		if _, err := one(r, "/id", id); err != nil {
			return err
		}
		uses, err = r.Uses(id, behind, limit)
		return err
	})
	return uses, diag.Attempted(err, "list the uses of an asset")
}

// Patch changes what is said of an asset. What is nil stays.
type Patch struct {
	Alt, Caption *string
	Translations map[string]*Text // nil removes the one of a locale
	Focal        *Focal
}

// Focal is a new focal point; a nil Point is the middle.
type Focal struct{ *asset.Point }

// Update changes what is said of an asset. Codes: MEDIA_ASSET_NOT_FOUND,
// INPUT_VALIDATION_FAILED, INVALID_LOCALE.
func (s *Service) Update(ctx context.Context, id string, p Patch, actor audit.Actor) (*Asset, error) {
	err := s.update(ctx, func(tx Tx) error {
		a, err := one(tx, "/id", id)
		if err != nil {
			return err
		}
		before := describe(a)
		if err := p.apply(a); err != nil {
			return err
		}
		if err := s.checkTexts(a.Text, p.said()); err != nil {
			return err
		}
		after := describe(a)
		if jsonvalue.Equal(before, after) {
			return nil
		}
		if err := tx.PutAsset(a); err != nil {
			return err
		}
		return tx.Record(s.record(ctx, actor, audit.ChangeAsset, a, before, after))
	})
	if err != nil {
		return nil, diag.Attempted(err, "change an asset")
	}
	return s.Asset(ctx, id)
}

// said are the translations that a patch brings: one that is there may be in a
// locale that the site has no more.
func (p Patch) said() map[string]Text {
	said := make(map[string]Text)
	for locale, text := range p.Translations {
		if text != nil {
			said[locale] = *text
		}
	}
	return said
}

func (p Patch) apply(a *Asset) error {
	if p.Alt != nil {
		a.Alt = *p.Alt
	}
	if p.Caption != nil {
		a.Caption = *p.Caption
	}
	for locale, text := range p.Translations {
		if text == nil {
			delete(a.Translations, locale)
			continue
		}
		if a.Translations == nil {
			a.Translations = make(map[string]Text)
		}
		a.Translations[locale] = *text
	}
	if p.Focal == nil {
		return nil
	}
	a.FocalPoint = p.Focal.Point
	if f := a.FocalPoint; f != nil && !(0 <= f.X && f.X <= 1 && 0 <= f.Y && f.Y <= 1) {
		return refused("/focalPoint", "The focal point lies in the picture: x and y are 0 to 1.")
	}
	return nil
}

// shownUses is how many uses a refused deletion names.
const shownUses = 50

// InUse is CONFLICT for an asset that entries use: the first of them, and how many
// there are.
type InUse struct {
	Uses  []Use
	Count int
}

func (*InUse) Error() string { return "the asset is in use" }

// Unwrap is the diagnostic.
func (*InUse) Unwrap() error {
	return diag.At(diag.Conflict, "input#/id", "Entries use this asset.")
}

// Delete removes an asset and its bytes, and returns how many variants it had. One
// that entries use stays (InUse) unless force is true.
func (s *Service) Delete(ctx context.Context, id string, force bool, actor audit.Actor) (variants int, err error) {
	err = s.update(ctx, func(tx Tx) error {
		a, err := one(tx, "/id", id)
		if err != nil {
			return err
		}
		if err := count(tx, []*Asset{a}); err != nil {
			return err
		}
		if a.UsedBy > 0 && !force {
			uses, err := tx.Uses(id, Use{}, shownUses)
			if err != nil {
				return err
			}
			return &InUse{uses, a.UsedBy}
		}
		variants = len(a.Variants)
		if err := tx.DeleteAsset(id, s.now()); err != nil {
			return err
		}
		return tx.Record(s.record(ctx, actor, audit.DeleteAsset, a, describe(a), nil))
	})
	s.wakeSweep()
	return variants, diag.Attempted(err, "delete an asset")
}

// record is what is written down of a change.
func (s *Service) record(ctx context.Context, actor audit.Actor, action audit.Action, a *Asset, before, after map[string]any) *audit.Record {
	was, is := audit.Difference(before, after)
	return &audit.Record{Time: s.now(), Actor: actor, Surface: audit.SurfaceOf(ctx), Action: action, Subject: a.ID, Before: was, After: is}
}

// describe is an asset as records show it.
func describe(a *Asset) map[string]any {
	said := map[string]any{
		"filename": a.Filename, "purpose": a.Purpose, "version": int64(a.Version), "alt": a.Alt, "caption": a.Caption,
	}
	if a.FocalPoint != nil {
		said["focalPoint"] = map[string]any{"x": a.FocalPoint.X, "y": a.FocalPoint.Y}
	}
	for _, locale := range slices.Sorted(maps.Keys(a.Translations)) {
		said["alt "+locale], said["caption "+locale] = a.Translations[locale].Alt, a.Translations[locale].Caption
	}
	return said
}
