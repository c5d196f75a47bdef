package platform

import (
	"context"
	"math"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/audit/history"
	"github.com/quartet-dev/quartet/internal/diag"
)

var (
	versionsOf = declare(`SELECT a.key, a.time, a.actor, credential, client, surface, action, a.collection, a.subject, a.version, kept, coalesce(name, '')
FROM _quartet_audit a LEFT JOIN _quartet_named_versions n ON n.subject = a.subject AND n.collection = a.collection AND n.line = a.key
WHERE a.subject = ?1 AND a.key < ?3 AND {aside}a.collection = ?2 AND action <> 'delete' ORDER BY a.key DESC LIMIT ?4`)

	namedLine   = declare(`SELECT 1 FROM _quartet_named_versions WHERE line = ?1`)
	namedState  = declare(`SELECT state FROM _quartet_named_versions WHERE subject = ?1 AND collection = ?2 AND version = ?3`)
	countNamed  = declare(`SELECT count(*) FROM _quartet_named_versions WHERE subject = ?1 AND collection = ?2 AND version <> ?3`)
	renamed     = declare(`UPDATE _quartet_named_versions SET name = ?4, time = ?5, actor = ?6 WHERE subject = ?1 AND collection = ?2 AND version = ?3`)
	insertNamed = declare(`INSERT INTO _quartet_named_versions (subject, collection, version, name, time, actor, line, state) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`)
	deleteNamed = declare(`DELETE FROM _quartet_named_versions WHERE subject = ?1 AND collection = ?2 AND version = ?3`)
)

// versionsRead is the longest page of versions.
const versionsRead = 500

// EntryVersions implements audit.Store.
func (p Ports) EntryVersions(ctx context.Context, q audit.Query) (versions []audit.VersionLine, more bool, err error) {
	if q.Before == 0 {
		q.Before = math.MaxInt64
	}
	limit := min(q.Limit, versionsRead)
	err = p.db.Read(ctx, Func(func(c *Conn) error {
		versions = nil
		return c.each(versionsOf, func(r row) error {
			kept := history.Kept(r.Integer(10))
			name := r.string(11)
			versions = append(versions, audit.VersionLine{Record: *recordAt(r), Name: name, Kept: kept != history.Nowhere || name != ""})
			return nil
		}, q.Subject, q.Collection, q.Before, limit+1)
	}))
	if err != nil {
		return nil, false, err
	}
	return versions[:min(len(versions), limit)], len(versions) > limit, nil
}

// NameVersion implements audit.Store.
func (p Ports) NameVersion(ctx context.Context, n audit.NamedVersion) error {
	return p.db.Update(ctx, Func(func(c *Conn) error {
		if n.Name == "" {
			return c.run(deleteNamed, n.Subject, n.Collection, n.Version)
		}
		known, err := c.hits(renamed, n.Subject, n.Collection, n.Version, n.Name, n.Time, n.Actor)
		if known || err != nil {
			return err
		}
		return historyTx{c}.keepNamed(n)
	}))
}

// keepNamed keeps a version that had no name, whole.
func (j historyTx) keepNamed(n audit.NamedVersion) error {
	of := history.Entry{Collection: n.Collection, ID: n.Subject}
	state, err := history.Version(j, of, n.Version)
	if err != nil {
		return err
	}
	line, err := j.KeyOf(of, n.Version)
	if err != nil {
		return err
	}
	if state == nil || line == nil {
		return diag.At(diag.NotFound, "input#", "There is no such version, or it is not kept.")
	}
	named := int64(0)
	err = j.c.each(countNamed, func(r row) error { named = r.Integer(0); return nil }, n.Subject, n.Collection, n.Version)
	if err != nil {
		return err
	}
	if named >= audit.MaxNamedVersions {
		return tooManyNames()
	}
	return j.c.run(insertNamed, n.Subject, n.Collection, n.Version, n.Name, n.Time, n.Actor, *line, audit.PackState(state))
}

func tooManyNames() *diag.Diagnostic {
	d := diag.At(diag.Conflict, "input#/name", "100 versions of this entry have a name.")
	d.Suggestion = "Take the name off a version that you need no more."
	return d
}

// named is a version that was kept for its name; nil for none.
func (j historyTx) named(collection, subject string, version int64) (state *audit.State, err error) {
	err = j.c.each(namedState, func(r row) (err error) {
		state, err = audit.UnpackState(r.Blob(0))
		return err
	}, subject, collection, version)
	return state, err
}

// IsNamed implements history.Reader.
func (j historyTx) IsNamed(key int64) (bool, error) { return j.c.exists(namedLine, key) }
