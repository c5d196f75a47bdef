package content_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

func TestCursorsWalkTheWholeView(t *testing.T) {
	s := library(t, 11, nil)
	for name, want := range map[string][]int{
		"ranked":   {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
		"unranked": {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1},
	} {
		got := s.walk(name)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// walk reads a View page by page by cursor.
func (s service) walk(name string) []int {
	var ranks []int
	call := content.ViewCall{Page: 1}
	for range 9 {
		answer, err := s.view(nobody, name, call)
		p := s.pageOf(answer, err)
		if p.Page != 1 || p.More != (answer.NextCursor != "") {
			s.t.Errorf("under a cursor: %+v, nextCursor %q", p, answer.NextCursor)
		}
		ranks = append(ranks, p.Ranks...)
		if !p.More {
			break
		}
		call = content.ViewCall{Page: 99, Cursor: answer.NextCursor} // a cursor beats page
	}
	return ranks
}

func TestTheSamePageHasTheSameCursor(t *testing.T) {
	s := library(t, 6, nil)
	one, err := s.view(nobody, "ranked", content.ViewCall{})
	s.wants(err, "", "")
	two, err := s.view(nobody, "ranked", content.ViewCall{})
	s.wants(err, "", "")
	if one.NextCursor == "" || one.NextCursor != two.NextCursor {
		t.Errorf("cursors are %q and %q", one.NextCursor, two.NextCursor)
	}
}

func TestCursorsThatAreRefused(t *testing.T) {
	s := library(t, 10, nil)
	answer, err := s.view(nobody, "ranked", content.ViewCall{})
	s.wants(err, "", "")
	cursor := answer.NextCursor
	flipped := []byte(cursor)
	flipped[len(flipped)/2] ^= 1
	for _, test := range []struct{ name, view, cursor string }{
		{"tampered with", "ranked", string(flipped)},
		{"cut short", "ranked", cursor[:len(cursor)-1]},
		{"of another View", "unranked", cursor},
		{"not base64url", "ranked", "+/+/"},
		{"with a line break", "ranked", cursor[:4] + "\n" + cursor[4:]},
		{"with padding", "ranked", cursor + "="},
		{"too short for a nonce", "ranked", "AAAA"},
		{"too long", "ranked", strings.Repeat("A", 1<<20)},
		{"on a sql View", "counted", cursor},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := s.view(nobody, test.view, content.ViewCall{Cursor: test.cursor})
			s.wants(err, diag.InputValidationFailed, "input#/cursor")
		})
	}
}

func TestCursorsHoldInAnotherProcess(t *testing.T) {
	s := library(t, 7, nil)
	answer, err := s.view(nobody, "ranked", content.ViewCall{})
	s.wants(err, "", "")
	other := s.reopen()
	if diff := cmp.Diff([]int{6, 7}, s.pageOf(other.view(nobody, "ranked", content.ViewCall{Cursor: answer.NextCursor})).Ranks); diff != "" {
		t.Error(diff)
	}
}

func TestALongOrderKeyGivesNoCursor(t *testing.T) {
	const longest = `
---
apiVersion: quartet/v1
kind: View
metadata: { name: by-shelf }
spec: { from: notes, surface: public, fields: [rank], orderBy: [{ field: shelf }], limit: 1 }
`
	s := open(t, notes+longest, content.Options{})
	s.add("notes", values{"rank": 1, "shelf": strings.Repeat("a", 9000)})
	s.add("notes", values{"rank": 2, "shelf": strings.Repeat("b", 4000)})
	answer, err := s.view(nobody, "by-shelf", content.ViewCall{})
	if p := s.pageOf(answer, err); !p.More || answer.NextCursor != "" {
		t.Errorf("page %v has a cursor of %d bytes", p, len(answer.NextCursor))
	}
	answer, err = s.view(nobody, "by-shelf", content.ViewCall{Page: 2})
	if p := s.pageOf(answer, err); fmt.Sprint(p.Ranks) != "[2]" || answer.NextCursor == "" {
		t.Errorf("page 2 is %v, with a cursor of %d bytes", p, len(answer.NextCursor))
	}
	_, err = s.view(nobody, "by-shelf", content.ViewCall{Cursor: answer.NextCursor})
	s.wants(err, "", "")
}

func FuzzCursor(f *testing.F) {
	s := open(f, notes, content.Options{})
	for range 6 {
		s.add("notes", values{"rank": 1})
	}
	answer, err := s.view(nobody, "ranked", content.ViewCall{})
	s.wants(err, "", "")
	f.Add(answer.NextCursor)
	f.Add(answer.NextCursor + "A")
	f.Add("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, cursor string) {
		s := service{s.Service, t, s.ctx, s.path, s.store}
		_, err := s.view(nobody, "ranked", content.ViewCall{Cursor: cursor})
		if cursor == "" || cursor == answer.NextCursor {
			s.wants(err, "", "")
		} else if d := diag.As(err); d == nil || d.Code != diag.InputValidationFailed || d.Path != "input#/cursor" {
			t.Errorf("%q was answered with %v", cursor, err)
		}
	})
}
