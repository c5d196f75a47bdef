package look_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/quartet-dev/quartet/internal/look"
)

// hard are colors that no text could be read in or on as they are, and random ones.
func hard() []string {
	colors := []string{
		"#ffff00", "#000000", "#ffffff", "#00ff00", "#ff0000", "#0000ff", "#808080", "#00ffff", "#ff00ff", "#ff8800", "#fffffe", "#000001",
		"#0000a0", "#7fff00", "#c0c0c0", "#0F6E62", "#ffc0cb", "#4b0082", "#123456", "#777777", "#767676", "#959595",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		colors = append(colors, fmt.Sprintf("#%06x", random.IntN(1<<24)))
	}
	return colors
}

// pair is a color and what it is seen on, of the scheme or, by a number, of the shades.
type pair struct {
	over, on string
	least    float64
}

// pairs are those that the service's own pages and the Admin application paint.
var pairs = map[string][]pair{
	"light": {
		{"act", "card", 4.5}, {"act", "paper", 4.5}, {"act", "note", 4.5}, {"act", "tint", 4.5}, {"act-near", "card", 4.5}, {"act-near", "paper", 4.5},
		{"on-act", "act", 4.5}, {"on-act", "act-near", 4.5}, {"#ffffff", "fill", 4.5}, {"#ffffff", "fill-near", 4.5}, {"ink", "tint", 4.5}, {"soft", "tint", 4.5},
		{"fill", "card", 3}, {"fill", "paper", 3}, {"6", "card", 3}, {"6", "paper", 3}, {"6", "note", 3},
		{"7", "card", 4.5}, {"7", "0", 4.5}, {"8", "1", 4.5}, {"8", "card", 4.5}, {"9", "0", 4.5}, {"9", "1", 4.5}, {"9", "2", 4.5},
		{"#ffffff", "7", 4.5}, {"ink", "0", 4.5}, {"ink", "1", 4.5}, {"soft", "0", 4.5},
	},
	"dark": {
		{"act", "card", 4.5}, {"act", "paper", 4.5}, {"act", "note", 4.5}, {"act", "tint", 4.5}, {"act-near", "card", 4.5}, {"act-near", "paper", 4.5},
		{"on-act", "act", 4.5}, {"on-act", "act-near", 4.5}, {"#ffffff", "fill", 4.5}, {"#ffffff", "fill-near", 4.5}, {"ink", "tint", 4.5}, {"soft", "tint", 4.5},
		{"fill", "card", 3}, {"fill", "paper", 3}, {"6", "card", 3}, {"6", "paper", 3}, {"6", "note", 3}, {"5", "card", 3},
		{"4", "card", 4.5}, {"4", "paper", 4.5}, {"4", "note", 4.5}, {"3", "card", 4.5}, {"3", "paper", 4.5}, {"2", "card", 4.5}, {"ink", "9", 4.5}, {"0", "9", 4.5},
	},
}

// TestAnyColorOfASiteCanBeReadInAndOn: whatever color a site has, text has 4.5 to 1 and
// what is seen and not read has 3 to 1.
func TestAnyColorOfASiteCanBeReadInAndOn(t *testing.T) {
	for _, own := range hard() {
		t.Run(own, func(t *testing.T) {
			tokens := look.Of(own)
			for scheme, colors := range map[string]map[string]string{"light": tokens.Light, "dark": tokens.Dark} {
				named := func(name string) string {
					if i, err := strconv.Atoi(name); err == nil {
						return tokens.Accent.Shades[i]
					}
					if name[0] == '#' {
						return name
					}
					return colors[name]
				}
				for _, p := range pairs[scheme] {
					if ratio := contrast(t, named(p.over), named(p.on)); ratio < p.least {
						t.Errorf("%s: %s (%s) on %s (%s) has a contrast of %.2f, want %.1f", scheme, p.over, named(p.over), p.on, named(p.on), ratio, p.least)
					}
				}
			}
		})
	}
}

// TestAColorThatCanBeReadStaysAsItIs: what is given is what acts by day.
func TestAColorThatCanBeReadStaysAsItIs(t *testing.T) {
	for _, own := range []string{"#0f6e62", "#8b1a1a", "#1d4ed8", "#000000"} {
		if got := look.Of(own).Light["act"]; got != own {
			t.Errorf("%s became %s", own, got)
		}
	}
}

// TestASiteWithoutAColorHasTheLookOfTheService, and so has one whose color is none.
func TestASiteWithoutAColorHasTheLookOfTheService(t *testing.T) {
	for _, none := range []string{"", "red", "#fff", "#12345g", "123456"} {
		tokens := look.Of(none)
		if tokens.Accent != nil || tokens.Light["act"] != look.Read().Light["act"] {
			t.Errorf("%q gives %+v", none, tokens.Accent)
		}
	}
	if look.Of("#ff0000"); look.Read().Accent != nil || look.Read().Light["act"] != "#0f6e62" {
		t.Error("the color of one site is in the look of all")
	}
}

// TestAnAccentIsWrittenForTheAdmin: its form is what admin/src/app/theme.ts reads.
func TestAnAccentIsWrittenForTheAdmin(t *testing.T) {
	text, err := json.Marshal(look.Of("#1d4ed8").Accent)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Shades      []string
		Light, Dark map[string]string
	}
	if err := json.Unmarshal(text, &read); err != nil || len(read.Shades) != 10 || read.Light["fill"] == "" || read.Dark["fill-near"] == "" {
		t.Errorf("%s, %v", text, err)
	}
}
