package theme

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// minContrast is what AA asks of text of any size.
const minContrast = 4.5

// Whatever is read stands out from whatever it is read on, by light and by dark.
func TestColoursHaveContrast(t *testing.T) {
	for scheme, colours := range schemes(t) {
		for _, ground := range []string{"paper", "tint"} {
			for _, ink := range []string{"ink", "muted", "accent"} {
				if got := contrast(t, colours[ink], colours[ground]); got < minContrast {
					t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", scheme, ink, ground, got, minContrast)
				}
			}
		}
	}
}

// schemes are the colours of the stylesheet by name: the first rule of :root has
// the light ones, the first media query the dark ones.
func schemes(t *testing.T) map[string]map[string]string {
	t.Helper()
	_, css := Stylesheet()
	light, rest, found := strings.Cut(string(css), "@media (prefers-color-scheme: dark) {")
	if !found {
		t.Fatal("there are no dark colours")
	}
	dark, _, _ := strings.Cut(rest, "}")
	all := map[string]map[string]string{"light": {}, "dark": {}}
	for scheme, rule := range map[string]string{"light": light, "dark": dark} {
		for _, found := range regexp.MustCompile(`--([a-z]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(rule, -1) {
			all[scheme][found[1]] = found[2]
		}
		if len(all[scheme]) != 6 {
			t.Fatalf("%d colours in %s, want 6", len(all[scheme]), scheme)
		}
	}
	return all
}

// contrast is the ratio of WCAG 2.
func contrast(t *testing.T, one, other string) float64 {
	a, b := luminance(t, one), luminance(t, other)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	value, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil || len(colour) != 7 {
		t.Fatalf("%q is no colour", colour)
	}
	return 0.2126*linear(value>>16) + 0.7152*linear(value>>8&0xff) + 0.0722*linear(value&0xff)
}

func linear(channel uint64) float64 {
	c := float64(channel) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}
