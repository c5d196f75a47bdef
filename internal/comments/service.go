package comments

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Member is somebody of the staff. Name is what everybody of the staff may know of them; ""
// for none.
type Member struct{ ID, Name, Email, Role string }

// Options say what a Service works with. All but Mail, Wake and Log are needed.
type Options struct {
	Content *content.Service
	Store   Store

	// Staff are those who have a role now; none where the program keeps its users
	// itself.
	Staff func(ctx context.Context) ([]Member, error)

	// Mail sends a mention; nil where the site sends no mail: nobody is told then.
	Mail func(ctx context.Context, m Mail) error

	Wake func() // tells who delivers events that there is one
	Log  *slog.Logger
	Now  func() time.Time
}

// Service is the comments of a site. It is safe for concurrent use. Whoever is no staff is
// refused as package content refuses them, and an entry that is not there is NOT_FOUND.
type Service struct{ Options }

// New makes a Service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = func() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
	}
	if o.Wake == nil {
		o.Wake = func() {}
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Service{o}
}

// List gives the comments of an entry, the oldest first.
func (s *Service) List(ctx context.Context, caller content.Caller, at Place) ([]*Comment, error) {
	e, err := s.Content.StaffEntries(caller).Get(ctx, at.Collection, at.Entry)
	if err != nil {
		return nil, err
	}
	all, err := s.Store.OfEntry(ctx, at)
	return ofThis(e, all), err
}

// No index has mentions: so many comments of the site are looked through for those that mention
// somebody, and so many of their threads are read.
const (
	lastSeen    = 500
	threadsSeen = 48
)

// OpenMention is a comment that mentions somebody, with its entry.
type OpenMention struct {
	*Comment
	On *content.Entry
}

// OpenMentions are the comments of others that mention the caller in threads that are open, the
// newest first: up to limit of those among the last of the site.
func (s *Service) OpenMentions(ctx context.Context, caller content.Caller, limit int) (open []OpenMention, err error) {
	all, err := s.Store.Last(ctx, lastSeen)
	if err != nil {
		return nil, err
	}
	me := caller.Actor().ID
	threads := map[string]*content.Entry{}
	for _, c := range all {
		if len(open) == limit {
			break
		}
		if c.Author == me || !slices.Contains(Mentioned(c.Text), me) {
			continue
		}
		e, seen := threads[c.Thread]
		if !seen {
			if len(threads) == threadsSeen {
				break
			}
			if e, err = s.openOn(ctx, caller, c); err != nil {
				return nil, err
			}
			threads[c.Thread] = e
		}
		if e != nil && c.CreatedAt.UnixMilli() >= e.CreatedAt {
			open = append(open, OpenMention{c, e})
		}
	}
	return open, nil
}

// openOn is the entry that the thread of a comment is on; nil where that is gone, or the thread is
// resolved.
func (s *Service) openOn(ctx context.Context, caller content.Caller, c *Comment) (*content.Entry, error) {
	first, err := s.Store.One(ctx, c.Thread)
	if err != nil || first != nil && !first.ResolvedAt.IsZero() {
		return nil, err
	}
	e, err := s.Content.StaffEntries(caller).Get(ctx, c.Collection, c.Entry)
	if diag.HasCode(err, diag.NotFound) {
		return nil, nil
	}
	return e, err
}

// ofThis leaves out what was said of another entry that had the same id and is gone.
func ofThis(e *content.Entry, all []*Comment) []*Comment {
	return slices.DeleteFunc(all, func(c *Comment) bool { return c.CreatedAt.UnixMilli() < e.CreatedAt })
}

// NewComment is a comment to be made: an answer in a Thread, or else the first of a thread on the
// field of Pointer, or on words of it.
type NewComment struct {
	Thread, Pointer, Text string
	Quote                 *Quote
}

