package platform

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/media"
)

const (
	groupColumns = `g.id, g.purpose, g.asset, g.version, g.creator, g.announced, g.due`
	assetColumns = `a.id, a.purpose, a.filename, a.kind, a.version, a.alt, a.caption, a.translations, a.focal, a.created_at, a.created_by, g.id, g.announced`
	fromAssets   = ` FROM _quartet_media_assets a JOIN _quartet_media_groups g ON g.asset = a.id AND g.version = a.version `

	// What a library is searched by: who lists it from its beginning names a place
	// behind every other.
	listedAssets = `SELECT ` + assetColumns + fromAssets + `WHERE (a.created_at, a.id) < (?1, ?2)
AND (?3 = '' OR a.purpose = ?3) AND (?4 = '' OR a.kind = ?4)
AND (?5 = 0 OR NOT EXISTS (SELECT 1 FROM _quartet_media_uses u WHERE u.asset_id = a.id)
AND NOT EXISTS (SELECT 1 FROM _quartet_draft_media d WHERE d.asset_id = a.id)) `
	newestAssets = ` ORDER BY a.created_at DESC, a.id DESC LIMIT ?6`
)

var (
	selectGroup     = declare(`SELECT ` + groupColumns + ` FROM _quartet_media_groups g WHERE g.id = ?1`)
	selectGroupOf   = declare(`SELECT ` + groupColumns + ` FROM _quartet_media_groups g WHERE g.asset = ?1 AND g.version = ?2`)
	countOpen       = declare(`SELECT count(*), min(due) FROM _quartet_media_groups WHERE creator = ?1 AND version IS NULL AND due > ?2`)
	selectDueGroups = declare(`SELECT ` + groupColumns + ` FROM _quartet_media_groups g
WHERE g.due <= ?1 AND (g.version IS NOT NULL OR g.due <= ?2) ORDER BY g.due, g.id LIMIT ?3`)
	putGroup = declare(`INSERT INTO _quartet_media_groups (id, purpose, asset, version, creator, announced, due) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, announced = excluded.announced, due = excluded.due`)
	deleteGroup  = declare(`DELETE FROM _quartet_media_groups WHERE id = ?1`)
	expireGroups = declare(`UPDATE _quartet_media_groups SET due = ?2 WHERE asset = ?1 AND version IS NOT NULL`)

	selectAssets = declare(`SELECT ` + assetColumns + fromAssets + `WHERE a.id IN {texts of ?1}`)
	listAssets   = declare(listedAssets + newestAssets)
	searchAssets = declare(listedAssets + `AND a.words {like} ?7 ESCAPE '\'` + newestAssets)
	matchAssets  = declare(listedAssets + `AND a.words {matches} ?7` + newestAssets)
	putAsset     = declare(`INSERT INTO _quartet_media_assets (id, purpose, filename, kind, version, alt, caption, translations, focal, words, created_at, created_by)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
ON CONFLICT (id) DO UPDATE SET filename = excluded.filename, kind = excluded.kind, version = excluded.version, alt = excluded.alt,
caption = excluded.caption, translations = excluded.translations, focal = excluded.focal, words = excluded.words`)
	deleteAsset = declare(`DELETE FROM _quartet_media_assets WHERE id = ?1`)
)

// Media is media's store: assets and the groups of their objects.
func (p Ports) Media() media.Store { return mediaStore{p.db} }

type mediaStore struct{ db Database }

// ChangesMedia reports whether a unit of work may change an asset, as others keep in
// memory (store.Store, ExternalWrites).
func ChangesMedia(w Work) bool {
	_, does := w.(mediaUpdate)
	return does
}

// Read implements media.Store.
func (m mediaStore) Read(ctx context.Context, fn func(media.Reader) error) error {
	return m.db.Read(ctx, mediaRead(fn))
}

// Update implements media.Store.
func (m mediaStore) Update(ctx context.Context, fn func(media.Tx) error) error {
	return m.db.Update(ctx, mediaUpdate(fn))
}

// mediaRead and mediaUpdate are what media does in a unit of work.
type (
	mediaRead   func(media.Reader) error
	mediaUpdate func(media.Tx) error
)

func (fn mediaRead) Do(c *Conn) error   { return fn(mediaReader{c}) }
func (fn mediaUpdate) Do(c *Conn) error { return fn(mediaTx{mediaReader{c}}) }

type mediaReader struct{ c *Conn }

type mediaTx struct{ mediaReader }

func (r mediaReader) groups(q *Query, arguments ...any) (found []*media.Group, err error) {
	err = r.c.each(q, func(r row) error {
		g := &media.Group{
			ID: r.string(0), Purpose: r.string(1), Asset: r.string(2), Version: int(r.Integer(3)), Creator: r.string(4), Due: r.Integer(6),
		}
		found = append(found, g)
		return r.unpack(5, &g.Announced)
	}, arguments...)
	return found, err
}

