package comments_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// Whoever may read an entry may comment on it, and nobody else learns of it.
func TestStaffComment(t *testing.T) {
	each(t, func(_ *testing.T, d *desk) {
		for _, by := range []content.Caller{eve, cle, nia} {
			d.say(by, "", "Is it?")
		}
		for code, by := range map[diag.Code]content.Caller{diag.AuthDenied: ray, diag.Unauthenticated: {}} {
			_, err := d.Add(d.ctx, by, d.at, comments.NewComment{Text: "Is it?"})
			d.wants(err, code, "")
			_, err = d.List(d.ctx, by, d.at)
			d.wants(err, code, "")
		}
		_, err := d.Add(d.ctx, eve, comments.Place{Collection: "posts", Entry: "none"}, comments.NewComment{Text: "Is it?"})
		d.wants(err, diag.NotFound, "")
		_, err = d.List(d.ctx, eve, comments.Place{Collection: "none", Entry: "none"})
		d.wants(err, diag.NotFound, "")
	})
}

// Everybody changes and deletes their own, editors do not touch those of others.
func TestOnesOwn(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		c := d.say(cle, "", "Is it?")
		_, err := d.Edit(d.ctx, eve, d.at, c.ID, "It is.")
		d.wants(err, diag.AuthDenied, "")
		d.wants(d.Delete(d.ctx, eve, d.at, c.ID), diag.AuthDenied, "")
		edited, err := d.Edit(d.ctx, cle, d.at, c.ID, "Is it so?")
		d.wants(err, "", "")
		if edited.EditedAt.IsZero() || !slices.Equal(d.texts(), []string{"Is it so?"}) {
			t.Error(edited, d.texts())
		}
		d.wants(d.Delete(d.ctx, cle, d.at, c.ID), "", "")
		d.wants(d.Delete(d.ctx, cle, d.at, c.ID), diag.NotFound, "")
	})
}

// Who began a thread and every editor resolves it, and an answer opens it again.
func TestThreads(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		first := d.say(cle, "", "Is it?")
		answer := d.say(eve, first.ID, "It is.")
		if answer.Thread != first.ID {
			t.Error(answer)
		}
		_, err := d.Add(d.ctx, cle, d.at, comments.NewComment{Thread: answer.ID, Text: "So?"})
		d.wants(err, diag.NotFound, "input#/thread")
		_, err = d.Resolve(d.ctx, nia, d.at, first.ID, true)
		d.wants(err, diag.AuthDenied, "")
		_, err = d.Resolve(d.ctx, eve, d.at, answer.ID, true)
		d.wants(err, diag.NotFound, "")
		for _, by := range []content.Caller{cle, eve} {
			resolved, err := d.Resolve(d.ctx, by, d.at, first.ID, true)
			d.wants(err, "", "")
			if resolved.ResolvedBy != by.User.ID || resolved.ResolvedName == "" {
				t.Error(resolved)
			}
		}
		d.say(nia, first.ID, "But why?")
		all, err := d.List(d.ctx, cle, d.at)
		d.wants(err, "", "")
		if !all[0].ResolvedAt.IsZero() || all[0].ResolvedBy != "" {
			t.Error("an answer leaves the thread resolved", all[0])
		}
	})
}

// A comment on words of a text keeps them, whatever becomes of the text and of the comment.
func TestAQuoteStays(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		quote := comments.Quote{Exact: strings.Repeat("茶", comments.MaxQuote), Prefix: "of\n", Suffix: "."}
		c, err := d.Add(d.ctx, cle, d.at, comments.NewComment{Text: "Which?", Pointer: "/body", Quote: &quote})
		d.wants(err, "", "")
		_, err = d.Edit(d.ctx, cle, d.at, c.ID, "Which one?")
		d.wants(err, "", "")
		_, err = d.Resolve(d.ctx, eve, d.at, c.ID, true)
		d.wants(err, "", "")
		d.say(eve, c.ID, "White.")
		d.wants(d.Delete(d.ctx, cle, d.at, c.ID), "", "")
		all, err := d.List(d.ctx, nia, d.at)
		d.wants(err, "", "")
		if first := all[0]; first.Quote == nil || *first.Quote != quote || first.Text != "" || all[1].Quote != nil {
			t.Errorf("%+v, %+v", first, all[1])
		}
	})
}