// Add makes a comment. The errors are INPUT_VALIDATION_FAILED for a text, a field or a
// mention that is none, NOT_FOUND for a thread that is none, and RESOURCE_EXHAUSTED where
// the entry has as many as it may have.
func (s *Service) Add(ctx context.Context, caller content.Caller, at Place, n NewComment) (*Comment, error) {
	e, err := s.Content.StaffEntries(caller).Get(ctx, at.Collection, at.Entry)
	if err != nil {
		return nil, err
	}
	text, err := checkText(n.Text)
	if err != nil {
		return nil, err
	}
	if err := checkPointer(s.Content.Plan().Schema(at.Collection), n.Pointer); err != nil {
		return nil, err
	}
	if n.Thread != "" && n.Quote != nil {
		return nil, wrong("quote", "An answer has the quote of its thread, and none of its own.")
	}
	if err := n.Quote.check(n.Pointer); err != nil {
		return nil, err
	}
	staff, err := s.Staff(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Now()
	if now.UnixMilli() < e.CreatedAt { // by the clock of another process
		now = time.UnixMilli(e.CreatedAt).UTC()
	}
	id := uuid.Must(uuid.NewV7()).String()
	c := &Comment{
		ID: id, Collection: at.Collection, Entry: at.Entry, Thread: id, Pointer: n.Pointer, Quote: n.Quote,
		Author: caller.Actor().ID, AuthorName: nameOf(staff, caller.Actor().ID), Text: text, CreatedAt: now,
	}
	fresh, err := c.mentions(staff)
	if err != nil {
		return nil, err
	}
	return c, s.change(ctx, caller, c, audit.AddComment, fresh, func(tx Tx) error {
		all, err := tx.OfEntry(at)
		if err != nil {
			return err
		}
		if len(all) >= MaxOfEntry {
			return diag.At(diag.ResourceExhausted, "input#", "The entry has as many comments as it can have.")
		}
		if n.Thread != "" {
			return c.answer(tx, ofThis(e, all), n.Thread)
		}
		return tx.Put(c)
	})
}

// answer puts a comment into a thread, which is open again with it.
func (c *Comment) answer(tx Tx, all []*Comment, thread string) error {
	first := find(all, thread)
	if first == nil || !first.IsFirst() {
		return diag.At(diag.NotFound, "input#/thread", "There is no such thread on this entry.")
	}
	c.Thread, c.Pointer = first.ID, first.Pointer
	if !first.ResolvedAt.IsZero() {
		first.ResolvedAt, first.ResolvedBy, first.ResolvedName = time.Time{}, "", ""
		if err := tx.Put(first); err != nil {
			return err
		}
	}
	return tx.Put(c)
}

// Edit changes the text of one's own comment. Who is mentioned for the first time is told.
// The errors are those of Add, and AUTH_DENIED for somebody else's.
func (s *Service) Edit(ctx context.Context, caller content.Caller, at Place, id, text string) (*Comment, error) {
	c, err := s.own(ctx, caller, at, id)
	if err != nil {
		return nil, err
	}
	if c.Text, err = checkText(text); err != nil {
		return nil, err
	}
	staff, err := s.Staff(ctx)
	if err != nil {
		return nil, err
	}
	c.EditedAt = s.Now()
	fresh, err := c.mentions(staff)
	if err != nil {
		return nil, err
	}
	return c, s.change(ctx, caller, c, audit.EditComment, fresh, func(tx Tx) error {
		return still(tx, c, func(now *Comment) { now.Text, now.Mentions, now.EditedAt = c.Text, c.Mentions, c.EditedAt })
	})
}

// Delete deletes one's own comment. The first of a thread that has answers loses its text
// and stays for them.
func (s *Service) Delete(ctx context.Context, caller content.Caller, at Place, id string) error {
	c, err := s.own(ctx, caller, at, id)
	if err != nil {
		return err
	}
	return s.change(ctx, caller, c, audit.DeleteComment, nil, func(tx Tx) error { return s.remove(tx, c) })
}

func (s *Service) remove(tx Tx, c *Comment) error {
	all, err := tx.OfEntry(Place{c.Collection, c.Entry})
	if err != nil {
		return err
	}
	answers := slices.DeleteFunc(slices.Clone(all), func(each *Comment) bool { return each.Thread != c.Thread || each.IsFirst() })
	if c.IsFirst() && len(answers) > 0 {
		c.Text, c.Mentions, c.RemovedAt = "", nil, s.Now()
		return tx.Put(c)
	}
	// The last answer takes along what stayed for it.
	if first := find(all, c.Thread); len(answers) == 1 && first != nil && first.ID != c.ID && !first.RemovedAt.IsZero() {
		if err := tx.Delete(first.ID); err != nil {
			return err
		}
	}
	return tx.Delete(c.ID)
}

// Resolve resolves a thread, or opens it again: for who began it, and for editors. The
// error is AUTH_DENIED for anybody else.
func (s *Service) Resolve(ctx context.Context, caller content.Caller, at Place, thread string, resolved bool) (*Comment, error) {
	c, err := s.one(ctx, caller, at, thread)
	if err != nil {
		return nil, err
	}
	if !c.IsFirst() {
		return nil, diag.At(diag.NotFound, "input#/comment", "There is no such thread on this entry.")
	}
	if c.Author != caller.Actor().ID {
		if err := caller.NeedRole(principal.Editor); err != nil {
			return nil, err
		}
	}
	action := audit.ReopenComment
	c.ResolvedAt, c.ResolvedBy, c.ResolvedName = time.Time{}, "", ""
	if resolved {
		staff, err := s.Staff(ctx)
		if err != nil {
			return nil, err
		}
		action = audit.ResolveComment
		c.ResolvedAt, c.ResolvedBy, c.ResolvedName = s.Now(), caller.Actor().ID, nameOf(staff, caller.Actor().ID)
	}
	return c, s.change(ctx, caller, c, action, nil, func(tx Tx) error {
		return still(tx, c, func(now *Comment) {
			now.ResolvedAt, now.ResolvedBy, now.ResolvedName = c.ResolvedAt, c.ResolvedBy, c.ResolvedName
		})
	})
}

// still changes a comment as it is now, unless it was deleted meanwhile.
func still(tx Tx, c *Comment, set func(now *Comment)) error {
	all, err := tx.OfEntry(Place{c.Collection, c.Entry})
	if err != nil {
		return err
	}
	now := find(all, c.ID)
	if now == nil {
		return noComment()
	}
	set(now)
	return tx.Put(now)
}

// one is a comment on an entry that the caller may read.
func (s *Service) one(ctx context.Context, caller content.Caller, at Place, id string) (*Comment, error) {
	all, err := s.List(ctx, caller, at)
	if err != nil {
		return nil, err
	}
	if c := find(all, id); c != nil {
		return c, nil
	}
	return nil, noComment()
}

// own is one that the caller made.
func (s *Service) own(ctx context.Context, caller content.Caller, at Place, id string) (*Comment, error) {
	c, err := s.one(ctx, caller, at, id)
	if err == nil && c.Author != caller.Actor().ID {
		err = diag.At(diag.AuthDenied, "input#", "Only who made a comment changes it.")
	}
	if err == nil && !c.RemovedAt.IsZero() {
		err = noComment()
	}
	return c, err
}

func noComment() error {
	return diag.At(diag.NotFound, "input#/comment", "There is no such comment on this entry.")
}

func find(all []*Comment, id string) *Comment {
	if i := slices.IndexFunc(all, func(c *Comment) bool { return c.ID == id }); i >= 0 {
		return all[i]
	}
	return nil
}

// change does fn, writes down that it was done, and has those told who are mentioned anew,
// all of it or nothing.
func (s *Service) change(ctx context.Context, caller content.Caller, c *Comment, action audit.Action, fresh []string, fn func(Tx) error) error {
	err := s.Store.Update(ctx, func(tx Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		for _, user := range s.told(caller, fresh) {
			if err := tx.Event(event(c, user)); err != nil {
				return err
			}
		}
		return tx.Record(&audit.Record{
			Time: s.Now().UnixMilli(), Actor: caller.Actor(), Surface: audit.SurfaceOf(ctx), Action: action, Subject: c.ID, After: where(c),
		})
	})
	if err == nil && len(fresh) > 0 {
		s.Wake()
	}
	return err
}

// told are those of the mentioned who get a mail.
func (s *Service) told(caller content.Caller, fresh []string) []string {
	if s.Mail == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(fresh), func(id string) bool { return id == caller.Actor().ID })
}

