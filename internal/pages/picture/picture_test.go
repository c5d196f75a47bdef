package picture_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/pages/picture"
)

func variant(role asset.Role, mime string, width, bytes int) asset.Variant {
	return asset.Variant{Role: role, MimeType: mime, URL: "/v-" + mime[6:], ByteSize: int64(bytes), Width: width, Height: width / 2}
}

func renditions(mime string, widths ...int) (all []asset.Rendition) {
	for _, each := range widths {
		all = append(all, asset.Rendition{MimeType: mime, URL: "/w," + mime[6:], Width: each, Height: each / 2})
	}
	return all
}

// Decision 171: widths first, each once; the smallest format first, in all of its
// widths, or where a screen needs more than the others have.
func TestWhatABrowserIsOffered(t *testing.T) {
	jpeg, png := variant(asset.Primary, "image/jpeg", 1000, 9), variant(asset.Primary, "image/png", 100, 9)
	webp, avif := variant(asset.Alternate, "image/webp", 1000, 8), variant(asset.Alternate, "image/avif", 1000, 7)
	for name, test := range map[string]struct {
		asset.Asset
		want []string
	}{
		"one size alone":       {asset.Asset{Variants: []asset.Variant{png}}, []string{`<img src="/v-png" alt="" width="100" height="50"`}},
		"a width is said once": {asset.Asset{Variants: []asset.Variant{jpeg}, Renditions: renditions("image/jpeg", 320, 1000)}, []string{`srcset="/w%2Cjpeg 320w, /v-jpeg 1000w" sizes="100vw"`}},
		"formats without renditions": {
			asset.Asset{Variants: []asset.Variant{jpeg, webp, avif}},
			[]string{`<source type="image/avif" srcset="/v-avif 1000w" sizes="100vw"><source type="image/webp" srcset="/v-webp 1000w" sizes="100vw"><img src="/v-jpeg" alt=""`},
		},
		"a format in one width": {
			asset.Asset{Variants: []asset.Variant{jpeg, webp}, Renditions: renditions("image/jpeg", 320, 640)},
			[]string{`media="(min-width: 641px), (min-resolution: 2dppx) and (min-width: 321px)"><img`},
		},
		"a format in all widths": {
			asset.Asset{Variants: []asset.Variant{jpeg, webp}, Renditions: append(renditions("image/jpeg", 320), renditions("image/webp", 320)...)},
			[]string{`<source type="image/webp" srcset="/w%2Cwebp 320w, /v-webp 1000w" sizes="100vw"><img`, `srcset="/w%2Cjpeg 320w, /v-jpeg 1000w"`},
		},
		"without a file": {asset.Asset{Alt: "x"}, nil},
	} {
		got := string(picture.Append(nil, &test.Asset, picture.Options{}, false))
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s lacks %s", name, got, want)
			}
		}
		if test.want == nil && got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}
