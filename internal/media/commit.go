package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/rendition"
	"github.com/quartet-dev/quartet/internal/media/storage"
)

// keepFormer is how long the bytes of a version stay that another one has
// replaced: pages that were loaded before still show them.
const keepFormer = 24 * time.Hour

// Commitment finishes an upload.
type Commitment struct {
	ID           string  // of the group
	Alt, Caption *string // nil: as announced
	Actor        audit.Actor
	former       *Former // of an import
}

// Commit makes the asset of an upload whose bytes have come: all of it, or
// nothing. A second commit answers the same asset. Codes: NOT_FOUND,
// MEDIA_UPLOAD_EXPIRED, MEDIA_OBJECT_NOT_FOUND for a variant that has not come,
// MEDIA_CHECKSUM_MISMATCH, MEDIA_MIME_REJECTED and MEDIA_SIZE_EXCEEDED for bytes
// that are not what they were announced as or do harm, MEDIA_ASSET_NOT_FOUND for
// an asset that was deleted while it was being replaced.
func (s *Service) Commit(ctx context.Context, c Commitment) (*Asset, error) {
	g, err := s.pending(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	if g.Version > 0 {
		return s.Asset(ctx, g.Asset)
	}
	if c.Alt != nil {
		g.Alt = *c.Alt
	}
	if c.Caption != nil {
		g.Caption = *c.Caption
	}
	if err := s.checkTexts(g.Text, g.Translations); err != nil {
		return nil, err
	}
	if err := s.verify(ctx, g); err != nil {
		return nil, err
	}
	if err := s.update(ctx, func(tx Tx) error { return s.commit(ctx, tx, g, c) }); err != nil {
		return nil, diag.Attempted(err, "commit an upload")
	}
	return s.Asset(ctx, g.Asset)
}

// verify reads every variant of a group where it is stored, and completes what is
// known of it.
func (s *Service) verify(ctx context.Context, g *Group) error {
	for i := range g.Variants {
		if err := s.verifyVariant(ctx, g, i); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) verifyVariant(ctx context.Context, g *Group, i int) error {
	v := &g.Variants[i]
	if err := s.settle(ctx, g, i); err != nil {
		return err
	}
	file, object, err := s.openSent(ctx, g, i, v.name(i))
	if err != nil {
		return err
	}
	defer file.Close()
	if object.Size != v.ByteSize {
		d := mismatch(nameOf(i), "The variant is not as long as was announced.")
		d.Expected, d.Value = v.ByteSize, object.Size
		return d
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return unavailable(err, "read an upload")
	}
	found := hex.EncodeToString(sum.Sum(nil))
	if v.SHA256 != "" && v.SHA256 != found {
		return mismatch(nameOf(i), "The variant has another SHA-256 than was announced.")
	}
	v.SHA256 = found
	return s.inspect(ctx, file, i, v)
}

// settle copies a variant that could still be put again to its own name, before
// anything of it is looked at. It does so once: what is put later counts for nothing,
// and a commit that was broken off goes on with what it had.
func (s *Service) settle(ctx context.Context, g *Group, i int) error {
	v := g.Variants[i]
	sent := v.sentAs(i, s.direct())
	if sent == v.name(i) {
		return nil
	}
	if _, err := s.Bucket.Stat(ctx, g.key(v.name(i))); !errors.Is(err, storage.ErrNotFound) {
		return unavailable(err, "settle an upload")
	}
	file, object, err := s.Bucket.Open(ctx, g.key(sent))
	if errors.Is(err, storage.ErrNotFound) {
		return nil // another commit has just settled it, or it has not come
	}
	if err != nil {
		return unavailable(err, "read an upload")
	}
	defer file.Close()
	err = s.Bucket.Put(ctx, g.key(v.name(i)), file, storage.Properties{MimeType: v.MimeType, Size: object.Size})
	if err == nil {
		err = s.Bucket.Delete(ctx, g.key(sent))
	}
	return unavailable(err, "settle an upload")
}

// direct reports whether clients put bytes into the bucket without this service in
// between.
func (s *Service) direct() bool {
	_, through := s.Bucket.(storage.Receiver)
	return !through
}

// openSent opens what a client has sent of a variant.
func (s *Service) openSent(ctx context.Context, g *Group, i int, name string) (io.ReadSeekCloser, storage.Object, error) {
	file, object, err := s.Bucket.Open(ctx, g.key(name))
	if errors.Is(err, storage.ErrNotFound) {
		d := diag.At(diag.MediaObjectNotFound, nameOf(i), "The bytes of this variant have not come.")
		d.Suggestion = "Send them to the variant's uploadUrl, then commit again."
		return nil, object, d
	}
	return file, object, unavailable(err, "read an upload")
}

// inspect finds out what the bytes of a variant are.
func (s *Service) inspect(ctx context.Context, file io.ReadSeeker, i int, v *Variant) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return unavailable(err, "read an upload")
	}
	found, err := inspect.File(ctx, file, v.ByteSize, v.MimeType)
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		placed := *d
		placed.Path = nameOf(i)
		return &placed
	}
	if err != nil {
		return unavailable(err, "read an upload")
	}
	v.Width, v.Height = found.Width, found.Height
	if v.Role != asset.Primary {
		return nil
	}
	return probe(file, v)
}

