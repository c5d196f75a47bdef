package look

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed tokens.json
var tokensText []byte

//go:embed fonts
var fontFiles embed.FS

// Tokens are what every surface is made of. Colors are #rrggbb by name, radii CSS
// lengths, fonts CSS font families.
type Tokens struct {
	Light, Dark  map[string]string
	Radius, Font map[string]string
	Faces        []Face
	Fonts        string // the path that font files lie under, with a slash at the end

	Accent *Accent `json:"-"` // the site's own color; nil for a site without
}

// Face is a file of a font and the characters that it has.
type Face struct {
	Family, Weight, File, Range string
	First                       bool // every page needs it at once
}

// Read gives the tokens. Callers must not change them.
var Read = sync.OnceValue(func() Tokens {
	var t Tokens
	if err := json.Unmarshal(tokensText, &t); err != nil {
		panic(err) // ours, and embedded
	}
	return t
})

// Fonts are the files of the fonts, whose names carry the hash of their content.
func Fonts() fs.FS {
	files, err := fs.Sub(fontFiles, "fonts")
	if err != nil {
		panic(err) // "fonts" is a valid path; there is no other error
	}
	return files
}

// Preloads are the addresses of the fonts that a page needs at once.
func Preloads() (addresses []string) {
	for _, face := range Read().Faces {
		if face.First {
			addresses = append(addresses, Read().Fonts+face.File)
		}
	}
	return addresses
}

// Style is the beginning of a style sheet: the fonts, and every token as a custom
// property, in the reader's color scheme. A font that is not there within a moment
// is left for the next page, so that no text moves.
func (t Tokens) Style() string {
	var out strings.Builder
	for _, face := range t.Faces {
		fmt.Fprintf(&out, "@font-face{font-family:%q;font-weight:%s;font-display:optional;src:url(%s%s) format(\"woff2\");unicode-range:%s}\n",
			face.Family, face.Weight, t.Fonts, face.File, face.Range)
	}
	out.WriteString(t.Properties())
	return out.String()
}

// Properties are the tokens alone, for what is shown inside a page of the site.
func (t Tokens) Properties() string {
	return ":root, :host { color-scheme: light dark; " + declared("", t.Light) + declared("radius-", t.Radius) + declared("font-", t.Font) + "}\n" +
		"@media (prefers-color-scheme: dark) { :root, :host { " + declared("", t.Dark) + "} }\n"
}

func declared(prefix string, values map[string]string) string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&out, "--%s%s: %s; ", prefix, name, values[name])
	}
	return out.String()
}
