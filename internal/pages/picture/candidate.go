package picture

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/asset"
)

// candidate is a picture in one width.
type candidate struct {
	url   string
	width int
}

// source is a picture in one modern format.
type source struct {
	mimeType   string
	size       int64 // of its variant
	candidates []candidate
}

// modern are the formats beside that of the primary, the smallest first: a browser
// takes the first that it can read.
func modern(a *asset.Asset) (all []source) {
	for _, v := range alternates(a, "image") {
		s := source{mimeType: v.MimeType, size: v.ByteSize}
		for _, r := range a.Renditions {
			if r.MimeType == v.MimeType && r.Width < v.Width {
				s.candidates = append(s.candidates, candidate{r.URL, r.Width})
			}
		}
		s.candidates = append(s.candidates, candidate{v.URL, v.Width})
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b source) int { return cmp.Compare(a.size, b.size) })
	return all
}

// alternates are the variants beside the primary of a kind, such as image, whose
// size is known where they are pictures.
func alternates(a *asset.Asset, of string) (all []asset.Variant) {
	for _, v := range a.Variants {
		if v.Role != asset.Primary && kind(v.MimeType) == of && (of != "image" || v.Width > 0) {
			all = append(all, v)
		}
	}
	return all
}

// fallbacks are the widths of the primary, itself last: every narrower rendition that
// is of no modern format.
func fallbacks(a *asset.Asset, primary *asset.Variant, modern []source) (all []candidate) {
	for _, r := range a.Renditions {
		ofModern := slices.ContainsFunc(modern, func(s source) bool { return s.mimeType == r.MimeType })
		if !ofModern && r.Width < primary.Width {
			all = append(all, candidate{r.URL, r.Width})
		}
	}
	return append(all, candidate{primary.URL, primary.Width})
}

// kind is what stands before the slash of a type.
func kind(mimeType string) string {
	before, _, _ := strings.Cut(mimeType, "/")
	return before
}

// typeName is what people call a type: PDF.
func typeName(mimeType string) string {
	_, name, _ := strings.Cut(mimeType, "/")
	return strings.ToUpper(name)
}