func (r mediaReader) group(q *Query, arguments ...any) (*media.Group, error) {
	found, err := r.groups(q, arguments...)
	if len(found) == 0 {
		return nil, err
	}
	return found[0], err
}

func (r mediaReader) Group(id string) (*media.Group, error) { return r.group(selectGroup, id) }

func (r mediaReader) GroupOf(assetID string, version int) (*media.Group, error) {
	return r.group(selectGroupOf, assetID, version)
}

func (r mediaReader) Open(creator string, now int64) (n int, due int64, err error) {
	err = r.c.each(countOpen, func(r row) error {
		n, due = int(r.Integer(0)), r.Integer(1)
		return nil
	}, creator, now)
	return n, due, err
}

func (r mediaReader) Due(now, open int64, limit int) ([]*media.Group, error) {
	return r.groups(selectDueGroups, now, open, limit)
}

func (r mediaReader) assets(q *Query, arguments ...any) (found []*media.Asset, err error) {
	err = r.c.each(q, func(r row) error {
		a := &media.Asset{
			ID: r.string(0), Purpose: r.string(1), Filename: r.string(2), Kind: media.Kind(r.string(3)), Version: int(r.Integer(4)),
			Text: media.Text{Alt: r.string(5), Caption: r.string(6)}, CreatedAt: r.Integer(9), CreatedBy: r.string(10), Group: r.string(11),
		}
		var announced media.Announced
		err := errors.Join(r.unpack(7, &a.Translations), r.unpack(8, &a.FocalPoint), r.unpack(12, &announced))
		a.Variants = announced.Variants
		found = append(found, a)
		return err
	}, arguments...)
	return found, err
}

func (r mediaReader) Assets(ids []string) ([]*media.Asset, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return r.assets(selectAssets, list(ids))
}

func (r mediaReader) List(q media.Query) ([]*media.Asset, error) {
	from := q.Behind.CreatedAt
	if q.Behind == (media.Place{}) {
		from = math.MaxInt64
	}
	unused := 0
	if q.Unused {
		unused = 1
	}
	arguments := []any{from, q.Behind.ID, q.Purpose, string(q.Kind), unused, q.Limit}
	if q.Search == "" {
		return r.assets(listAssets, arguments...)
	}
	pattern, plain := r.c.driver.Dialect().Pattern(q.Search)
	if plain {
		return r.assets(searchAssets, append(arguments, pattern)...)
	}
	return r.assets(matchAssets, append(arguments, pattern)...)
}

func (r mediaReader) UseCounts(ids []string) (map[string]int, error) {
	counts := make(map[string]int)
	if len(ids) == 0 {
		return counts, nil
	}
	add := func(r row) error {
		counts[r.string(0)] += int(r.Integer(1))
		return nil
	}
	if err := r.c.each(countMediaUses, add, list(ids)); err != nil {
		return counts, err
	}
	return counts, r.c.each(countDraftMedia, add, list(ids))
}

func (r mediaReader) Uses(assetID string, after media.Use, limit int) (found []media.Use, err error) {
	err = r.c.each(selectMediaUses, func(r row) error {
		found = append(found, media.Use{Collection: r.string(0), EntryID: r.string(1)})
		return nil
	}, assetID, after.Collection, after.EntryID, limit)
	return found, err
}

func (t mediaTx) PutGroup(g *media.Group) error {
	announced, err := json.Marshal(g.Announced)
	if err != nil {
		return err
	}
	return t.c.run(putGroup, g.ID, g.Purpose, g.Asset, numberOrNull(int64(g.Version)), g.Creator, string(announced), numberOrNull(g.Due))
}

// numberOrNull is a number, nil for 0.
func numberOrNull(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}

func (t mediaTx) DeleteGroup(id string) error { return t.c.run(deleteGroup, id) }

func (t mediaTx) PutAsset(a *media.Asset) error {
	translations, err := json.Marshal(a.Translations)
	if err != nil {
		return err
	}
	var focal any
	if a.FocalPoint != nil {
		text, err := json.Marshal(a.FocalPoint)
		if err != nil {
			return err
		}
		focal = string(text)
	}
	return t.c.run(putAsset, a.ID, a.Purpose, a.Filename, string(a.Kind), a.Version, a.Alt, a.Caption, string(translations), focal, wordsOf(a), a.CreatedAt, a.CreatedBy)
}

// wordsOf is what a search looks at: the name and the texts of an asset, a line
// each.
func wordsOf(a *media.Asset) string {
	words := []string{a.Filename, a.Alt, a.Caption}
	for _, locale := range slices.Sorted(maps.Keys(a.Translations)) {
		words = append(words, a.Translations[locale].Alt, a.Translations[locale].Caption)
	}
	return strings.Join(words, "\n")
}

func (t mediaTx) DeleteAsset(id string, due int64) error {
	return errors.Join(t.c.run(deleteAsset, id), t.c.run(expireGroups, id, due))
}

// Record implements media.Tx.
func (t mediaTx) Record(l *audit.Record) error { return t.c.record(l) }
