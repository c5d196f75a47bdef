package platform

import (
	"context"
	"math"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/releases"
)

// selectReleases reads releases with how many entries they have, and with their move.
const selectReleases = `SELECT r.id, r.name, r.version, r.created_by, r.created_at, r.published_by, r.published_at,
(SELECT count(*) FROM _quartet_release_entries AS e WHERE e.release_id = r.id) AS entries,
m.id, m.due, m.zone, m.actor, m.role, m.set_at, m.failed_at, m.problem, m.told
FROM _quartet_releases AS r LEFT JOIN _quartet_moves AS m ON m.entry = r.id AND m.collection = '' AND m.direction = 'release' `

var (
	releaseOfID     = declare(selectReleases + `WHERE r.id = ?1`)
	releasesWaiting = declare(selectReleases + `WHERE r.published_at IS NULL ORDER BY r.id DESC LIMIT ?1`)
	releasesOut     = declare(selectReleases + `WHERE r.published_at IS NOT NULL AND (r.published_at, r.id) < (?1, ?2) ORDER BY r.published_at DESC, r.id DESC LIMIT ?3`)
	releasesOfEntry = declare(selectReleases + `WHERE r.published_at IS NULL
AND r.id IN (SELECT i.release_id FROM _quartet_release_entries AS i WHERE i.entry = ?1 AND i.collection = ?2) ORDER BY r.id DESC`)
	countReleases = declare(`SELECT count(*) FROM _quartet_releases WHERE published_at IS NULL`)
	entriesOf     = declare(`SELECT collection, entry, title, added_by, added_at FROM _quartet_release_entries WHERE release_id = ?1 ORDER BY added_at, collection, entry`)

	createRelease = declare(`INSERT INTO _quartet_releases (id, name, version, created_by, created_at, published_by, published_at) VALUES (?1, ?2, ?3, ?4, ?5, NULL, NULL)`)
	renameRelease = declare(`UPDATE _quartet_releases SET name = ?2 WHERE id = ?1`)
	changeRelease = declare(`UPDATE _quartet_releases SET version = version + 1 WHERE id = ?1`)
	deleteRelease = declare(`DELETE FROM _quartet_releases WHERE id = ?1`)
	emptyRelease  = declare(`DELETE FROM _quartet_release_entries WHERE release_id = ?1`)
	addToRelease  = declare(`INSERT INTO _quartet_release_entries (release_id, collection, entry, title, added_by, added_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (release_id, collection, entry) DO NOTHING`)
	removeFromRelease = declare(`DELETE FROM _quartet_release_entries WHERE release_id = ?1 AND collection = ?2 AND entry = ?3`)
	publishRelease    = declare(`UPDATE _quartet_releases SET published_at = ?3, published_by = ?4 WHERE id = ?1 AND version = ?2 AND published_at IS NULL`)
)

// endRelease notes that a release is published, and ends the move that does so.
func (c *Conn) endRelease(e *content.ReleaseEnd) error {
	is, err := c.hits(publishRelease, e.ID, e.Version, e.At.UnixMilli(), orNull(e.By))
	switch {
	case err == nil && is && e.Move != "":
		is, err = c.hits(endMove, e.Move)
	case err == nil && is:
		err = c.run(cancelMove, e.ID, "", string(moves.Release))
	}
	if err == nil && !is {
		err = content.ReleaseChanged()
	}
	return err
}

// EndRelease implements content.Store.
func (p Ports) EndRelease(ctx context.Context, end content.ReleaseEnd) error {
	return p.db.Update(ctx, Func(func(c *Conn) error { return c.endRelease(&end) }))
}

type keptReleases struct{ db Database }

// Releases are the sets of entries that are published together.
func (p Ports) Releases() releases.Store { return keptReleases{p.db} }

// Release implements releases.Store.
func (s keptReleases) Release(ctx context.Context, id string) (r *releases.Release, err error) {
	err = s.db.Read(ctx, Func(func(c *Conn) (err error) {
		r, err = releaseTx{c}.Release(id)
		return err
	}))
	return r, err
}

