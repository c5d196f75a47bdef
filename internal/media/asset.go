package media

import (
	"path"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/media/inspect"
)

// Asset is a file of the library as staff see it.
type Asset struct {
	ID       string
	Purpose  string
	Filename string
	Kind     Kind
	Version  int    // of the bytes, from 1
	Group    string // the objects of that version
	Variants []Variant

	Text
	Translations map[string]Text // by locale, without the canonical one; nil for none
	FocalPoint   *asset.Point

	CreatedAt int64 // Unix epoch milliseconds
	CreatedBy string
	UsedBy    int // entries
}

// Text is what says in words what an asset shows.
type Text struct {
	Alt     string `json:"alt"`
	Caption string `json:"caption"`
}

// Variant is a form of an asset.
type Variant struct {
	Role     asset.Role `json:"role"`
	MimeType string     `json:"mimeType"`
	ByteSize int64      `json:"byteSize"`
	SHA256   string     `json:"sha256,omitempty"` // hexadecimal; "" where nobody has told it yet
	Width    int        `json:"width,omitempty"`  // pixels as shown; 0 where it is no picture
	Height   int        `json:"height,omitempty"`

	// Renditions are those that can be made of it, ascending by width; nil for a
	// variant that is no primary.
	Renditions []Rendition `json:"renditions,omitempty"`
}

// Rendition is a size and type in which a picture can be made.
type Rendition struct {
	MimeType string `json:"mimeType"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
}

func (r Rendition) name() string {
	return "w" + strconv.Itoa(r.Width) + "." + inspect.Extension(r.MimeType)
}

// Kind is what an asset is, by its primary variant.
type Kind string

// The kinds.
const (
	Image Kind = "image"
	Video Kind = "video"
	Audio Kind = "audio"
	File  Kind = "file"
)

// Kinds lists the kinds.
func Kinds() []Kind { return []Kind{Image, Video, Audio, File} }

func kindOf(mimeType string) Kind {
	switch kind, _, _ := strings.Cut(mimeType, "/"); kind {
	case "image", "video", "audio":
		return Kind(kind)
	}
	return File
}

// name is what the i-th variant is called in its group and in its URL.
func (v Variant) name(i int) string {
	return string(v.Role) + "-" + strconv.Itoa(i) + "." + inspect.Extension(v.MimeType)
}

// sentAs is what the i-th variant is called while its bytes come. Whoever may put an
// object into the bucket may do so again until the time is over; where no checksum
// binds them to the same bytes, they have a name of their own (settle).
func (v Variant) sentAs(i int, direct bool) string {
	if direct && v.SHA256 == "" {
		return "sent-" + v.name(i)
	}
	return v.name(i)
}

func indexOfPrimary(variants []Variant) int {
	for i := range variants {
		if variants[i].Role == asset.Primary {
			return i
		}
	}
	return 0
}

// Group is the objects of one upload.
type Group struct {
	ID      string
	Purpose string
	Asset   string // that it makes, or whose bytes it replaces
	Version int    // of the asset; 0 before the commit
	Creator string
	Announced
	Due int64 // when it is removed, in Unix epoch milliseconds; 0 while an asset shows it
}

// Announced is what was told of a group before its bytes came. After the commit
// Variants are as they were found.
type Announced struct {
	Filename string    `json:"filename"`
	Variants []Variant `json:"variants"`
	Replaces bool      `json:"replaces,omitempty"`

	// Over says that the group has ended for good: its objects are removed, and
	// the row stays for what was on its way.
	Over bool `json:"over,omitempty"`

	Text
	Translations map[string]Text `json:"translations,omitempty"`
}

// key is that of an object of the group.
func (g *Group) key(name string) string { return keyOf(g.Purpose, g.ID, name) }

func keyOf(purpose, group, name string) string { return path.Join(purpose, group, name) }

// prefix is what the keys of all of them begin with.
func (g *Group) prefix() string { return g.Purpose + "/" + g.ID + "/" }