// where is what the audit log says of a comment: not its text, which its author can delete.
func where(c *Comment) []byte {
	return jsonvalue.Append(nil, map[string]any{"collection": c.Collection, "entry": c.Entry, "thread": c.Thread, "field": c.Pointer})
}

// mentions notes whom the text mentions and gives those who were not mentioned before.
func (c *Comment) mentions(staff []Member) (fresh []string, err error) {
	ids := Mentioned(c.Text)
	if len(ids) > MaxMentions {
		return nil, wrong("text", "A comment mentions at most 10 people.")
	}
	for _, id := range ids {
		if !slices.ContainsFunc(staff, func(m Member) bool { return m.ID == id }) {
			return nil, wrong("text", "A comment mentions staff alone, and "+id+" is nobody of the staff.")
		}
		if !slices.ContainsFunc(c.Mentions, func(m Mention) bool { return m.ID == id }) {
			c.Mentions = append(c.Mentions, Mention{id, nameOf(staff, id)})
			fresh = append(fresh, id)
		}
	}
	return fresh, nil
}

func nameOf(staff []Member, id string) string {
	if i := slices.IndexFunc(staff, func(m Member) bool { return m.ID == id }); i >= 0 {
		return staff[i].Name
	}
	return ""
}

// checkPointer refuses a field whose property the Schema has not. What is in the property
// may be there or not: comments outlive what they are about.
func checkPointer(schema *plan.Schema, pointer string) error {
	if pointer == "" {
		return nil
	}
	if pointer[0] != '/' || len(pointer) > maxPointer {
		return wrong("field", "This is not a JSON pointer of a field.")
	}
	name := cmp.Or(jsonvalue.SplitPointer(pointer)...)
	if schema == nil || schema.Property(name) == nil {
		d := wrong("field", "The collection has no field "+strings.ToValidUTF8(name, "")+".")
		if schema != nil {
			for _, p := range schema.Properties() {
				d.Candidates = append(d.Candidates, p.Name())
			}
			d.Suggestion = diag.Nearest(name, d.Candidates)
		}
		return d
	}
	return nil
}
