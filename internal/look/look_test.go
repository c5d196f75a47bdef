package look_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/look"
)

// TestFontsAreNamedByTheirContent: a file whose name stays is kept for a year.
func TestFontsAreNamedByTheirContent(t *testing.T) {
	faces := look.Read().Faces
	if len(faces) != 2 {
		t.Fatalf("%d faces, want 2", len(faces))
	}
	for _, face := range faces {
		text, err := fs.ReadFile(look.Fonts(), face.File)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		if hash := hex.EncodeToString(sum[:])[:20]; !strings.HasSuffix(face.File, "."+hash+".woff2") {
			t.Errorf("the content of %s has the hash %s", face.File, hash)
		}
	}
	if _, err := fs.Stat(look.Fonts(), "OFL.txt"); err != nil {
		t.Error("the fonts are without their licence: ", err)
	}
}

// TestBothSchemesHaveTheSameNames, and no color is in another form than messages
// and the Admin application read.
func TestBothSchemesHaveTheSameNames(t *testing.T) {
	light, dark := look.Read().Light, look.Read().Dark
	names := slices.Sorted(maps.Keys(light))
	if len(names) < 15 || !slices.Equal(names, slices.Sorted(maps.Keys(dark))) {
		t.Fatalf("light has %v, dark %v", names, slices.Sorted(maps.Keys(dark)))
	}
	color := regexp.MustCompile(`^#[0-9a-f]{6}$`)
	for _, name := range names {
		if !color.MatchString(light[name]) || !color.MatchString(dark[name]) {
			t.Errorf("%s is %s and %s", name, light[name], dark[name])
		}
	}
}

// TestTextsCanBeRead: each on each ground that it stands on, 4.5 to 1.
func TestTextsCanBeRead(t *testing.T) {
	for scheme, colors := range map[string]map[string]string{"light": look.Read().Light, "dark": look.Read().Dark} {
		for _, pair := range [][2]string{
			{"ink", "paper"}, {"ink", "card"}, {"ink", "note"}, {"soft", "paper"}, {"soft", "card"}, {"soft", "note"},
			{"act", "card"}, {"act", "paper"}, {"act", "tint"}, {"act-near", "card"}, {"on-act", "act"}, {"on-act", "act-near"},
			{"second", "card"}, {"second", "second-tint"}, {"bad", "card"}, {"bad", "bad-tint"}, {"warn", "card"}, {"warn", "warn-tint"},
		} {
			if ratio := contrast(t, colors[pair[0]], colors[pair[1]]); ratio < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.2f", scheme, pair[0], pair[1], ratio)
			}
		}
	}
}

// contrast is that of WCAG 2.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func luminance(t *testing.T, color string) (sum float64) {
	t.Helper()
	for i, weight := range []float64{.2126, .7152, .0722} {
		n, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= .04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestStyleHasEachTokenInBothSchemes(t *testing.T) {
	style := look.Read().Style()
	for name, color := range look.Read().Dark {
		if !strings.Contains(style, "--"+name+": "+color) || !strings.Contains(style, "--"+name+": "+look.Read().Light[name]) {
			t.Errorf("the style sheet lacks --%s", name)
		}
	}
	for _, address := range look.Preloads() {
		if !strings.Contains(style, "url("+address+")") {
			t.Errorf("%s is loaded, and no face is of it", address)
		}
	}
}