// A first comment that has answers stays without its text, and goes with the last of them.
func TestAFirstCommentThatIsDeleted(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		first := d.say(cle, "", "Is it?")
		answer := d.say(eve, first.ID, "It is.")
		d.wants(d.Delete(d.ctx, cle, d.at, first.ID), "", "")
		if got := d.texts(); !slices.Equal(got, []string{"", "It is."}) {
			t.Errorf("%q", got)
		}
		_, err := d.Edit(d.ctx, cle, d.at, first.ID, "Is it!")
		d.wants(err, diag.NotFound, "")
		d.wants(d.Delete(d.ctx, eve, d.at, answer.ID), "", "")
		if got := d.texts(); len(got) != 0 {
			t.Errorf("%q", got)
		}
	})
}

// What is refused is refused with its place, and leaves nothing.
func TestBounds(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		crowd := ""
		for i := range comments.MaxMentions + 1 {
			d.staff = append(d.staff, comments.Member{ID: fmt.Sprint("p", i), Name: "P", Role: "contributor"})
			crowd += fmt.Sprintf("<@p%d> ", i)
		}
		for _, c := range []struct {
			n    comments.NewComment
			path string
		}{
			{comments.NewComment{Text: " \r\n "}, "input#/text"},
			{comments.NewComment{Text: strings.Repeat("茶", comments.MaxText+1)}, "input#/text"},
			{comments.NewComment{Text: "a\x00b"}, "input#/text"},
			{comments.NewComment{Text: crowd}, "input#/text"},
			{comments.NewComment{Text: "<@ray> look"}, "input#/text"},
			{comments.NewComment{Text: "a", Pointer: "title"}, "input#/field"},
			{comments.NewComment{Text: "a", Pointer: "/none"}, "input#/field"},
			{comments.NewComment{Text: "a", Pointer: "/body/" + strings.Repeat("a", 256)}, "input#/field"},
			{comments.NewComment{Text: "a", Quote: &comments.Quote{Exact: "tea"}}, "input#/quote"},
			{comments.NewComment{Text: "a", Thread: "t", Quote: &comments.Quote{Exact: "tea"}}, "input#/quote"},
			{comments.NewComment{Text: "a", Pointer: "/body", Quote: &comments.Quote{Exact: " \n"}}, "input#/quote/exact"},
			{comments.NewComment{Text: "a", Pointer: "/body", Quote: &comments.Quote{Exact: strings.Repeat("茶", comments.MaxQuote+1)}}, "input#/quote/exact"},
			{comments.NewComment{Text: "a", Pointer: "/body", Quote: &comments.Quote{Exact: "a", Prefix: strings.Repeat("茶", comments.MaxAround+1)}}, "input#/quote/prefix"},
			{comments.NewComment{Text: "a", Pointer: "/body", Quote: &comments.Quote{Exact: "a", Suffix: strings.Repeat("茶", comments.MaxAround+1)}}, "input#/quote/suffix"},
			{comments.NewComment{Text: "a", Pointer: "/body", Quote: &comments.Quote{Exact: "a", Suffix: "\x00"}}, "input#/quote"},
		} {
			_, err := d.Add(d.ctx, cle, d.at, c.n)
			d.wants(err, diag.InputValidationFailed, c.path)
		}
		if got := d.texts(); len(got) != 0 {
			t.Errorf("%q was kept", got)
		}
		long := d.say(cle, "", strings.Repeat("茶", comments.MaxText))
		_, err := d.Edit(d.ctx, cle, d.at, long.ID, strings.Repeat("茶", comments.MaxText+1))
		d.wants(err, diag.InputValidationFailed, "input#/text")
		for range comments.MaxOfEntry - 1 {
			d.say(cle, "", "Is it?")
		}
		_, err = d.Add(d.ctx, cle, d.at, comments.NewComment{Text: "One too many"})
		d.wants(err, diag.ResourceExhausted, "")
		if n := len(d.texts()); n != comments.MaxOfEntry {
			t.Errorf("%d comments", n)
		}
	})
}

// Comments wait as long as their entry can come back, and are another entry's never.
func TestCommentsGoWithTheirEntry(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.say(cle, "", "Is it?")
		sweep := func(after time.Duration, left int) {
			t.Helper()
			d.now = d.now.Add(after)
			d.wants(d.Sweep(d.ctx), "", "")
			all, err := d.store.Comments().OfEntry(d.ctx, d.at)
			d.wants(err, "", "")
			if len(all) != left {
				t.Errorf("%d comments are left, want %d", len(all), left)
			}
		}
		sweep(0, 1)
		d.wants(d.site.Delete(d.ctx, eve, d.at.Collection, d.at.Entry, 0), "", "")
		_, err := d.List(d.ctx, cle, d.at)
		d.wants(err, diag.NotFound, "")
		sweep(time.Hour, 1)
		sweep(comments.Kept-time.Hour, 1)
		sweep(2*time.Hour, 0)
	})
}
