package site_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/site"
)

// SiteIcon.
func TestIconRules(t *testing.T) {
	for name, test := range map[string]struct {
		icon site.Icon
		at   string // "" when the icon is fine
	}{
		"a path":                  {site.Icon{Src: "/icon.svg", MimeType: "image/svg+xml", Sizes: []string{"any"}}, ""},
		"an https URL":            {site.Icon{Src: "https://tea.example/icon.png", Sizes: []string{"32x32", "192x192"}, Theme: "dark"}, ""},
		"no src":                  {site.Icon{}, "/icons/0/src"},
		"an http URL":             {site.Icon{Src: "http://tea.example/icon.png"}, "/icons/0/src"},
		"https without a host":    {site.Icon{Src: "https:///icon.png"}, "/icons/0/src"},
		"a protocol-relative URL": {site.Icon{Src: "//tea.example/icon.png"}, "/icons/0/src"},
		"a relative path":         {site.Icon{Src: "icon.png"}, "/icons/0/src"},
		"white space in src":      {site.Icon{Src: "/my icon.png"}, "/icons/0/src"},
		"a backslash in src":      {site.Icon{Src: `/\tea.example`}, "/icons/0/src"},
		"another mime type":       {site.Icon{Src: "/icon.gif", MimeType: "image/gif"}, "/icons/0/mimeType"},
		"an empty list of sizes":  {site.Icon{Src: "/icon.png", Sizes: []string{}}, "/icons/0/sizes"},
		"a size of zero":          {site.Icon{Src: "/icon.png", Sizes: []string{"any", "0x32"}}, "/icons/0/sizes"},
		"a size without height":   {site.Icon{Src: "/icon.png", Sizes: []string{"32"}}, "/icons/0/sizes"},
		"another theme":           {site.Icon{Src: "/icon.png", Theme: "sepia"}, "/icons/0/theme"},
	} {
		t.Run(name, func(t *testing.T) {
			d := site.Defaults{Icons: []site.Icon{test.icon}}
			if diff := cmp.Diff(test.at, onlyPointer(t, d.Check())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// siteDefaults: an empty array of icons is an error.
func TestAnEmptyListOfIconsIsRefused(t *testing.T) {
	d := site.Defaults{Icons: []site.Icon{}}
	if at := onlyPointer(t, d.Check()); at != "/icons" {
		t.Errorf("violation at %q", at)
	}
}

// MediaPurposePolicy and InvalidMediaPurposesError: one reason a purpose, the
// first in the contract's order.
func TestPurposeRules(t *testing.T) {
	limits := func(mimes ...string) map[string]float64 {
		m := make(map[string]float64)
		for _, mime := range mimes {
			m[mime] = 1000
		}
		return m
	}
	for name, test := range map[string]struct {
		purpose site.Purpose
		want    site.Reason
	}{
		"full and short mimes":           {site.Purpose{Name: "cover", Required: []string{"webp", " image/jpeg , image/png"}, MaxBytes: limits("image/webp", "image/jpeg", "image/png")}, ""},
		"jpg is image/jpeg":              {site.Purpose{Name: "cover-2", Required: []string{"jpg"}, MaxBytes: limits("image/jpeg")}, ""},
		"both names of jpeg in one slot": {site.Purpose{Name: "cover", Required: []string{"jpg,image/jpg,image/jpeg"}, MaxBytes: limits("image/jpeg")}, ""},
		"no name":                        {site.Purpose{}, site.InvalidSlug},
		"upper case":                     {site.Purpose{Name: "Cover"}, site.InvalidSlug},
		"two hyphens":                    {site.Purpose{Name: "a--b"}, site.InvalidSlug},
		"no slot":                        {site.Purpose{Name: "cover"}, site.EmptyRequired},
		"a blank slot":                   {site.Purpose{Name: "cover", Required: []string{" "}}, site.EmptyRequiredSlot},
		"a blank in a slot":              {site.Purpose{Name: "cover", Required: []string{"webp,"}}, site.EmptyRequiredSlot},
		"mimes in any case":              {site.Purpose{Name: "cover", Required: []string{"WebP", "Image/PNG"}, MaxBytes: limits("image/webp", "image/png")}, ""},
		"a wildcard":                     {site.Purpose{Name: "cover", Required: []string{"image/*"}, MaxBytes: limits("image/*")}, site.EmptyRequiredSlot},
		"the ending of a file's name":    {site.Purpose{Name: "cover", Required: []string{".jpg"}, MaxBytes: limits("image/.jpg")}, site.EmptyRequiredSlot},
		"slots that overlap in case":     {site.Purpose{Name: "cover", Required: []string{"webp", "image/WEBP"}, MaxBytes: limits("image/webp")}, site.OverlappingSlotMimes},
		"slots that overlap":             {site.Purpose{Name: "cover", Required: []string{"webp,jpg", "image/jpeg"}}, site.OverlappingSlotMimes},
		"a mime without a limit":         {site.Purpose{Name: "cover", Required: []string{"webp"}, MaxBytes: limits("webp")}, site.MaxBytesMissingMime},
		"a limit of zero":                {site.Purpose{Name: "cover", Required: []string{"webp"}, MaxBytes: map[string]float64{"image/webp": 0}}, site.MaxBytesNonPositive},
		"a negative limit":               {site.Purpose{Name: "cover", Required: []string{"webp"}, MaxBytes: map[string]float64{"image/webp": -1}}, site.MaxBytesNonPositive},
		"missing before nonpositive":     {site.Purpose{Name: "cover", Required: []string{"webp,png"}, MaxBytes: map[string]float64{"image/webp": -1}}, site.MaxBytesMissingMime},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.purpose.Fault(); got != test.want {
				t.Errorf("Fault() = %q, want %q", got, test.want)
			}
		})
	}
}

// Every broken rule is reported at once, and INVALID_LOCALE lists every
// invalid entry.
func TestAllViolationsAtOnce(t *testing.T) {
	d := site.Defaults{
		Locales: []string{"en", "zh-Hant", "x"},
		Icons:   []site.Icon{{Src: "/fine.svg"}, {Src: "bad"}},
		Media:   site.Media{Purposes: []site.Purpose{{Name: "?"}, {Name: "empty"}}},
	}
	found := d.Check()
	got := make(map[string]diag.Code)
	for _, v := range found {
		got[v.Pointer] = v.Code
	}
	want := map[string]diag.Code{
		"/locales/1":                 diag.InvalidLocale,
		"/icons/1/src":               diag.SettingsInvalid,
		"/media/purposes/0/name":     diag.SettingsInvalid,
		"/media/purposes/1/required": diag.SettingsInvalid,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"zh-Hant", "x"}, found[0].Value); diff != "" {
		t.Error(diff)
	}
}

func TestCheckCanonicalizesLocales(t *testing.T) {
	d := site.Defaults{Locales: []string{"EN", "zh_tw", "en"}}
	if found := d.Check(); found != nil {
		t.Fatal(found)
	}
	if diff := cmp.Diff([]string{"en", "zh-TW"}, d.Locales); diff != "" {
		t.Error(diff)
	}
}

func onlyPointer(t *testing.T, found []site.Violation) string {
	t.Helper()
	switch len(found) {
	case 0:
		return ""
	case 1:
		return found[0].Pointer
	}
	t.Fatalf("%d violations: %v", len(found), found)
	return ""
}
