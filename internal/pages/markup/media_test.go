package markup

import (
	"slices"
	"testing"

	"github.com/quartet-dev/quartet/asset"
)

// library is what cases show at media:<id>.
var library = map[string]*asset.Asset{
	"kettle": {
		ID: "kettle", Alt: "A kettle & steam", Caption: "Just before it boils", FocalPoint: &asset.Point{X: .3, Y: .6249},
		Variants: []asset.Variant{
			{Role: asset.Primary, MimeType: "image/jpeg", URL: "/media/kettle/1/primary-0.jpg", ByteSize: 300_000, Width: 1200, Height: 800},
			{Role: asset.Alternate, MimeType: "image/webp", URL: "/media/kettle/1/alternate-0.webp", ByteSize: 180_000, Width: 1200, Height: 800},
		},
		Renditions: []asset.Rendition{
			{MimeType: "image/jpeg", URL: "/media/kettle/1/w320.jpg", Width: 320, Height: 213},
			{MimeType: "image/jpeg", URL: "/media/kettle/1/w640.jpg", Width: 640, Height: 427},
		},
	},
	"seal": {
		ID: "seal", Alt: "A seal", Renditions: []asset.Rendition{},
		Variants: []asset.Variant{{Role: asset.Primary, MimeType: "image/png", URL: "https://cdn.example/seal.png", Width: 64, Height: 64}},
	},
	"pour": {
		ID: "pour", Alt: "Pouring", Renditions: []asset.Rendition{},
		Variants: []asset.Variant{{Role: asset.Primary, MimeType: "video/mp4", URL: "/media/pour/1/primary-0.mp4", Width: 640, Height: 360}},
	},
	"price-list": {
		ID: "price-list", Caption: "Prices of 2026", Renditions: []asset.Rendition{},
		Variants: []asset.Variant{{Role: asset.Primary, MimeType: "application/pdf", URL: "/media/price-list/1/primary-0.pdf"}},
	},
	"empty": {ID: "empty"},
}

func media(id string) *asset.Asset { return library[id] }

var (
	onPage = Options{Media: media}
	inFeed = Options{Base: here, Media: media}
)

// media.md: a Markdown body may hold media:<id>. Whatever the HTML names, is looked
// up before.
func TestMediaIDsHoldsWhateverATextShows(t *testing.T) {
	text := "![a](media:kettle) [b](MEDIA:price-list) ![c](<media:pour>) ![d][e] media: media:/x\n\n[e]: media:seal 'title'\n"
	if got, want := MediaIDs(text), []string{"kettle", "price-list", "pour", "seal"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	asked := map[string]bool{}
	o := Options{Media: func(id string) *asset.Asset { asked[id] = true; return nil }}
	for _, source := range append(cases(t), text) {
		for _, make := range []func([]byte, string, Options) ([]byte, error){Markdown, RichText} {
			clear(asked)
			if _, err := make(nil, source, o); err != nil {
				t.Fatal(err)
			}
			for id := range asked {
				if !slices.Contains(MediaIDs(source), id) {
					t.Errorf("%s is shown by a text that does not hold it: %.80q", id, source)
				}
			}
		}
	}
}

func TestMediaID(t *testing.T) {
	for address, want := range map[string]string{
		"media:kettle": "kettle", " Media:A_b-9 ": "A_b-9", "media:": "", "media:a/b": "", "media:a?b": "", "media:ä": "",
		"media": "", "https:kettle": "", "xmedia:kettle": "",
		"media:0123456789012345678901234567890123456789012345678901234567890123":  "0123456789012345678901234567890123456789012345678901234567890123",
		"media:01234567890123456789012345678901234567890123456789012345678901234": "",
	} {
		if id, ok := MediaID(address); ok != (want != "") || ok && id != want {
			t.Errorf("%q holds %q %v, want %q", address, id, ok, want)
		}
	}
}

func TestTheFirstPictureOfAPageLoadsAtOnce(t *testing.T) {
	o := onPage
	o.EagerImages = 1
	got, err := str(Markdown(nil, "![](media:seal)\n\n![](media:seal)", o))
	want := `<figure><img src="https://cdn.example/seal.png" alt="A seal" width="64" height="64" loading="eager" fetchpriority="high" decoding="async"></figure>
<figure><img src="https://cdn.example/seal.png" alt="A seal" width="64" height="64" loading="lazy" decoding="async"></figure>
`
	if err != nil || got != want {
		t.Errorf("%s %v\nwant\n%s", got, err, want)
	}
}
