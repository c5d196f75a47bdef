package site_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const notes = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { text: { type: string } } } }
`

const builtInIcon = `[{"src":"/_service/admin/favicon.svg","mimeType":"image/svg+xml","sizes":["any"]}]`

// open opens the database at path as a process of its own would.
func open(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: plantest.Seal(t, notes)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func fresh(t *testing.T) *sqlite.Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "site.db"))
}

func seed(t *testing.T, store site.Store, declared site.Defaults) (overruled []string) {
	t.Helper()
	if found := declared.Check(); found != nil {
		t.Fatal(found)
	}
	overruled, err := site.Seed(t.Context(), store, declared)
	if err != nil {
		t.Fatal(err)
	}
	return overruled
}

func write(t *testing.T, store site.Store, rows map[string]string) {
	t.Helper()
	var all []site.Row
	for key, value := range rows {
		all = append(all, site.Row{Key: key, Value: value})
	}
	if err := store.WriteSiteConfig(t.Context(), all, nil); err != nil {
		t.Fatal(err)
	}
}

func wantRows(t *testing.T, store site.Store, want map[string]string) {
	t.Helper()
	got, err := store.SiteConfig(context.WithoutCancel(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func live(t *testing.T, store site.Store) *site.Live {
	t.Helper()
	l, err := site.NewLive(t.Context(), store, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func everything() site.Defaults {
	return site.Defaults{
		Title: "Tea", Description: "Of tea", Brand: "Tea & co", Origin: "https://tea.example",
		Locales: []string{"EN", "zh_tw"}, GA4MeasurementID: "G-1", FacebookPixelID: "2",
		Icons: []site.Icon{{Src: "/i.png?a&b", Sizes: []string{"32x32"}}},
		Media: site.Media{Purposes: []site.Purpose{{Name: "cover", Required: []string{"webp"}, MaxBytes: map[string]float64{"image/webp": 400000}}}},
	}
}

func everyRow() map[string]string {
	return map[string]string{
		"title": "Tea", "description": "Of tea", "brand": "Tea & co", "origin": "https://tea.example",
		"locales": "en,zh-TW", "ga4MeasurementId": "G-1", "facebookPixelId": "2",
		"faviconUrl":    `[{"src":"/i.png?a&b","sizes":["32x32"]}]`,
		"mediaPurposes": `[{"name":"cover","required":["webp"],"maxBytes":{"image/webp":400000}}]`,
	}
}

// site_config keys and seeding: the stored form of each key.
func TestStoredForms(t *testing.T) {
	store := fresh(t)
	seed(t, store, everything())
	wantRows(t, store, everyRow())
}

// When no icons are declared, a built-in default is stored.
func TestTheBuiltInIconIsStored(t *testing.T) {
	store := fresh(t)
	seed(t, store, site.Defaults{})
	wantRows(t, store, map[string]string{"faviconUrl": builtInIcon})
}

// site_config keys and seeding: editable keys are seed-once, code-canonical
// keys follow the declaration.
func TestOwnershipOfKeys(t *testing.T) {
	store := fresh(t)
	seed(t, store, everything())
	changed := site.Defaults{
		Title: "Coffee", Description: "Of coffee", Brand: "Coffee & co", Origin: "https://coffee.example",
		Locales: []string{"de"}, GA4MeasurementID: "G-2", FacebookPixelID: "3",
		Icons: []site.Icon{{Src: "/c.svg"}},
		Media: site.Media{Purposes: []site.Purpose{{Name: "a", Required: []string{"png"}, MaxBytes: map[string]float64{"image/png": 1}}}},
	}
	overruled := seed(t, store, changed)
	if diff := cmp.Diff([]string{"brand", "title", "description", "ga4MeasurementId", "facebookPixelId"}, overruled); diff != "" {
		t.Error(diff)
	}
	want := everyRow()
	want["origin"], want["locales"] = "https://coffee.example", "de"
	want["faviconUrl"], want["mediaPurposes"] = `[{"src":"/c.svg"}]`, `[{"name":"a","required":["png"],"maxBytes":{"image/png":1}}]`
	wantRows(t, store, want)
}

// Blank, empty or empty-array declarations never write and never clear an
// existing row.
func TestBlankDeclarationsNeverWriteAndNeverClear(t *testing.T) {
	store := fresh(t)
	blank := site.Defaults{
		Title: " ", Description: "\t", Origin: "\n", Locales: []string{}, Media: site.Media{Purposes: []site.Purpose{}},
	}
	seed(t, store, blank)
	wantRows(t, store, map[string]string{"faviconUrl": builtInIcon})
	seed(t, store, everything())
	if overruled := seed(t, store, blank); overruled != nil {
		t.Errorf("%v overruled", overruled)
	}
	wantRows(t, store, everyRow())
}

// A seed-once row that exists and is empty exists.
func TestAnEmptiedValueIsNotSeededAgain(t *testing.T) {
	store := fresh(t)
	seed(t, store, everything())
	if _, err := live(t, store).Change(t.Context(), audit.Actor{}, map[string]string{"title": ""}); err != nil {
		t.Fatal(err)
	}
	seed(t, store, everything())
	want := everyRow()
	want["title"] = ""
	wantRows(t, store, want)
}

// Runtime SiteConfig: values when the row is absent.
func TestFallbacks(t *testing.T) {
	want := &site.Config{
		Title: "CMS", Brand: "Quartet", Locales: []string{}, Media: site.Media{Purposes: []site.Purpose{}},
		Icons: []site.Icon{{Src: "/_service/admin/favicon.svg", MimeType: "image/svg+xml", Sizes: []string{"any"}}},
	}
	for name, rows := range map[string]map[string]string{
		"no row":                           nil,
		"empty analytics ids":              {"ga4MeasurementId": "", "facebookPixelId": ""},
		"an older form of the purposes":    {"mediaPurposes": "cover,avatar"},
		"purposes that the rules refuse":   {"mediaPurposes": `[{"name":"Cover"}]`},
		"an older form of the icons":       {"faviconUrl": "/favicon.ico"},
		"icons that the rules refuse":      {"faviconUrl": `[{"src":"javascript:alert(1)"}]`},
		"no icons":                         {"faviconUrl": "[]"},
		"locales that do not canonicalize": {"locales": "zh-Hant,,x"},
	} {
		t.Run(name, func(t *testing.T) {
			store := fresh(t)
			write(t, store, rows)
			got := live(t, store).Config()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if got.CanonicalLocale() != "" {
				t.Errorf("canonical locale %q", got.CanonicalLocale())
			}
		})
	}
}

// Runtime SiteConfig: what was declared is what is read.
func TestReadShape(t *testing.T) {
	store := fresh(t)
	seed(t, store, everything())
	declared := everything()
	got := live(t, store).Config()
	want := &site.Config{
		Title: "Tea", Description: "Of tea", Brand: "Tea & co", Origin: "https://tea.example",
		Locales: []string{"en", "zh-TW"}, GA4MeasurementID: "G-1", FacebookPixelID: "2",
		Icons: declared.Icons, Media: declared.Media,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.CanonicalLocale() != "en" {
		t.Errorf("canonical locale %q, want the first", got.CanonicalLocale())
	}
}

// A stored value that is there and empty is no absent row.
func TestAnEmptyTitleIsATitle(t *testing.T) {
	store := fresh(t)
	write(t, store, map[string]string{"title": "", "brand": ""})
	if c := live(t, store).Config(); c.Title != "" || c.Brand != "" {
		t.Errorf("%q, %q", c.Title, c.Brand)
	}
}

func TestStoredLocalesAsTheyStand(t *testing.T) {
	for stored, want := range map[string][]string{"": nil, "en": {"en"}, "zh-Hant,en": {"zh-Hant", "en"}} {
		if got := site.StoredLocales(map[string]string{"locales": stored}); !slices.Equal(got, want) {
			t.Errorf("%q: %q", stored, got)
		}
	}
}

// Free strings are free, so that what people read as the name of the site may be
// in another row.
func TestTheNameOfASiteWithoutATitle(t *testing.T) {
	for want, c := range map[string]site.Config{
		"Tea":     {Title: " Tea\n", Brand: "Desk"},
		"Desk":    {Title: " \n", Brand: "Desk"},
		"Quartet": {Title: "", Brand: "\t"},
	} {
		if got := c.Name(); got != want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
