package language

import (
	"bytes"
	"encoding/json"

	"github.com/quartet-dev/quartet/internal/manifest"
)

// Document is one JSON Schema, as the file that it is written to.
type Document struct {
	Name string // of the file
	Text []byte
}

// The names of the files.
const (
	Manifests = "manifest.schema.json"
	Settings  = "settings.schema.json"
	Seeds     = "seed.schema.json"
)

// Documents are the JSON Schemas of a site. set is what its manifests declare, as
// far as they can be read, and offers their names; nil for none.
func Documents(set *manifest.Set) ([]Document, error) {
	known := namesOf(set)
	var documents []Document
	for _, each := range []struct {
		name  string
		shape shape
	}{
		{Manifests, known.manifests()},
		{Settings, known.settings()},
		{Seeds, known.seeds()},
	} {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", " ")
		if err := encoder.Encode(each.shape); err != nil {
			return nil, err
		}
		documents = append(documents, Document{each.name, text.Bytes()})
	}
	return documents, nil
}
