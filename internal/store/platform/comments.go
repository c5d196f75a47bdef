package platform

import (
	"context"
	"encoding/json"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

const commentColumns = `id, collection, entry, thread, pointer, author, author_name, text, mentions, created_at, edited_at, removed_at,
resolved_at, resolved_by, resolved_name, quote`

var (
	selectComments = declare(`SELECT ` + commentColumns + ` FROM _quartet_comments WHERE collection = ?1 AND entry = ?2 ORDER BY id`)
	selectComment  = declare(`SELECT ` + commentColumns + ` FROM _quartet_comments WHERE id = ?1`)
	selectLast     = declare(`SELECT ` + commentColumns + ` FROM _quartet_comments ORDER BY id DESC LIMIT ?1`)
	putComment     = declare(`INSERT INTO _quartet_comments (` + commentColumns + `)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
ON CONFLICT (id) DO UPDATE SET text = excluded.text, mentions = excluded.mentions, edited_at = excluded.edited_at, removed_at = excluded.removed_at,
resolved_at = excluded.resolved_at, resolved_by = excluded.resolved_by, resolved_name = excluded.resolved_name`)
	deleteComment    = declare(`DELETE FROM _quartet_comments WHERE id = ?1`)
	deleteCommentsOf = declare(`DELETE FROM _quartet_comments WHERE collection = ?1 AND entry = ?2`)
	setCommentsGone  = declare(`UPDATE _quartet_comments SET gone_at = ?3 WHERE collection = ?1 AND entry = ?2`)
	selectCommented  = declare(`SELECT collection, entry, max(gone_at) FROM _quartet_comments WHERE (collection, entry) > (?1, ?2)
GROUP BY collection, entry ORDER BY collection, entry LIMIT ?3`)

	selectLanguage = declare(`SELECT language FROM _quartet_languages WHERE "user" = ?1`)
	putLanguage    = declare(`INSERT INTO _quartet_languages ("user", language) VALUES (?1, ?2)
ON CONFLICT ("user") DO UPDATE SET language = excluded.language`)
	deleteUserLanguage = declare(`DELETE FROM _quartet_languages WHERE "user" = ?1`)
)

type commentStore struct{ db Database }

// Comments are what staff say about entries.
func (p Ports) Comments() comments.Store { return commentStore{p.db} }

// OfEntry implements comments.Store.
func (s commentStore) OfEntry(ctx context.Context, at comments.Place) (found []*comments.Comment, err error) {
	err = s.db.Read(ctx, Func(func(c *Conn) (err error) {
		found, err = commentTx{c}.OfEntry(at)
		return err
	}))
	return found, err
}

// One implements comments.Store.
func (s commentStore) One(ctx context.Context, id string) (found *comments.Comment, err error) {
	err = s.db.Read(ctx, Func(func(c *Conn) (err error) {
		found, err = first(c, selectComment, commentOf, id)
		return err
	}))
	return found, err
}

// Last implements comments.Store.
func (s commentStore) Last(ctx context.Context, limit int) (found []*comments.Comment, err error) {
	err = s.db.Read(ctx, Func(func(c *Conn) (err error) {
		found, err = every(c, selectLast, commentOf, limit)
		return err
	}))
	return found, err
}

// Update implements comments.Store.
func (s commentStore) Update(ctx context.Context, fn func(comments.Tx) error) error {
	return s.db.Update(ctx, Func(func(c *Conn) error { return fn(commentTx{c}) }))
}

// Places implements comments.Store.
func (s commentStore) Places(ctx context.Context, behind comments.Place, limit int) (found []comments.Commented, err error) {
	err = s.db.Read(ctx, Func(func(c *Conn) error {
		found = nil
		return c.each(selectCommented, func(r row) error {
			found = append(found, comments.Commented{Place: comments.Place{Collection: r.string(0), Entry: r.string(1)}, Gone: r.time(2)})
			return nil
		}, behind.Collection, behind.Entry, limit)
	}))
	return found, err
}

// Language implements comments.Store.
func (s commentStore) Language(ctx context.Context, user string) (language string, err error) {
	err = s.db.Read(ctx, Func(func(c *Conn) error {
		return c.each(selectLanguage, func(r row) error {
			language = r.string(0)
			return nil
		}, user)
	}))
	return language, err
}

func commentOf(r row) *comments.Comment {
	c := &comments.Comment{
		ID: r.string(0), Collection: r.string(1), Entry: r.string(2), Thread: r.string(3), Pointer: r.string(4),
		Author: r.string(5), AuthorName: r.string(6), Text: r.string(7), CreatedAt: r.time(9), EditedAt: r.time(10), RemovedAt: r.time(11),
		ResolvedAt: r.time(12), ResolvedBy: r.string(13), ResolvedName: r.string(14),
	}
	_ = r.unpack(8, &c.Mentions) // names of who may be gone: without them a text is still a text
	_ = r.unpack(15, &c.Quote)   // "" for none
	return c
}

type commentTx struct{ c *Conn }

func (t commentTx) OfEntry(at comments.Place) ([]*comments.Comment, error) {
	return every(t.c, selectComments, commentOf, at.Collection, at.Entry)
}

func (t commentTx) Put(c *comments.Comment) error {
	mentions, err := json.Marshal(c.Mentions)
	if err != nil {
		return diag.Internal(err)
	}
	var quote []byte
	if c.Quote != nil {
		if quote, err = json.Marshal(c.Quote); err != nil {
			return diag.Internal(err)
		}
	}
	return t.c.run(putComment, c.ID, c.Collection, c.Entry, c.Thread, c.Pointer, c.Author, c.AuthorName, c.Text, string(mentions),
		c.CreatedAt.UnixMilli(), milli(c.EditedAt), milli(c.RemovedAt), milli(c.ResolvedAt), c.ResolvedBy, c.ResolvedName, string(quote))
}

func (t commentTx) Delete(id string) error { return t.c.run(deleteComment, id) }

func (t commentTx) SetGone(at comments.Place, since time.Time) error {
	return t.c.run(setCommentsGone, at.Collection, at.Entry, milli(since))
}

func (t commentTx) DeleteOf(at comments.Place) error {
	return t.c.run(deleteCommentsOf, at.Collection, at.Entry)
}

func (t commentTx) SetLanguage(user, language string) error {
	return t.c.run(putLanguage, user, language)
}

func (t commentTx) Event(e *content.Deferred) error {
	return t.c.run(InsertEvent, EventArguments(e, time.Now())...)
}

func (t commentTx) Record(r *audit.Record) error { return t.c.record(r) }
