package templates_test

import (
	"context"
	"errors"
	"html/template"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// The entries that tests show.
var (
	noon  = time.Date(2026, time.March, 5, 12, 30, 0, 0, time.UTC)
	water = &page.Entry{
		ID: "e2", Collection: "posts", Slug: "water", Title: "Water", URL: "/en/posts/water", Locale: "en",
		Description: "How hot the water is matters more than the pot.",
		Body:        "Boil it.\nWait.\n\nThen <pour>.", BodyField: "body", BodyFormat: "text",
		CreatedAt: noon.AddDate(0, -1, 0), UpdatedAt: noon,
		Data: map[string]any{
			"title": "Water", "price": int64(125000), "rating": 4.5, "views": int64(1234567), "day": "2026-11-22", "published": int64(1788134400000),
			"cover": "/img/water.jpg", "photo": "kettle", "film": "pour", "prices": "price-list", "tags": []any{"tea", "water", "<b>"}, "link": "javascript:alert(1)",
			"html": `<img src=x onerror=alert(1)>`, "quote": `"'</script><!--`, "empty": "", "nothing": nil,
		},
	}
	leaves = &page.Entry{ID: "e3", Collection: "posts", Slug: "leaves", Title: "Leaves", URL: "/en/posts/leaves", UpdatedAt: noon.AddDate(0, 0, 1)}
	pots   = &page.Entry{ID: "e1", Collection: "posts", Slug: "pots", Title: "Pots", URL: "/en/posts/pots", UpdatedAt: noon.AddDate(0, 0, -1)}
)

// library is the media of the site, in English.
var library = map[string]*asset.Asset{
	"kettle": {
		ID: "kettle", Alt: "A kettle", FocalPoint: &asset.Point{X: .5, Y: .25},
		Variants: []asset.Variant{
			{Role: asset.Primary, MimeType: "image/jpeg", URL: "/media/kettle/1/primary-0.jpg", ByteSize: 300_000, Width: 1200, Height: 800},
			{Role: asset.Alternate, MimeType: "image/webp", URL: "/media/kettle/1/alternate-1.webp", ByteSize: 180_000, Width: 1200, Height: 800},
		},
		Renditions: []asset.Rendition{
			{MimeType: "image/jpeg", URL: "/media/kettle/1/w320.jpg", Width: 320, Height: 213},
			{MimeType: "image/jpeg", URL: "/media/kettle/1/w640.jpg", Width: 640, Height: 427},
		},
	},
	"seal": {
		ID: "seal", Alt: "A \"seal\" & <ink>", Caption: "Since 1910",
		Variants: []asset.Variant{{Role: asset.Primary, MimeType: "image/png", URL: "https://cdn.example/seal.png", Width: 64, Height: 64}},
	},
	"pour": {
		ID: "pour", Alt: "Pouring",
		Variants: []asset.Variant{
			{Role: asset.Primary, MimeType: "video/mp4", URL: "/media/pour/1/primary-0.mp4", Width: 640, Height: 360},
			{Role: asset.Alternate, MimeType: "video/webm", URL: "/media/pour/1/alternate-1.webm", Width: 640, Height: 360},
		},
	},
	"boil": {
		ID: "boil", Alt: "Water begins to boil",
		Variants: []asset.Variant{{Role: asset.Primary, MimeType: "audio/mpeg", URL: "/media/boil/1/primary-0.mp3"}},
	},
	"price-list": {
		ID: "price-list", Caption: "Prices of 2026",
		Variants: []asset.Variant{{Role: asset.Primary, MimeType: "application/pdf", URL: "/media/price-list/1/primary-0.pdf"}},
	},
	"empty": {ID: "empty"},
}

// source is a site of three posts.
type source struct{ locale string }

func (s source) Assets(_ context.Context, ids ...string) (map[string]*asset.Asset, error) {
	found := map[string]*asset.Asset{}
	for _, id := range ids {
		a := library[id]
		if a != nil && s.locale == "zh-TW" && id == "kettle" {
			translated := *a
			translated.Alt = "水壺"
			a = &translated
		}
		if a != nil {
			found[id] = a
		}
	}
	return found, nil
}

var errView = errors.New("there is no View of that name")

func (source) View(_ context.Context, name string, params map[string]any) ([]map[string]any, error) {
	if name != "latest" {
		return nil, errView
	}
	rows := []map[string]any{{"title": "Leaves", "tag": params["tag"]}, {"title": "Water", "tag": params["tag"]}}
	return rows, nil
}

func (source) Entry(_ context.Context, collection, slug string) (*page.Entry, error) {
	for _, each := range []*page.Entry{leaves, water, pots} {
		if each.Collection == collection && each.Slug == slug {
			return each, nil
		}
	}
	return nil, nil
}

func (source) Entries(_ context.Context, collection string, limit int) ([]*page.Entry, error) {
	all := []*page.Entry{leaves, water, pots}
	if collection != "posts" {
		return nil, nil
	}
	return all[:min(limit, len(all))], nil
}

func (source) Beside(_ context.Context, e *page.Entry) (newer, older *page.Entry, err error) {
	if e == water {
		return leaves, pots, nil
	}
	return nil, nil, nil
}

func (source) Asset(_ context.Context, name string) (string, error) {
	return "/" + strings.Replace(name, ".", ".3f2a.", 1), nil
}

func (source) Absolute(path string) string { return "https://tea.example" + path }

func pageOf(locale string) *page.Page {
	return &page.Page{
		Kind: page.Detail, Locale: locale, Lang: locale, Path: "/" + locale + "/posts/water",
		Site:  page.Site{Title: "Tea notes", Origin: "https://tea.example", CanonicalLocale: "en"},
		Entry: water, Entries: []*page.Entry{leaves, water, pots},
	}
}

// files makes a folder of pairs of a name and a text.
func files(pairs ...string) fstest.MapFS {
	folder := make(fstest.MapFS)
	for i := 0; i < len(pairs); i += 2 {
		folder[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return folder
}

func parse(t testing.TB, o templates.Options) *templates.Set {
	t.Helper()
	set, problems := templates.Parse(o)
	if set == nil {
		t.Fatalf("no set: %v", problems)
	}
	return set
}

func renderOf(name, locale string) templates.Render {
	return templates.Render{Name: name, Page: pageOf(locale), Source: source{locale}, Head: template.HTML("<title>Water</title>")}
}

// said is an error as the log has it.
func said(err error) string { return diag.Logged(err).Error() }
