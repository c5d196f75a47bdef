package auth_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

// long is a domain of n characters under tea.example.
func long(n int) string {
	rest := n - len("tea.example")
	return strings.Repeat("aaaaaaa.", rest/8) + strings.Repeat("b", rest%8) + "tea.example"
}

func TestAddressesHaveOneForm(t *testing.T) {
	for given, want := range map[string]string{
		"ann@tea.example":                         "ann@tea.example",
		" Ann.Lee+News@Tea.EXAMPLE\r\n":           "ann.lee+news@tea.example",
		"o'brien!#$%&*/=?^_`{|}~-@a.b-c.d1":       "o'brien!#$%&*/=?^_`{|}~-@a.b-c.d1",
		"ann@bücher.example":                      "ann@xn--bcher-kva.example",
		"ann@BÜCHER.example":                      "ann@xn--bcher-kva.example",
		"ann@xn--bcher-kva.example":               "ann@xn--bcher-kva.example",
		"ann@ｔｅａ.example":                         "ann@tea.example",
		"ann@tea。example":                         "ann@tea.example",
		"owner@localhost":                         "owner@localhost",
		strings.Repeat("a", 64) + "@" + long(189): strings.Repeat("a", 64) + "@" + long(189),
	} {
		if got, err := auth.NormalizeEmail(given); got != want || err != nil {
			t.Errorf("%q is %q, %v; want %q", given, got, err, want)
		}
	}
}

func TestWhatIsNoAddressIsRefused(t *testing.T) {
	for _, given := range []string{
		"", "@", "ann", "ann@", "@tea.example", "ann@tea", "a b@tea.example", "ann@@tea.example", "ann@lee@tea.example",
		".ann@tea.example", "ann.@tea.example", "a..b@tea.example", `"a b"@tea.example`, "Ann <ann@tea.example>", "ann(x)@tea.example",
		"ann@tea.example, ben@tea.example", "ann@tea.example\r\nBcc: ben@tea.example", "ann\x00@tea.example", "ann@tea.example\x00",
		"änn@tea.example", "аnn@tea.example", "ann@[192.0.2.1]", "ann@192.0.2.1", "ann@2130706433", "ann@tea.example.", "ann@.tea.example",
		"ann@tea..example", "ann@-tea.example", "ann@tea_x.example", "ann@tea.example:25", "ann@tea%2eexample", "ann@xn--a.example", "ann@\xc3.example", "ann@\ufffd.example",
		"ann@tea.example" + strings.Repeat(" ", 2000) + "x",
		strings.Repeat("a", 65) + "@tea.example",
		"a@" + strings.Repeat("b", 64) + ".example",
		strings.Repeat("a", 64) + "@" + long(190),
		strings.Repeat("a", 1<<20) + "@tea.example",
	} {
		got, err := auth.NormalizeEmail(given)
		if got != "" || !diag.HasCode(err, diag.InputValidationFailed) || diag.As(err).Path != "input#/email" {
			t.Errorf("%.80q is %q, %v; want INPUT_VALIDATION_FAILED", given, got, err)
		}
	}
}

func FuzzNormalizeEmail(f *testing.F) {
	for _, seed := range []string{"ann@tea.example", "Ann+x@BÜCHER.example", "a@b", "a@[::1]", "ann@ｔｅａ。example", "İ@İ.example"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		normal, err := auth.NormalizeEmail(given)
		if err != nil {
			return
		}
		for _, c := range normal {
			if c <= ' ' || c > '~' || strings.ContainsRune(`"(),:;<>[\]`, c) || 'A' <= c && c <= 'Z' {
				t.Errorf("%q is %q, which holds %q", given, normal, c)
			}
		}
		if len(normal) > 254 || strings.Count(normal, "@") != 1 {
			t.Errorf("%q is %q", given, normal)
		}
		if again, err := auth.NormalizeEmail(normal); again != normal || err != nil {
			t.Errorf("%q is %q and then %q, %v", given, normal, again, err)
		}
	})
}
