// Package asset holds the types of a media file as everybody may see it: a page's
// template, a Go program that embeds the service, and whoever calls
// GET /media/assets.
package asset

// Asset is a file of the media library in each of its forms.
type Asset struct {
	ID         string      `json:"id"`
	Variants   []Variant   `json:"variants"`   // the primary first, then in the order of the purpose's slots
	Renditions []Rendition `json:"renditions"` // of a picture, ascending by width; never nil
	Alt        string      `json:"alt"`        // in the locale that was asked for
	Caption    string      `json:"caption"`
	FocalPoint *Point      `json:"focalPoint"` // nil for the middle
}

// Variant is a form of an asset as it was uploaded.
type Variant struct {
	Role     Role   `json:"role" ts:"'primary' | 'alternate'"`
	MimeType string `json:"mimeType"`
	URL      string `json:"url"` // a path of the site, or an absolute URL where a CDN serves the media
	ByteSize int64  `json:"byteSize"`
	Width    int    `json:"width,omitempty"` // pixels as shown; 0 where it is no picture
	Height   int    `json:"height,omitempty"`
}

// Role says what a variant is for.
type Role string

// The roles: a primary is what every program can read.
const (
	Primary   Role = "primary"
	Alternate Role = "alternate"
)

// Rendition is a picture made smaller. It is made on first use.
type Rendition struct {
	MimeType string `json:"mimeType"`
	URL      string `json:"url"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
}

// Point is the part of a picture that stays in sight when it is cropped, as
// fractions of its width and height from the top left, 0 to 1.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Primary is the fallback variant, or nil for an asset without variants.
func (a *Asset) Primary() *Variant {
	for i := range a.Variants {
		if a.Variants[i].Role == Primary {
			return &a.Variants[i]
		}
	}
	return nil
}
