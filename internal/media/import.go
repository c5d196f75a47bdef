package media

import (
	"context"
	"errors"
	"io"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/site"
)

// maxAssetID is how long the id of an imported asset may be, in bytes. It is a word
// that can stand in a path and behind `media:`.
const maxAssetID = 64

// Import makes an asset of files that the program has, under an id of the caller's
// choice: Announce, the bytes of each variant, and Commit in one. Where the asset is
// there already nothing is done, and created is false. Codes are those of Announce
// and Commit.
func (s *Service) Import(ctx context.Context, id string, a Announcement, open func(variant int) (io.ReadCloser, error), actor audit.Actor) (_ *Asset, created bool, err error) {
	g, found, err := s.checkImport(ctx, id, &a)
	if g == nil {
		return found, false, err
	}
	if err := s.Store.Update(ctx, func(tx Tx) error { return tx.PutGroup(g) }); err != nil {
		return nil, false, diag.Attempted(err, "announce an upload")
	}
	if err := s.putVariants(ctx, g, open); err != nil {
		return nil, false, errors.Join(err, s.Cancel(context.WithoutCancel(ctx), g.ID))
	}
	made, err := s.Commit(ctx, Commitment{ID: g.ID, Actor: actor, former: a.Former})
	if err != nil {
		return nil, false, errors.Join(err, s.Cancel(context.WithoutCancel(ctx), g.ID))
	}
	return made, true, nil
}

// CheckImport says what Import would, but for what it learns from the bytes.
func (s *Service) CheckImport(ctx context.Context, id string, a Announcement) (there bool, err error) {
	g, _, err := s.checkImport(ctx, id, &a)
	return g == nil && err == nil, err
}

// checkImport makes the group of an import; nil where the asset is there already.
func (s *Service) checkImport(ctx context.Context, id string, a *Announcement) (*Group, *Asset, error) {
	if err := checkID(id); err != nil {
		return nil, nil, err
	}
	if found, err := s.Asset(ctx, id); !diag.HasCode(err, diag.MediaAssetNotFound) {
		return nil, found, err
	}
	g, err := s.check(a)
	if err != nil {
		return nil, nil, err
	}
	g.Asset = id
	return g, nil, nil
}

// CheckNew is CheckImport of an asset that is not there yet, of which the Config and
// MaxUpload of a Service are enough.
func CheckNew(o Options, id string, a Announcement) error {
	if err := checkID(id); err != nil {
		return err
	}
	_, err := (&Service{Options: o.withDefaults()}).check(&a)
	return err
}

func checkID(id string) error {
	if len(id) > maxAssetID || !site.IsSlug(id) {
		return refused("/id", "The id of an asset is lower-case words and digits joined by single hyphens, 64 characters at most.")
	}
	return nil
}

func (s *Service) putVariants(ctx context.Context, g *Group, open func(variant int) (io.ReadCloser, error)) error {
	for i, v := range g.Variants {
		file, err := open(i)
		if err != nil {
			return err
		}
		err = s.Bucket.Put(ctx, g.key(v.name(i)), file, properties(v))
		if err := errors.Join(err, file.Close()); err != nil {
			return unavailable(err, "store a file")
		}
	}
	return nil
}