// probe lists the renditions that can be made of a primary. A file that is no
// picture, or one that is not read, has none.
func probe(file io.ReadSeeker, v *Variant) error {
	picture, err := rendition.Probe(file, v.MimeType)
	if errors.Is(err, rendition.ErrUnreadable) {
		return nil
	}
	for _, size := range picture.Renditions {
		v.Renditions = append(v.Renditions, Rendition{picture.MimeType, size.Width, size.Height})
	}
	return unavailable(err, "read an upload")
}

// commit writes the asset of a group that was verified.
func (s *Service) commit(ctx context.Context, tx Tx, g *Group, c Commitment) error {
	stored, err := tx.Group(g.ID)
	switch {
	case err != nil:
		return err
	case stored == nil || stored.Over: // cancelled, while its bytes were read
		return expired()
	case stored.Version > 0: // somebody else was faster
		return nil
	}
	a, action, err := s.assetOf(tx, g, c)
	if err != nil {
		return err
	}
	g.Version, g.Due = a.Version, 0
	if err := errors.Join(tx.PutGroup(g), tx.PutAsset(a)); err != nil {
		return err
	}
	return tx.Record(s.record(ctx, c.Actor, action, a, nil, describe(a)))
}

// assetOf is the asset that a group makes: a new one, or the next version of the
// one that it replaces, whose texts stay.
func (s *Service) assetOf(tx Tx, g *Group, c Commitment) (*Asset, audit.Action, error) {
	a := &Asset{
		ID: g.Asset, Purpose: g.Purpose, Text: g.Text, Translations: g.Translations, CreatedAt: s.now(), CreatedBy: c.Actor.ID,
	}
	action := audit.UploadAsset
	if f := c.former; f != nil {
		a.Version, a.FocalPoint, a.CreatedAt, a.CreatedBy = max(f.Version, 1)-1, f.FocalPoint, f.CreatedAt, f.CreatedBy
	}
	if !g.Replaces {
		if there, err := tx.Assets([]string{a.ID}); err != nil || len(there) > 0 {
			return nil, "", errors.Join(err, taken())
		}
	}
	if g.Replaces {
		former, err := one(tx, "/id", g.Asset)
		if err != nil {
			return nil, "", err
		}
		a, action = former, audit.ReplaceAsset
		if err := s.retire(tx, former); err != nil {
			return nil, "", err
		}
		if c.Alt != nil {
			a.Alt = *c.Alt
		}
		if c.Caption != nil {
			a.Caption = *c.Caption
		}
	}
	a.Version++
	a.Group, a.Filename, a.Variants = g.ID, g.Filename, g.Variants
	a.Kind = kindOf(g.Variants[indexOfPrimary(g.Variants)].MimeType)
	return a, action, nil
}

func taken() error {
	return diag.At(diag.Conflict, "input#/id", "Another asset has this id.")
}

// retire has the bytes of an asset's present version removed later.
func (s *Service) retire(tx Tx, a *Asset) error {
	former, err := tx.Group(a.Group)
	if former == nil || err != nil {
		return err
	}
	former.Due = s.Now().Add(keepFormer).UnixMilli()
	return tx.PutGroup(former)
}

// Cancel ends an upload that was not committed, and removes what has come of it.
func (s *Service) Cancel(ctx context.Context, id string) error {
	g, err := s.end(ctx, id, func(g *Group) error {
		if g == nil || g.Over {
			return noUpload()
		}
		if g.Version > 0 {
			return diag.At(diag.Conflict, "input#/id", "The upload was committed.")
		}
		return nil
	})
	if err != nil {
		return diag.Attempted(err, "cancel an upload")
	}
	if err := s.empty(context.WithoutCancel(ctx), g); err != nil {
		s.Log.Warn("the bytes of a cancelled upload could not be removed; it is tried again", "upload", id, "error", err)
	}
	return nil
}
