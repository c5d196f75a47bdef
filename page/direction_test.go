package page

import "testing"

func TestDirection(t *testing.T) {
	for locale, want := range map[string]string{
		"": "ltr", "en": "ltr", "zh-TW": "ltr", "zh-Hant": "ltr", "ar": "rtl", "ar-EG": "rtl", "he": "rtl", "fa-IR": "rtl",
		"az": "ltr", "az-Arab": "rtl", "ar-Latn": "ltr", "ug-Cyrl": "ltr", "pa-Arab-PK": "rtl", "sd-Deva": "ltr",
	} {
		if got := direction(locale); got != want {
			t.Errorf("%s is written %s, want %s", locale, got, want)
		}
	}
	if dir := (&Entry{}).Dir(); dir != "" {
		t.Errorf("an entry in the language of its page says %q", dir)
	}
	if dir := (&Entry{Lang: "ar"}).Dir(); dir != "rtl" {
		t.Errorf("an entry in Arabic is written %q", dir)
	}
}
