package comments

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Mentioning is the hook of an event that tells somebody that a comment mentions them, and
// MailTrigger its one Trigger: no manifest has either.
const (
	Mentioning  plan.Hook = "mention"
	MailTrigger string    = "mail"
)

// Mail tells somebody that a comment mentions them.
type Mail struct {
	To       string
	Language string // in which they read; "" where it is not known
	By       string // who made the comment; "" for who has no name
	Text     string // plain, cut to maxExcerpt
	Entry    *content.Entry
	Comment  string // its id
}

const maxExcerpt = 300 // characters

// mailed is the body of an event: ids alone, so that what goes out is what holds then.
type mailed struct {
	Comment string `json:"comment"`
	User    string `json:"user"`
}

func event(c *Comment, user string) *content.Deferred {
	body, _ := json.Marshal(mailed{c.ID, user}) //nolint:errchkjson // two texts
	return &content.Deferred{
		ID: uuid.Must(uuid.NewV7()).String(), Hook: Mentioning, Schema: c.Collection, EntryID: c.Entry,
		Triggers: []string{MailTrigger}, Body: body,
	}
}

// Deliver sends the mail of an event. Where the comment, the entry, the mention or the role is
// gone by now, nobody is told, and that is no error.
func (s *Service) Deliver(ctx context.Context, e *content.Deferred) error {
	var of mailed
	if err := json.Unmarshal(e.Body, &of); err != nil {
		return diag.Internal(fmt.Errorf("event %s: %w", e.ID, err)).WithCause(content.ErrUndeliverable)
	}
	c, err := s.Store.One(ctx, of.Comment)
	if err != nil || c == nil || !slices.Contains(Mentioned(c.Text), of.User) || s.Mail == nil {
		return err
	}
	staff, err := s.Staff(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(staff, func(m Member) bool { return m.ID == of.User })
	if i < 0 || staff[i].Email == "" {
		return nil
	}
	return s.send(ctx, c, staff, staff[i])
}

func (s *Service) send(ctx context.Context, c *Comment, staff []Member, to Member) error {
	reader := content.Caller{User: &content.User{ID: to.ID}, Staff: &content.Staff{ID: to.ID, Role: to.Role}}
	entry, err := s.Content.StaffEntries(reader).Get(ctx, c.Collection, c.Entry)
	if diag.HasCode(err, diag.NotFound) || diag.HasCode(err, diag.AuthDenied) {
		return nil
	}
	if err != nil {
		return err
	}
	language, err := s.Store.Language(ctx, to.ID)
	if err != nil {
		return err
	}
	known := func(id string) string { return called(staff, id, to.Role) }
	by := known(c.Author)
	if by == "" {
		by = c.AuthorName
	}
	return s.Mail(ctx, Mail{
		To: to.Email, Language: language, By: by, Text: cut(Named(c.Text, known)), Entry: entry, Comment: c.ID,
	})
}

// called is what somebody of that role may know others by: their address where they have
// no name and an editor reads.
func called(staff []Member, id, role string) string {
	i := slices.IndexFunc(staff, func(m Member) bool { return m.ID == id })
	switch {
	case i < 0:
		return ""
	case staff[i].Name == "" && principal.Role(role).AtLeast(principal.Editor):
		return staff[i].Email
	}
	return staff[i].Name
}

func cut(text string) string {
	if runes := []rune(text); len(runes) > maxExcerpt {
		return string(runes[:maxExcerpt-1]) + "…"
	}
	return text
}

// SetLanguage notes in which language somebody reads, for the mails that they get.
func (s *Service) SetLanguage(ctx context.Context, user, language string) error {
	known, err := s.Store.Language(ctx, user)
	if err != nil || known == language {
		return err
	}
	return s.Store.Update(ctx, func(tx Tx) error { return tx.SetLanguage(user, language) })
}

// Kept is how long the comments of an entry that is gone are kept: as long as it can come
// back.
const Kept = 30 * 24 * time.Hour

// sweepPage is how many entries a step of a sweep looks at.
const sweepPage = 100

// Sweep deletes the comments of entries that have been gone for Kept. It costs a read for each
// entry that has comments.
func (s *Service) Sweep(ctx context.Context) error {
	for behind := (Place{}); ; {
		page, err := s.Store.Places(ctx, behind, sweepPage)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, each := range page {
			if err := s.sweep(ctx, each); err != nil {
				return err
			}
		}
		behind = page[len(page)-1].Place
	}
}

func (s *Service) sweep(ctx context.Context, of Commented) error {
	_, err := s.Content.Get(ctx, of.Collection, of.Entry)
	gone := diag.HasCode(err, diag.NotFound)
	switch {
	case err != nil && !gone:
		return err
	case gone && of.Gone.IsZero():
		return s.Store.Update(ctx, func(tx Tx) error { return tx.SetGone(of.Place, s.Now()) })
	case gone && s.Now().Sub(of.Gone) > Kept:
		return s.Store.Update(ctx, func(tx Tx) error { return tx.DeleteOf(of.Place) })
	case !gone && !of.Gone.IsZero():
		return s.Store.Update(ctx, func(tx Tx) error { return tx.SetGone(of.Place, time.Time{}) })
	}
	return nil
}
