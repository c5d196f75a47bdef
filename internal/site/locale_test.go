package site_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/site"
)

// Limits: Locales.
func TestALocaleCanonicalizesToLanguageAndRegion(t *testing.T) {
	for raw, want := range map[string]string{
		"en": "en", "EN": "en", "fil": "fil", "Fil": "fil",
		"en-US": "en-US", "en-us": "en-US", "EN_us": "en-US", "zh_TW": "zh-TW",
		"zhTW": "zh-TW", "zhtw": "zh-TW", "ENUS": "en-US", "dede": "de-DE",
		"filph": "fil-PH", "fil-PH": "fil-PH", "FIL_ph": "fil-PH",
	} {
		if got, ok := site.CanonicalLocale(raw); !ok || got != want {
			t.Errorf("CanonicalLocale(%q) = %q, %v; want %q", raw, got, ok, want)
		}
	}
}

// Limits: Locales. Script subtags and variants are rejected.
func TestALocaleWithAnythingElseIsRejected(t *testing.T) {
	for name, raw := range map[string]string{
		"empty": "", "one letter": "e", "blank": "  ", "blank around": " en",
		"script": "zh-Hant", "script and region": "zh-Hant-TW", "run-together script": "srLatn",
		"lone script": "Hant", "lone script, lower case": "latn",
		"variant": "de-1996", "region and variant": "de-DE-1996", "extension": "en-u-ca-buddhist",
		"numeric region": "es-419", "digits": "e1", "three-letter region": "en-USA", "long language": "engl-US",
		"one-letter region": "en-U", "nothing after separator": "en-", "nothing before separator": "-US",
		"two separators": "en--US", "other separator": "en.US", "six letters": "filphx",
		"not ASCII": "éè", "Kelvin sign": "\u212Aa", "null byte": "en\x00",
	} {
		t.Run(name, func(t *testing.T) {
			if got, ok := site.CanonicalLocale(raw); ok {
				t.Errorf("CanonicalLocale(%q) = %q", raw, got)
			}
		})
	}
}

// Limits: Locales. The list keeps its order, since the first is canonical.
func TestLocalesAreDeduplicatedInOrder(t *testing.T) {
	locales, invalid := site.CanonicalLocales([]string{"zh_tw", "xx-Hant", "en", "zhTW", "EN", "fr-FR", ""})
	if diff := cmp.Diff([]string{"zh-TW", "en", "fr-FR"}, locales); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"xx-Hant", ""}, invalid); diff != "" {
		t.Error(diff)
	}
}

func FuzzCanonicalLocaleIsStable(f *testing.F) {
	for _, seed := range []string{"en", "zh_tw", "filPH", "Hant", "zh-Hant"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		locale, ok := site.CanonicalLocale(raw)
		if !ok {
			return
		}
		if again, ok := site.CanonicalLocale(locale); !ok || again != locale {
			t.Errorf("CanonicalLocale(%q) = %q, which becomes %q, %v", raw, locale, again, ok)
		}
	})
}