// Waiting implements releases.Store.
func (s keptReleases) Waiting(ctx context.Context, limit int) ([]*releases.Release, error) {
	return s.list(ctx, releasesWaiting, limit)
}

// Published implements releases.Store.
func (s keptReleases) Published(ctx context.Context, q releases.Query) ([]*releases.Release, error) {
	before := int64(math.MaxInt64)
	if !q.Before.IsZero() {
		before = q.Before.UnixMilli()
	}
	return s.list(ctx, releasesOut, before, q.ID, q.Limit)
}

// OfEntry implements releases.Store.
func (s keptReleases) OfEntry(ctx context.Context, collection, entry string) ([]*releases.Release, error) {
	return s.list(ctx, releasesOfEntry, entry, collection)
}

func (s keptReleases) list(ctx context.Context, q *Query, arguments ...any) (found []*releases.Release, err error) {
	err = s.db.Read(ctx, Func(func(c *Conn) (err error) {
		found, err = c.releases(q, arguments...)
		return err
	}))
	return found, err
}

func (c *Conn) releases(q *Query, arguments ...any) (found []*releases.Release, err error) {
	err = c.each(q, func(r row) error {
		release, err := releaseAt(r)
		found = append(found, release)
		return err
	}, arguments...)
	return found, err
}

func releaseAt(r row) (*releases.Release, error) {
	release := &releases.Release{
		ID: r.string(0), Name: r.string(1), Version: r.Integer(2), CreatedBy: r.string(3), CreatedAt: r.time(4),
		PublishedBy: r.string(5), PublishedAt: r.time(6), Count: int(r.Integer(7)),
	}
	if r.IsNull(8) {
		return release, nil
	}
	release.Move = &moves.Move{
		ID: r.string(8), Entry: release.ID, Direction: moves.Release, Due: r.time(9), Zone: r.string(10), Actor: r.string(11), Role: r.string(12),
		SetAt: r.time(13), FailedAt: r.time(14), Told: r.flag(16),
	}
	return release, r.unpack(15, &release.Move.Problem)
}

// Update implements releases.Store.
func (s keptReleases) Update(ctx context.Context, fn func(releases.Tx) error) error {
	return s.db.Update(ctx, Func(func(c *Conn) error { return fn(releaseTx{c}) }))
}

type releaseTx struct{ c *Conn }

func (t releaseTx) Release(id string) (*releases.Release, error) {
	found, err := t.c.releases(releaseOfID, id)
	if len(found) == 0 || err != nil {
		return nil, err
	}
	err = t.c.each(entriesOf, func(r row) error {
		found[0].Items = append(found[0].Items, releases.Item{
			Collection: r.string(0), Entry: r.string(1), Title: r.string(2), AddedBy: r.string(3), AddedAt: r.time(4),
		})
		return nil
	}, id)
	return found[0], err
}

func (t releaseTx) CountWaiting() (int, error) {
	n, err := t.c.number(countReleases)
	return int(n), err
}

func (t releaseTx) Create(r *releases.Release) error {
	return t.c.run(createRelease, r.ID, r.Name, r.Version, r.CreatedBy, r.CreatedAt.UnixMilli())
}

func (t releaseTx) Rename(id, name string) error { return t.c.run(renameRelease, id, name) }

func (t releaseTx) Delete(id string) error {
	if err := t.c.run(cancelMove, id, "", string(moves.Release)); err != nil {
		return err
	}
	if err := t.c.run(emptyRelease, id); err != nil {
		return err
	}
	return t.c.run(deleteRelease, id)
}

func (t releaseTx) Add(id string, i releases.Item) (bool, error) {
	return t.c.hits(addToRelease, id, i.Collection, i.Entry, i.Title, i.AddedBy, i.AddedAt.UnixMilli())
}

func (t releaseTx) Remove(id, collection, entry string) (bool, error) {
	return t.c.hits(removeFromRelease, id, collection, entry)
}

func (t releaseTx) Changed(id string) error {
	is, err := t.c.hits(changeRelease, id)
	if err == nil && !is {
		err = diag.At(diag.NotFound, "input#/id", "There is no such release.")
	}
	return err
}
