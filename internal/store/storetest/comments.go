package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/content"
)

// RunComments runs the suite of stores of comments.
func RunComments(t *testing.T, open func(t *testing.T) comments.Store) {
	t.Run("Rows", func(t *testing.T) { testCommentRows(t, open(t)) })
	t.Run("Gone", func(t *testing.T) { testCommentsGone(t, open(t)) })
	t.Run("Together", func(t *testing.T) { testCommentTogether(t, open(t)) })
	t.Run("Languages", func(t *testing.T) { testLanguages(t, open(t)) })
}

var (
	commentTime = time.UnixMilli(1_700_000_000_000).UTC()
	postA       = comments.Place{Collection: "posts", Entry: "a"}
	postB       = comments.Place{Collection: "posts", Entry: "b"}
)

func comment(id string, at comments.Place) *comments.Comment {
	return &comments.Comment{ID: id, Collection: at.Collection, Entry: at.Entry, Thread: id, Author: "eva", Text: "Is it?", CreatedAt: commentTime}
}

func putComments(t *testing.T, s comments.Store, all ...*comments.Comment) {
	t.Helper()
	ok(t, s.Update(context.Background(), func(tx comments.Tx) (err error) {
		for _, c := range all {
			err = errors.Join(err, tx.Put(c))
		}
		return err
	}))
}

func wantComments(t *testing.T, s comments.Store, at comments.Place, want ...*comments.Comment) {
	t.Helper()
	got, err := s.OfEntry(context.Background(), at)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}

func testCommentRows(t *testing.T, s comments.Store) {
	first, other := comment("1", postA), comment("2", postB)
	first.Pointer, first.Quote = "/title", &comments.Quote{Exact: "白茶 \"tea\"\n", Prefix: "of ", Suffix: "."}
	answer := &comments.Comment{
		ID: "3", Collection: "posts", Entry: "a", Thread: "1", Pointer: "/title", Author: "bo", AuthorName: "Bo 王", Text: "Yes.\nIt <@eva> is.",
		Mentions: []comments.Mention{{ID: "eva", Name: "Eva"}}, CreatedAt: commentTime.Add(time.Second), EditedAt: commentTime.Add(time.Minute),
	}
	putComments(t, s, answer, other, first)
	wantComments(t, s, postA, first, answer)
	wantComments(t, s, postB, other)
	wantComments(t, s, comments.Place{Collection: "posts", Entry: "c"})
	if last, err := s.Last(context.Background(), 2); cmp.Diff([]*comments.Comment{answer, other}, last) != "" || err != nil {
		t.Error(last, err)
	}
	first.Text, first.RemovedAt = "", commentTime.Add(time.Hour)
	first.ResolvedAt, first.ResolvedBy, first.ResolvedName = commentTime.Add(2*time.Hour), "bo", "Bo"
	putComments(t, s, first)
	wantComments(t, s, postA, first, answer)
	if one, err := s.One(context.Background(), "3"); cmp.Diff(answer, one) != "" || err != nil {
		t.Error(one, err)
	}
	if none, err := s.One(context.Background(), "9"); none != nil || err != nil {
		t.Error(none, err)
	}
	ok(t, s.Update(context.Background(), func(tx comments.Tx) error { return tx.Delete("1") }))
	wantComments(t, s, postA, answer)
}

func testCommentsGone(t *testing.T, s comments.Store) {
	ctx := context.Background()
	putComments(t, s, comment("1", postA), comment("2", postA), comment("3", postB))
	want := func(behind comments.Place, limit int, want ...comments.Commented) {
		t.Helper()
		got, err := s.Places(ctx, behind, limit)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v %s", err, diff)
		}
	}
	want(comments.Place{}, 10, comments.Commented{Place: postA}, comments.Commented{Place: postB})
	want(comments.Place{}, 1, comments.Commented{Place: postA})
	want(postA, 10, comments.Commented{Place: postB})
	ok(t, s.Update(ctx, func(tx comments.Tx) error { return tx.SetGone(postA, commentTime) }))
	want(comments.Place{}, 10, comments.Commented{Place: postA, Gone: commentTime}, comments.Commented{Place: postB})
	ok(t, s.Update(ctx, func(tx comments.Tx) error {
		return errors.Join(tx.SetGone(postA, time.Time{}), tx.DeleteOf(postB))
	}))
	want(comments.Place{}, 10, comments.Commented{Place: postA})
	wantComments(t, s, postB)
}

// A comment, the event of its mail and its line of the audit log are there together, or
// none of them.
func testCommentTogether(t *testing.T, s comments.Store) {
	refused := errors.New("refused")
	for i, end := range []error{refused, nil} {
		err := s.Update(context.Background(), func(tx comments.Tx) error {
			return errors.Join(
				tx.Put(comment(fmt.Sprint(i), postA)),
				tx.Event(&content.Deferred{ID: fmt.Sprint("e", i), Hook: comments.Mentioning, Schema: "posts", EntryID: "a", Triggers: []string{"mail"}, Body: []byte("{}")}),
				tx.Record(&audit.Record{Time: 1, Surface: audit.Admin, Action: audit.AddComment, Subject: fmt.Sprint(i)}),
				end,
			)
		})
		if (err == nil) != (end == nil) {
			t.Error(err)
		}
	}
	wantComments(t, s, postA, comment("1", postA))
}

func testLanguages(t *testing.T, s comments.Store) {
	ctx := context.Background()
	for _, language := range []string{"", "en", "zh-TW"} {
		if language != "" {
			ok(t, s.Update(ctx, func(tx comments.Tx) error { return tx.SetLanguage("eva", language) }))
		}
		if got, err := s.Language(ctx, "eva"); got != language || err != nil {
			t.Error(got, err)
		}
	}
}
