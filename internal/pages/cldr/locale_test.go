package cldr_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/pages/cldr"
)

var day = time.Date(2026, time.March, 5, 23, 0, 0, 0, time.UTC)

// plainSpaces makes tables readable: the spaces within amounts do not break.
func plainSpaces(text string) string {
	return strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(text)
}

func TestLayoutsHaveTheNamesOfTheLocale(t *testing.T) {
	evening := time.Date(2026, time.March, 6, 20, 5, 0, 0, time.UTC)
	for tag, want := range map[string][3]string{
		"en":    {"Friday, 6 March 2026", "Fri 6 Mar, 8:05 PM pm", "Janet Monet 06/03"},
		"en-GB": {"Friday, 6 March 2026", "Fri 6 Mar, 8:05 PM pm", "Janet Monet 06/03"},
		"zh-TW": {"星期五, 6 3月 2026", "週五 6 3月, 8:05 下午 下午", "Janet Monet 06/03"},
		"de":    {"Freitag, 6 März 2026", "Fr 6 Mär, 8:05 PM pm", "Janet Monet 06/03"},
		"fr":    {"vendredi, 6 mars 2026", "ven. 6 mars, 8:05 PM pm", "Janet Monet 06/03"},
		"ja":    {"金曜日, 6 3月 2026", "金 6 3月, 8:05 午後 午後", "Janet Monet 06/03"},
		"ru":    {"пятница, 6 марта 2026", "пт 6 мар., 8:05 PM pm", "Janet Monet 06/03"},
	} {
		l := cldr.Find(tag)
		got := [3]string{l.Layout(evening, "Monday, 2 January 2006"), l.Layout(evening, "Mon 2 Jan, 3:04 PM pm"), l.Layout(evening, "Janet Monet 02/01")}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", tag, diff)
		}
	}
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
