package seed

import (
	"context"
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Media is a file of the media library to load (decision 172).
type Media struct {
	ID      string   `json:"media"`
	Purpose string   `json:"purpose"`
	Files   []string `json:"files"` // in the seed folder; the primary first
	Text
	Translations map[string]Text `json:"translations"`
	FocalPoint   *asset.Point    `json:"focalPoint"`
}

// Text is what says in words what a file shows.
type Text struct {
	Alt     string `json:"alt"`
	Caption string `json:"caption"`
}

// Library takes files into the media library.
type Library interface {
	// Import makes an asset, unless there is one of that id. Paths of its diagnostics
	// are those of an upload: input#/purpose, input#/variants/0/mimeType.
	Import(ctx context.Context, m *Media) (created bool, err error)
}

// name is the path of a file in the site's folder.
func (m *Media) name(file string) string { return path.Join(Folder, file) }

// Open opens one of the files, by its place in the list, in the folder of a site.
func (m *Media) Open(site fs.FS, i int) (fs.File, error) { return site.Open(m.name(m.Files[i])) }

const mediaKey = "media"

var mediaKeys = []string{mediaKey, "purpose", "files", "alt", "caption", "translations", "focalPoint"}

// media reads a document that is a file of the media library.
func (r *reader) media(doc *yamldoc.Document) {
	if !r.knows(doc, mediaKeys) {
		return
	}
	found := &Media{}
	text, err := json.Marshal(doc.Root.Plain())
	if err == nil {
		err = json.Unmarshal(text, found)
	}
	switch {
	case err != nil:
		r.refuse(doc, "", "A file of the media library has media, purpose, alt and caption as texts, files as a list of texts, translations by locale and a focalPoint of x and y.")
	case found.ID == "" || found.Purpose == "" || len(found.Files) == 0:
		r.refuse(doc, "", "A file of the media library has an id under media, a purpose and files.")
	case slices.ContainsFunc(found.Files, func(name string) bool { return !fs.ValidPath(name) || name == "." }):
		r.refuse(doc, "/files", "Files are paths below seed/.")
	default:
		r.documents = append(r.documents, &Document{Media: found, doc: doc})
	}
}

// knows refuses keys that a document of this kind does not have.
func (r *reader) knows(doc *yamldoc.Document, keys []string) bool {
	before := len(r.problems)
	for _, f := range doc.Root.Fields {
		if !slices.Contains(keys, f.Key) {
			d := r.refuse(doc, jsonvalue.Pointer(f.Key), "A seed document has no key "+f.Key+".")
			d.Source = source(doc, f.Pos)
			d.Suggestion = diag.Nearest(f.Key, keys)
		}
	}
	return len(r.problems) == before
}

// placeOf is where a document says what an upload calls by another name.
func placeOf(input string) string {
	if rest, ok := strings.CutPrefix(input, "/variants/"); ok {
		i, _, _ := strings.Cut(rest, "/")
		return "/files/" + i
	}
	if input == "/id" {
		return "/" + mediaKey
	}
	return input
}

// importMedia takes the file of a document into the library. left says that there is
// one of its id.
func importMedia(ctx context.Context, l Library, m *Media) (left bool, err error) {
	if l == nil {
		return false, diag.At(diag.MediaNotConfigured, "input#", "The site does not accept media: it does not declare a purpose for them.")
	}
	created, err := l.Import(ctx, m)
	return !created, err
}
