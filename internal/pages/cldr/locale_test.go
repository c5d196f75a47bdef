package cldr_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/cldr"
)

var day = time.Date(2026, time.March, 5, 23, 0, 0, 0, time.UTC)

// plainSpaces makes tables readable: the spaces within amounts do not break.
func plainSpaces(text string) string {
	return strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(text)
}

func TestLocalesWriteAsTheirReadersDo(t *testing.T) {
	for tag, want := range map[string][8]string{
		"en":    {"March 5, 2026", "Mar 5, 2026", "3/5/26", "1,234,567.5", "-1,234", "$12.50", "-$0.05", "CHF 12.50"},
		"en-GB": {"5 March 2026", "5 Mar 2026", "05/03/2026", "1,234,567.5", "-1,234", "US$12.50", "-US$0.05", "CHF 12.50"},
		"en-IN": {"5 March 2026", "5 Mar 2026", "05/03/26", "12,34,567.5", "-1,234", "$12.50", "-$0.05", "CHF 12.50"},
		"zh-TW": {"2026年3月5日", "2026年3月5日", "2026/3/5", "1,234,567.5", "-1,234", "US$12.50", "-US$0.05", "CHF 12.50"},
		"ja":    {"2026年3月5日", "2026/03/05", "2026/03/05", "1,234,567.5", "-1,234", "$12.50", "-$0.05", "CHF 12.50"},
		"de":    {"5. März 2026", "05.03.2026", "05.03.26", "1.234.567,5", "-1.234", "12,50 $", "-0,05 $", "12,50 CHF"},
		"fr":    {"5 mars 2026", "5 mars 2026", "05/03/2026", "1 234 567,5", "-1 234", "12,50 $US", "-0,05 $US", "12,50 CHF"},
		"es":    {"5 de marzo de 2026", "5 mar 2026", "5/3/26", "1.234.567,5", "-1234", "12,50 US$", "-0,05 US$", "12,50 CHF"},
		"sv":    {"5 mars 2026", "5 mars 2026", "2026-03-05", "1 234 567,5", "−1 234", "12,50 US$", "−0,05 US$", "12,50 CHF"},
	} {
		l := cldr.Find(tag)
		got := [8]string{
			l.Date(day, cldr.Long), l.Date(day, cldr.Medium), l.Date(day, cldr.Short),
			l.Number("1234567.5"), l.Number("-1234"), l.Money(1250, "USD"), l.Money(-5, "USD"), l.Money(1250, "CHF"),
		}
		for i := range got {
			got[i] = plainSpaces(got[i])
		}
		if got != want {
			t.Errorf("%s\n%q, want\n%q", tag, got, want)
		}
	}
}

func TestALocaleWithoutARowIsTheNearest(t *testing.T) {
	for tag, want := range map[string]string{
		"": "March 5, 2026", "xx": "March 5, 2026", "xx-YY": "March 5, 2026", "de-LU": "5. März 2026",
		"zh-MO": "2026年3月5日", "es-CL": "5 de marzo de 2026", "pt-AO": "5 de março de 2026", "no": "5. mars 2026",
	} {
		if got := cldr.Find(tag).Date(day, cldr.Long); got != want {
			t.Errorf("%s: %s, want %s", tag, got, want)
		}
	}
}

// The smallest unit of a currency is what ISO 4217 says.
func TestTheSmallestUnitOfACurrency(t *testing.T) {
	for currency, want := range map[string]string{"JPY": "¥1,234", "KRW": "₩1,234", "TWD": "NT$12.34", "KWD": "KWD 1.234", "CLF": "CLF 0.1234", "PKR": "PKR 12.34"} {
		if got := plainSpaces(cldr.Find("en").Money(1234, currency)); got != want {
			t.Errorf("%s: %q, want %q", currency, got, want)
		}
	}
}
