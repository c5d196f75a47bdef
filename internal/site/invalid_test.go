package site_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/site"
)

// Site-defaults errors: InvalidSiteDefaultsError carries invalidLocales,
// InvalidSiteIconsError the offending icons, InvalidMediaPurposesError one
// reason a purpose.
func TestSiteDefaultsErrors(t *testing.T) {
	broken := site.Icon{Src: "icon.png"}
	for name, test := range map[string]struct {
		declared site.Defaults
		want     error
	}{
		"locales": {
			site.Defaults{Locales: []string{"en", "zh-Hant", "fr", "e"}},
			&site.InvalidSiteDefaultsError{InvalidLocales: []string{"zh-Hant", "e"}},
		},
		"no icon in the list": {site.Defaults{Icons: []site.Icon{}}, &site.InvalidSiteIconsError{}},
		"icons": {
			site.Defaults{Icons: []site.Icon{{Src: "/fine.svg"}, broken, {Src: "/x.png", Theme: "sepia"}}},
			&site.InvalidSiteIconsError{Icons: []site.Icon{broken, {Src: "/x.png", Theme: "sepia"}}},
		},
		"purposes": {
			site.Defaults{Media: site.Media{Purposes: []site.Purpose{
				{Name: "Cover"}, {Name: "fine", Required: []string{"webp"}, MaxBytes: map[string]float64{"image/webp": 1}}, {Name: "empty"},
			}}},
			&site.InvalidMediaPurposesError{Purposes: []site.RefusedPurpose{{"Cover", site.InvalidSlug}, {"empty", site.EmptyRequired}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			found := test.declared.Check()
			if len(found) == 0 {
				t.Fatal("no violation")
			}
			for _, violation := range found {
				if diff := cmp.Diff(test.want, violation.Err); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestSiteDefaultsErrorsNameWhatIsWrong(t *testing.T) {
	for want, err := range map[string]error{
		"locales that do not canonicalize: e, f":                &site.InvalidSiteDefaultsError{InvalidLocales: []string{"e", "f"}},
		"an empty list of icons":                                &site.InvalidSiteIconsError{},
		`icons that break the rules: "a b", ""`:                 &site.InvalidSiteIconsError{Icons: []site.Icon{{Src: "a b"}, {}}},
		`media purposes that break the rules: "": invalid-slug`: &site.InvalidMediaPurposesError{Purposes: []site.RefusedPurpose{{"", site.InvalidSlug}}},
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
}
