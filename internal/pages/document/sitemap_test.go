package document_test

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/pages/document"
	"github.com/quartet-dev/quartet/internal/pages/document/documenttest"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

func TestPartSizeFollowsTheNumberOfLocales(t *testing.T) {
	for locales, want := range map[int]int{0: 2000, 1: 2000, 20: 2000, 21: 1904, 40: 1000, 10_000: 4, 40_000: 1, 40_001: 1} {
		if got := document.PartSize(locales); got != want {
			t.Errorf("PartSize(%d) = %d, want %d", locales, got, want)
		}
	}
}

func TestASitemapEndsAtTheBoundsOfTheProtocol(t *testing.T) {
	long := strings.Repeat("x", 1900)
	var alternates []page.Alternate
	for i := range 500 {
		alternates = append(alternates, page.Alternate{Locale: "en", URL: "/" + long + strconv.Itoa(i)})
	}
	for name, test := range map[string]struct {
		alternates []page.Alternate
		full       func(count, bytes int) bool
	}{
		"50,000 locations": {nil, func(count, _ int) bool { return count == 50_000 }},
		"50 MiB":           {alternates, func(count, bytes int) bool { return bytes <= 50<<20 && bytes+bytes/count > 50<<20 }},
	} {
		t.Run(name, func(t *testing.T) {
			size := &counter{}
			part := document.NewSitemap(size, site)
			count := 0
			for ; count < 50_001 && size.bytes < 60<<20; count++ {
				if err := part.Add(document.Location{URL: "/" + strconv.Itoa(count), Alternates: test.alternates}); err != nil {
					if !errors.Is(err, document.ErrSitemapFull) {
						t.Fatal(err)
					}
					break
				}
			}
			if err := part.Close(); err != nil {
				t.Fatal(err)
			}
			if !test.full(count, size.bytes) {
				t.Errorf("it ended with %d locations in %d bytes", count, size.bytes)
			}
		})
	}
}

type counter struct{ bytes int }

func (c *counter) Write(p []byte) (int, error) {
	c.bytes += len(p)
	return len(p), nil
}

func TestASitemapStopsWithItsWriter(t *testing.T) {
	reader, w := io.Pipe()
	_ = reader.Close()
	part := document.NewSitemap(w, site)
	for range 2000 {
		_ = part.Add(document.Location{URL: "/a"})
	}
	if err := part.Close(); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the error is %v", err)
	}
}

func TestHostileAddressesStandInSitemapsEncoded(t *testing.T) {
	for _, text := range hostile {
		var b strings.Builder
		part := document.NewSitemap(&b, site)
		alternates := []page.Alternate{{Locale: "en", URL: "/en/" + text}, {Locale: "de", URL: "/de/" + text}}
		for _, each := range alternates {
			if err := part.Add(document.Location{URL: each.URL, Alternates: alternates}); err != nil {
				t.Fatal(err)
			}
		}
		if err := part.Close(); err != nil {
			t.Fatal(err)
		}
		locations, err := documenttest.ReadSitemap(b.String(), origin)
		if err == nil {
			err = documenttest.Reciprocal(locations)
		}
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// BenchmarkSitemapPart writes a part of a site with five locales.
func BenchmarkSitemapPart(b *testing.B) {
	var alternates []page.Alternate
	for _, locale := range []string{"en", "zh-TW", "de", "fr", "ja"} {
		alternates = append(alternates, page.Alternate{Locale: locale, URL: "/" + locale + "/posts/a-slug-of-some-length"})
	}
	b.ReportAllocs()
	for b.Loop() {
		part := document.NewSitemap(io.Discard, site)
		for range document.PartSize(len(alternates)) {
			if err := part.Add(document.Location{URL: alternates[0].URL, Modified: noon, Alternates: alternates}); err != nil {
				b.Fatal(err)
			}
		}
		if err := part.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
