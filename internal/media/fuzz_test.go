package media

import (
	"testing"
	"time"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/site"
)

// FuzzAnnouncement: what a caller sends is refused with a place, or is an upload
// that keeps every promise that the rest of the package relies on.
func FuzzAnnouncement(f *testing.F) {
	for _, seed := range []string{
		`{"filename":"a/b.png","purpose":"cover","variants":[{"mimeType":"image/PNG","byteSize":9,"role":"primary"},{"mimeType":"webp","byteSize":9,"role":"alternate"}]}`,
		`{"filename":"..","purpose":"file","variants":[{"mimeType":"application/x-pdf; a=b","byteSize":1e300,"role":"primary","sha256":"00"}],"alt":"\u202e","replaces":"x"}`,
		`{"filename":"a","purpose":"file","variants":[{"mimeType":"application/pdf","byteSize":-1,"role":"primary"}]}`, `{}`, `null`, `{"variants":{}}`,
	} {
		f.Add(seed)
	}
	s := &Service{Options: Options{MaxUpload: 1000, Now: time.Now, Config: func() *site.Config {
		return &site.Config{Locales: []string{"en"}, Media: site.Media{Purposes: []site.Purpose{
			{Name: "cover", Required: []string{"webp", "jpg,png"}, MaxBytes: map[string]float64{"image/webp": 10, "image/jpeg": 20, "image/png": 0.5}},
			{Name: "file", Required: []string{"application/x-pdf"}, MaxBytes: map[string]float64{"application/x-pdf": 1e300}},
		}}}
	}}}
	f.Fuzz(func(t *testing.T, text string) {
		value, err := jsonvalue.Decode([]byte(text), jsonvalue.Limits{})
		input, isObject := value.(map[string]any)
		if err != nil || !isObject {
			return
		}
		a, err := ReadAnnouncement(input)
		var g *Group
		if err == nil {
			g, err = s.check(&a)
		}
		if err != nil {
			if d := diag.As(err); d == nil || d.Code == diag.InternalError || d.Path == "" {
				t.Fatal(err)
			}
			return
		}
		if g.Filename == "" || utf8.RuneCountInString(g.Filename) > maxFilename {
			t.Errorf("the name is %q", g.Filename)
		}
		primaries := 0
		for _, v := range g.Variants {
			if v.ByteSize <= 0 || v.ByteSize > s.MaxUpload || inspect.Extension(v.MimeType) == "" || v.MimeType != inspect.Canonical(v.MimeType) {
				t.Errorf("%+v", v)
			}
			if v.Role == asset.Primary {
				primaries++
			}
		}
		if primaries != 1 {
			t.Errorf("%+v", g.Variants)
		}
	})
}
