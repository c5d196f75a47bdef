package content_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/releases"
)

// No hook of a release runs while one of its entries is in the way; then the hooks of each
// run as for a publish of it.
func TestHooksOfAReleaseRunOnceAllOfItIsInOrder(t *testing.T) {
	d := openDesk(t)
	d.saved(values{"title": "Oolong"}, 0)
	fresh, err := d.Create(d.ctx, editor, "articles", values{"title": "New"})
	d.wants(err, "", "")
	late, err := d.Create(d.ctx, editor, "articles", values{"title": "Late"})
	d.wants(err, "", "")
	d.wants(d.store.Releases().Update(d.ctx, func(tx releases.Tx) error {
		return tx.Create(&releases.Release{ID: "r", Name: "Autumn", Version: 1, CreatedBy: "eve", CreatedAt: *d.now})
	}), "", "")
	*d.heard = nil
	staff, end := d.StaffEntries(editor), content.ReleaseEnd{ID: "r", Version: 1, By: "eve"}
	all := []content.Publication{{Collection: "articles", ID: d.entry.ID}, {Collection: "articles", ID: fresh.ID}, {Collection: "articles", ID: late.ID}}
	_, obstacles, err := staff.PublishRelease(d.ctx, all, end)
	d.wants(err, "", "")
	if len(obstacles) != 2 || obstacles[0].Index != 1 || obstacles[1].Index != 2 {
		t.Fatalf("in the way are %+v", obstacles)
	}
	d.wants(obstacles[1].Err, diag.InputValidationFailed, "data#/slug")
	if len(*d.heard) != 0 {
		t.Errorf("hooks heard %v", *d.heard)
	}
	for _, e := range []*content.Entry{fresh, late} {
		_, err := d.Patch(d.ctx, editor, "articles", e.ID, values{"slug": e.ID}, 0)
		d.wants(err, "", "")
	}
	*d.heard = nil
	entries, obstacles, err := staff.PublishRelease(d.ctx, all, end)
	d.wants(err, "", "")
	if len(obstacles) != 0 || len(entries) != 3 || entries[0].Data["title"] != "Oolong" {
		t.Errorf("%+v, in the way are %+v", entries, obstacles)
	}
	if diff := cmp.Diff([]string{"before_publish Oolong", "before_publish New", "before_publish Late"}, *d.heard); diff != "" {
		t.Error(diff)
	}
	_, _, err = d.StaffEntries(connie).PublishRelease(d.ctx, all, end)
	d.wants(err, diag.AuthDenied, "input#")
}
