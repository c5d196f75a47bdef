package markup

import "testing"

// A picture of a gallery is half as wide as one alone, where that can be said.
func TestHalf(t *testing.T) {
	for sizes, want := range map[string]string{
		"":                                "50vw",
		"40rem":                           "calc(40rem / 2)",
		"min(100vw, 40rem)":               "calc(min(100vw, 40rem) / 2)",
		"calc(100vw - 2rem)":              "calc(calc(100vw - 2rem) / 2)",
		"(min-width: 64em) 37rem, 100vw":  "(min-width: 64em) 37rem, 100vw",
		"(min-width: 64em) min(1rem, 2%)": "(min-width: 64em) min(1rem, 2%)",
	} {
		if got := half(sizes); got != want {
			t.Errorf("half of %q is %q, want %q", sizes, got, want)
		}
	}
}
