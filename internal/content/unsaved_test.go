package content_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// TestUnsavedIsWhatSavingWouldMake: its data and state are those of the entry once
// it is saved, and until then the stored one stays as it is.
func TestUnsavedIsWhatSavingWouldMake(t *testing.T) {
	s := open(t, posts, content.Options{})
	editor := content.Caller{User: &content.User{ID: "eve"}, Staff: &content.Staff{ID: "eve", Role: "editor"}, Auth: &content.Auth{}}
	staff := s.StaffEntries(editor)

	data := values{"title": "Tea", "subtitle": nil, "author": "somebody"}
	shown, err := staff.Unsaved(s.ctx, "posts", "", data)
	s.wants(err, "", "")
	made, err := staff.Create(s.ctx, "posts", data)
	s.wants(err, "", "")
	if diff := cmp.Diff(made.Data, shown.Data); diff != "" || shown.Status != made.Status || shown.AuthorID != made.AuthorID {
		t.Error(diff, shown.Status, shown.AuthorID)
	}

	data = values{"title": "Green tea", "subtitle": "x", "author": "somebody"}
	shown, err = staff.Unsaved(s.ctx, "posts", made.ID, data)
	s.wants(err, "", "")
	if now := s.get("posts", made.ID); now.Version != 1 || now.Data["title"] != "Tea" {
		t.Error("it was saved:", now)
	}
	saved, err := staff.Patch(s.ctx, "posts", made.ID, data, 1)
	s.wants(err, "", "")
	if diff := cmp.Diff(saved.Data, shown.Data); diff != "" || shown.Status != saved.Status || shown.ID != saved.ID || shown.CreatedAt != saved.CreatedAt {
		t.Error(diff, shown)
	}
}

// TestUnsavedTakesWhatIsNotValid: a form that somebody types into is seldom valid.
// What the Schema does not declare is left out, as it can never be saved.
func TestUnsavedTakesWhatIsNotValid(t *testing.T) {
	s := open(t, posts, content.Options{})
	staff := s.StaffEntries(content.Caller{User: &content.User{ID: "c"}, Staff: &content.Staff{ID: "c", Role: "contributor"}, Auth: &content.Auth{}})
	e, err := staff.Unsaved(s.ctx, "posts", "", values{"title": 7, "secret": true})
	s.wants(err, "", "")
	if diff := cmp.Diff(map[string]any{"title": int64(7), "author": "c"}, e.Data); diff != "" {
		t.Error(diff)
	}
	_, err = staff.Unsaved(s.ctx, "nothing", "", values{})
	s.wants(err, diag.NotFound, "input#/collection")
	_, err = staff.Unsaved(s.ctx, "posts", "nothing", values{})
	s.wants(err, diag.NotFound, "input#/id")
}
