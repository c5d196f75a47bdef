package platform

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/backup/copies"
)

var (
	selectBackups = declare(`SELECT id, began_at, ended_at, held, cause, place, name, media, size, entries, objects, digest, problem
FROM _quartet_backups ORDER BY id DESC LIMIT ?1`)
	putBackup = declare(`INSERT INTO _quartet_backups (id, began_at, ended_at, held, cause, place, name, media, size, entries, objects, digest, problem)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at, held = excluded.held, name = excluded.name, media = excluded.media,
size = excluded.size, entries = excluded.entries, objects = excluded.objects, digest = excluded.digest, problem = excluded.problem`)
	deleteBackup = declare(`DELETE FROM _quartet_backups WHERE id = ?1`)
	pruneBackups = declare(`DELETE FROM _quartet_backups WHERE id NOT IN (SELECT id FROM _quartet_backups ORDER BY id DESC LIMIT ?1)`)
)

type backups struct{ db Database }

// Backups are the records of copies.
func (p Ports) Backups() copies.Store { return backups{p.db} }

// Records implements copies.Store.
func (b backups) Records(ctx context.Context, limit int) (found []*copies.Record, err error) {
	err = b.db.Read(ctx, Func(func(c *Conn) (err error) {
		found, err = backupTx{c}.Records(limit)
		return err
	}))
	return found, err
}

// Update implements copies.Store.
func (b backups) Update(ctx context.Context, fn func(copies.Tx) error) error {
	return b.db.Update(ctx, Func(func(c *Conn) error { return fn(backupTx{c}) }))
}

type backupTx struct{ c *Conn }

func (t backupTx) Records(limit int) ([]*copies.Record, error) {
	return every(t.c, selectBackups, func(r row) *copies.Record {
		return &copies.Record{
			ID: r.string(0), BeganAt: r.time(1), EndedAt: r.time(2), Held: r.time(3), Cause: r.string(4), Place: r.string(5),
			Name: r.string(6), Media: r.flag(7), Size: r.Integer(8), Rows: r.Integer(9), Objects: r.Integer(10),
			Digest: r.string(11), Problem: r.string(12),
		}
	}, limit)
}

func (t backupTx) Put(r *copies.Record) error {
	return t.c.run(putBackup, r.ID, r.BeganAt.UnixMilli(), milli(r.EndedAt), milli(r.Held), r.Cause, r.Place,
		r.Name, flag(r.Media), r.Size, r.Rows, r.Objects, r.Digest, r.Problem)
}

func (t backupTx) Delete(id string) error { return t.c.run(deleteBackup, id) }

func (t backupTx) Record(l *audit.Record) error { return t.c.record(l) }

func (t backupTx) Prune(keep int) error { return t.c.run(pruneBackups, keep) }
