package platform

import (
	"context"
	"fmt"
	"math"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// The statements that a store runs in the transaction of an entry, see [BesideWrite].
var (
	insertBinned = declare(`INSERT INTO _quartet_bin (collection, entry, status, version, data, author, created_at, updated_at, joined, deleted_at, actor, credential, client, surface)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) ON CONFLICT (collection, entry) DO UPDATE SET
status = excluded.status, version = excluded.version, data = excluded.data, author = excluded.author, created_at = excluded.created_at, updated_at = excluded.updated_at,
joined = excluded.joined, deleted_at = excluded.deleted_at, actor = excluded.actor, credential = excluded.credential, client = excluded.client, surface = excluded.surface`)
	deleteBinned = declare(`DELETE FROM _quartet_bin WHERE collection = ?1 AND entry = ?2`)
	dropBinned   = declare(`DELETE FROM _quartet_bin WHERE collection = ?1 AND entry = ?2 AND deleted_at = ?3`)
)

const binColumns = `collection, entry, status, version, data, author, created_at, updated_at, joined, deleted_at, actor, credential, client, surface`

var (
	binnedEntry = declare(`SELECT ` + binColumns + ` FROM _quartet_bin WHERE collection = ?1 AND entry = ?2`)
	selectTrace = declare(`SELECT 1 FROM _quartet_bin WHERE collection = ?1 AND entry = ?2
UNION ALL SELECT 1 FROM _quartet_audit WHERE subject = ?2 AND {aside}collection = ?1 LIMIT 1`)
	binNewest = declare(`SELECT ` + binColumns + ` FROM _quartet_bin WHERE (deleted_at, collection, entry) < (?1, ?2, ?3)
ORDER BY deleted_at DESC, collection DESC, entry DESC LIMIT ?4`)
	binOldest = declare(`SELECT ` + binColumns + ` FROM _quartet_bin WHERE deleted_at <= ?1
ORDER BY deleted_at, collection, entry LIMIT ?2`)
	binOfCollection = declare(`SELECT ` + binColumns + ` FROM _quartet_bin WHERE collection = ?1 AND (deleted_at, entry) < (?2, ?3)
ORDER BY deleted_at DESC, entry DESC LIMIT ?4`)
	binJoined = declare(`SELECT ` + binColumns + ` FROM _quartet_bin WHERE collection = ?1 AND joined = ?2
ORDER BY deleted_at DESC, entry DESC LIMIT ?3`)
)

// rejoinBinned gives an entry in the bin another value where it joins its parent.
var (
	joinedTo     = declare(`SELECT entry FROM _quartet_bin WHERE collection = ?1 AND joined = ?2 AND deleted_at >= ?3 ORDER BY deleted_at DESC, entry DESC LIMIT ?4`)
	rejoinBinned = declare(`UPDATE _quartet_bin SET joined = ?3, data = ?4 WHERE collection = ?1 AND entry = ?2`)
)

// maxRejoined is how many translations in the bin follow their parent: as many as come back
// with it.
const maxRejoined = 200

// maxBinRead is how many bytes a page of the bin may have, compressed.
const maxBinRead = 4 << 20

// BesideWrite gives fn the statements that move an entry into the bin, and those that take
// back what is set for an entry that is deleted, in the transaction of a Write.
func BesideWrite(w *content.Write, fn func(q *Query, arguments []any)) {
	if w.Bin != nil {
		fn(insertBinned, binArguments(w.Bin))
	}
	if endsMoves(w) {
		fn(cancelMoves, []any{w.Entry.ID, w.Schema.Name()})
	}
}

// endsMoves reports whether a Write deletes an entry that moves may be set for. Who brings
// it back from the bin must not have it published by a time that they do not know of
// (decision 281).
func endsMoves(w *content.Write) bool {
	return w.Op == content.Delete && w.Schema.Lifecycle() == plan.Publishing
}

// EndBeside ends what is over with a Write, in its transaction: the entry's place in the
// bin, the release that goes out with it, and the scheduled moves that it makes. Where that
// is gone meanwhile, erased or taken back, the write is not made: NOT_FOUND and CONFLICT.
func EndBeside(c *Conn, w *content.Write) error {
	if w.Unbin {
		there, err := c.hits(deleteBinned, w.Schema.Name(), w.Entry.ID)
		if err == nil && !there {
			err = diag.At(diag.NotFound, "input#", "There is no such entry in the bin.")
		}
		if err != nil {
			return err
		}
	}
	if w.Release != nil {
		if err := c.endRelease(w.Release); err != nil {
			return err
		}
	}
	for _, j := range w.Rejoined {
		if err := c.rejoin(j); err != nil {
			return err
		}
	}
	for _, id := range w.Moves {
		there, err := c.hits(endMove, id)
		if err == nil && !there {
			err = content.MovesChanged()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rejoin has translations in the bin join their parent by another value, one at a time: each
// may be large.
func (c *Conn) rejoin(j content.Rejoined) error {
	is, err := jsonvalue.Decode([]byte(j.Is), binLimits)
	if err != nil {
		return err
	}
	var entries []string
	err = c.each(joinedTo, func(r row) error { entries = append(entries, r.string(0)); return nil }, j.Collection, j.Was, j.Since, maxRejoined)
	for _, entry := range entries {
		if err == nil {
			err = c.rejoinOne(j, entry, is)
		}
	}
	return err
}

func (c *Conn) rejoinOne(j content.Rejoined, entry string, is any) error {
	var b *content.Binned
	err := c.each(binnedEntry, func(r row) (err error) { b, _, err = binnedAt(r); return err }, j.Collection, entry)
	if err != nil || b == nil {
		return err
	}
	b.Data[j.Property] = is
	return c.run(rejoinBinned, j.Collection, entry, j.Is, audit.Compress(jsonvalue.Append(nil, b.Data)))
}

// HasBeside reports whether there is something of BesideWrite or EndBeside.
func HasBeside(w *content.Write) bool {
	return w.Bin != nil || w.Unbin || len(w.Rejoined) > 0 || len(w.Moves) > 0 || w.Release != nil || endsMoves(w)
}

// RunBeside runs the statements of BesideWrite, and EndBeside.
func RunBeside(c *Conn, w *content.Write) (err error) {
	BesideWrite(w, func(q *Query, arguments []any) {
		if err == nil {
			err = c.run(q, arguments...)
		}
	})
	if err != nil {
		return err
	}
	return EndBeside(c, w)
}

func binArguments(b *content.Binned) []any {
	return []any{
		b.Collection, b.ID, string(b.Status), b.Version, audit.Compress(jsonvalue.Append(nil, b.Data)), orNull(b.AuthorID), b.CreatedAt, b.UpdatedAt,
		orNull(b.Joined), b.DeletedAt, orNull(b.By.ID), orNull(b.By.Credential), orNull(b.By.Client), string(b.Surface),
	}
}

var binLimits = jsonvalue.Limits{Depth: 10_000, Nodes: 10_000_000, Stored: true}

func binnedAt(r row) (*content.Binned, int, error) {
	pack := r.Blob(4)
	text, err := audit.Decompress(pack)
	if err != nil {
		return nil, 0, err
	}
	value, err := jsonvalue.Decode(text, binLimits)
	data, isObject := value.(map[string]any)
	if err != nil || !isObject {
		return nil, 0, fmt.Errorf("an entry in the bin is damaged: %w", err)
	}
	return &content.Binned{
		Entry: content.Entry{
			Collection: r.string(0), ID: r.string(1), Status: content.Status(r.string(2)), Version: r.Integer(3), Data: data,
			AuthorID: r.string(5), CreatedAt: r.Integer(6), UpdatedAt: r.Integer(7),
		},
		Joined: r.string(8), DeletedAt: r.Integer(9), By: audit.Actor{ID: r.string(10), Credential: r.string(11), Client: r.string(12)},
		Surface: audit.Surface(r.string(13)),
	}, len(pack), nil
}

// Bin implements content.Store.
func (p Ports) Bin(ctx context.Context, q content.BinQuery) (found []*content.Binned, more bool, err error) {
	statement, arguments := binQuery(q)
	err = p.db.Read(ctx, Func(func(c *Conn) error {
		size := 0
		found, more = nil, false
		return untilEnough(c.each(statement, func(r row) error {
			if len(found) == q.Limit || size > maxBinRead {
				more = true
				return errEnough
			}
			b, length, err := binnedAt(r)
			found, size = append(found, b), size+length
			return err
		}, arguments...))
	}))
	if err != nil {
		return nil, false, err
	}
	return found, more, nil
}

func binQuery(q content.BinQuery) (*Query, []any) {
	at, collection, entry := int64(math.MaxInt64), "", ""
	if q.After != nil {
		at, collection, entry = q.After.DeletedAt, q.After.Collection, q.After.ID
	}
	switch {
	case q.OldestFirst:
		return binOldest, []any{q.Until, q.Limit + 1}
	case q.Joined != "":
		return binJoined, []any{q.Collection, q.Joined, q.Limit + 1}
	case q.Collection != "":
		return binOfCollection, []any{q.Collection, at, entry, q.Limit + 1}
	}
	return binNewest, []any{at, collection, entry, q.Limit + 1}
}

// BinnedEntry implements content.Store.
func (p Ports) BinnedEntry(ctx context.Context, collection, id string) (b *content.Binned, err error) {
	err = p.db.Read(ctx, Func(func(c *Conn) error {
		b = nil
		return c.each(binnedEntry, func(r row) (err error) {
			b, _, err = binnedAt(r)
			return err
		}, collection, id)
	}))
	if err == nil && b == nil {
		err = diag.At(diag.NotFound, "input#", "There is no such entry in the bin.")
	}
	return b, err
}

// HasTraces implements content.Store.
func (p Ports) HasTraces(ctx context.Context, collection, id string) (found bool, err error) {
	err = p.db.Read(ctx, Func(func(c *Conn) (err error) {
		found, err = c.exists(selectTrace, collection, id)
		return err
	}))
	return found, err
}

// DropBinned implements content.Store.
func (p Ports) DropBinned(ctx context.Context, b *content.Binned, media *content.MediaChange, record *audit.Record) (there bool, err error) {
	err = p.db.Update(ctx, Func(func(c *Conn) (err error) {
		if there, err = c.hits(dropBinned, b.Collection, b.ID, b.DeletedAt); err != nil || !there {
			return err
		}
		if media != nil {
			if err := ChangeMediaUses(c, content.MediaUse{Collection: b.Collection, EntryID: b.ID}, *media); err != nil {
				return err
			}
		}
		if record != nil {
			return c.record(record)
		}
		return nil
	}))
	return there, err
}
