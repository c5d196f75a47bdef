package identity

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a client calls its logo goes into the policy of the page that shows it,
// and changes nothing else there.
func TestImagesInAPolicy(t *testing.T) {
	for image, want := range map[string][]string{
		"https://kettle.example/logo.png?x#y": {"https://kettle.example"},
		"https://kettle.example:8443/logo":    {"https://kettle.example:8443"},
		"http://kettle.example/logo.png":      nil,
		"data:image/png;base64,":              nil,
		"https://a;sandbox/":                  nil,
		"https://a,default-src/":              nil,
		"https://a'b/":                        nil,
		"https://*/":                          nil,
		"https:///x":                          nil,
		"":                                    nil,
	} {
		if diff := cmp.Diff(want, sources([]string{image})); diff != "" {
			t.Errorf("%q: %s", image, diff)
		}
	}
}

func FuzzImagesInAPolicy(f *testing.F) {
	f.Add("https://kettle.example/logo.png")
	f.Add("https://a;sandbox/")
	source := regexp.MustCompile(`^https://[A-Za-z0-9.:-]+$`)
	f.Fuzz(func(t *testing.T, image string) {
		for _, each := range sources([]string{image}) {
			if !source.MatchString(each) {
				t.Errorf("%q becomes %q", image, each)
			}
		}
	})
}
