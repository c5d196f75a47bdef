package templates_test

import (
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// The times of a page are told where the site is; days stay, and programs read UTC.
func TestTimesOfPagesAreInTheirZone(t *testing.T) {
	taipei, err := time.LoadLocation("Asia/Taipei")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]string{ // in Taipei, and without a zone
		`{{ date 1772814600000 "Monday 15:04" }}`:             {"Saturday 00:30", "Friday 16:30"},
		`{{ date 1772814600000 }}`:                            {"Mar 7, 2026", "Mar 6, 2026"},
		`{{ date 1772814600000 "iso" }}`:                      {"2026-03-06T16:30:00Z", "2026-03-06T16:30:00Z"},
		`{{ date "2026-03-06" "Monday 2 January" }}`:          {"Friday 6 March", "Friday 6 March"},
		`{{ date "2026-03-06T09:00" "15:04 MST" }}`:           {"09:00 CST", "09:00 UTC"},
		`{{ date "2026-03-06T20:00:00Z" "2 Jan 15:04" }}`:     {"7 Mar 04:00", "6 Mar 20:00"},
		`{{ date .Entry.UpdatedAt "Monday 2 January 2006" }}`: {"Thursday 5 March 2026", "Thursday 5 March 2026"},
	} {
		for i, zone := range []*time.Location{taipei, nil} {
			set := one(t, text, templates.Options{Zone: zone})
			out, err := set.Render(t.Context(), renderOf("page.html", "en"), nil)
			if err != nil || string(out) != want[i] {
				t.Errorf("%s in %v is %q, want %q: %v", text, zone, out, want[i], err)
			}
		}
	}
}
