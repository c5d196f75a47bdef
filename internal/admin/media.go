package admin

import (
	"errors"
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/library"
	"github.com/quartet-dev/quartet/internal/querystring"
)

// withMedia is a route of media: MEDIA_NOT_CONFIGURED where the site takes no
// uploads.
func withMedia(serve func(*Surface, *request) error) func(*Surface, *request) error {
	return func(s *Surface, q *request) error {
		if s.Media == nil {
			return diag.At(diag.MediaNotConfigured, "input#", "No media storage is configured.")
		}
		return serve(s, q)
	}
}

// listMedia lists the library, the newest first.
func (s *Surface) listMedia(q *request) error {
	wanted := media.Query{
		Search: q.query["search"], Purpose: q.query["purpose"], Kind: media.Kind(q.query["type"]), Unused: q.query["unused"] == "1",
	}
	if err := content.CheckTerm("search", wanted.Search); err != nil {
		return err
	}
	if wanted.Kind != "" && !slices.Contains(media.Kinds(), wanted.Kind) {
		d := querystring.Invalid("type", "Must be image, video, audio or file.")
		d.Expected = media.Kinds()
		return d
	}
	list, limit := []string{"media", wanted.Search, wanted.Purpose, string(wanted.Kind), q.query["unused"]}, q.query.limit()
	keys, err := s.openCursor(list, q, 2)
	if err != nil {
		return err
	}
	if keys != nil {
		wanted.Behind.CreatedAt, _ = keys[0].(int64)
		wanted.Behind.ID, _ = keys[1].(string)
	}
	wanted.Limit = limit + 1
	found, err := s.Media.List(q.Context(), wanted)
	found, next := cut(found, limit, func(a *media.Asset) []any { return []any{a.CreatedAt, a.ID} })
	return q.answer(wire.Page[wire.Asset]{Items: each(found, s.assetOf), NextCursor: s.sealCursor(list, next)}, err)
}

func (s *Surface) asset(q *request) error {
	a, err := s.Media.Asset(q.Context(), q.PathValue("id"))
	return s.answerAsset(q, a, err)
}

func (s *Surface) answerAsset(q *request, a *media.Asset, err error) error {
	if err != nil {
		return err
	}
	return q.answer(s.assetOf(a), nil)
}

// assetOf is an asset as staff see it.
func (s *Surface) assetOf(a *media.Asset) wire.Asset { return library.Asset(s.Media, a) }

// assetUses lists the entries that use an asset, by collection and id.
func (s *Surface) assetUses(q *request) error {
	list, limit := []string{"uses", q.PathValue("id")}, q.query.limit()
	keys, err := s.openCursor(list, q, 2)
	if err != nil {
		return err
	}
	var behind media.Use
	if keys != nil {
		behind.Collection, _ = keys[0].(string)
		behind.EntryID, _ = keys[1].(string)
	}
	uses, err := s.Media.Uses(q.Context(), q.PathValue("id"), behind, limit+1)
	if err != nil {
		return err
	}
	uses, next := cut(uses, limit, func(u media.Use) []any { return []any{u.Collection, u.EntryID} })
	titled, err := s.titledUses(q, uses)
	return q.answer(wire.Page[wire.AssetUse]{Items: titled, NextCursor: s.sealCursor(list, next)}, err)
}

func (s *Surface) titledUses(q *request, uses []media.Use) ([]wire.AssetUse, error) {
	titled := make([]wire.AssetUse, len(uses))
	for i, u := range uses {
		title, err := s.titleNow(q.Context(), u.Collection, u.EntryID)
		if err != nil {
			return nil, err
		}
		titled[i] = wire.AssetUse{Collection: u.Collection, EntryID: u.EntryID, Title: title}
	}
	return titled, nil
}

func (s *Surface) announceUpload(q *request) error {
	a, err := media.ReadAnnouncement(q.body)
	if err != nil {
		return err
	}
	a.Creator = q.caller.Actor().ID
	granted, err := s.Media.Announce(q.Context(), a)
	if tooMany := (*media.TooMany)(nil); errors.As(err, &tooMany) {
		httpx.RetryAfter(q.w, tooMany.After)
	}
	if err != nil {
		return err
	}
	return q.created(library.Capabilities(granted), nil)
}

func (s *Surface) commitUpload(q *request) error {
	c, err := media.ReadCommitment(q.PathValue("id"), q.body)
	if err != nil {
		return err
	}
	c.Actor = q.caller.Actor()
	a, err := s.Media.Commit(q.Context(), c)
	return s.answerAsset(q, a, err)
}

func (s *Surface) cancelUpload(q *request) error {
	return q.answer(wire.Removed{Removed: true}, s.Media.Cancel(q.Context(), q.PathValue("id")))
}

func (s *Surface) changeAsset(q *request) error {
	p, err := media.ReadPatch(q.body)
	if err != nil {
		return err
	}
	a, err := s.Media.Update(q.Context(), q.PathValue("id"), p, q.caller.Actor())
	return s.answerAsset(q, a, err)
}

func (s *Surface) deleteAsset(q *request) error {
	variants, err := s.Media.Delete(q.Context(), q.PathValue("id"), q.query["force"] == "1", q.caller.Actor())
	if used := (*media.InUse)(nil); errors.As(err, &used) {
		uses, failed := s.titledUses(q, used.Uses)
		if failed != nil {
			return failed
		}
		d := *diag.As(err)
		d.Value, d.ValuePublic = wire.AssetInUse{Count: used.Count, Uses: uses}, true
		d.Suggestion = "Take the asset out of the entries first, or repeat the request with force=1."
		return &d
	}
	return q.answer(wire.AssetRemoved{Deleted: true, VariantsRemoved: variants}, err)
}
