package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Format is the number of the form that this program writes.
const Format = 1

// The names of what is in an archive.
const (
	headerName  = "backup.json"
	tableFolder = "tables/"
	tableSuffix = ".ndjson"
	mediaFolder = "media/"
	objectsName = "media.ndjson"
)

// maxHeader bounds backup.json: some hundred bytes a table.
const maxHeader = 16 << 20

// Header is what an archive says of itself.
type Header struct {
	Format      int       `json:"format"`
	Program     string    `json:"program"`     // that wrote it, by its version
	Database    string    `json:"database"`    // the dialect of where the data lay
	Version     int       `json:"version"`     // of the platform's tables
	Fingerprint string    `json:"fingerprint"` // of the manifests that the tables were made for; "" where it is not known
	TakenAt     time.Time `json:"takenAt"`     // the moment of the data
	Media       bool      `json:"media"`       // the bytes of the media library are in it
	Tables      []Table   `json:"tables"`
	Objects     int64     `json:"objects"` // of the media library
	MediaBytes  int64     `json:"mediaBytes"`
	MediaSHA256 string    `json:"mediaSha256,omitempty"` // of media.ndjson

	// Layout is what whoever loads the tables has to know of them, in the words of
	// whoever wrote them.
	Layout json.RawMessage `json:"layout,omitempty"`
}

// Table is one table of the database.
type Table struct {
	Name   string `json:"name"`
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Rows is how many rows there are in all.
func (h *Header) Rows() (rows int64) {
	for _, t := range h.Tables {
		rows += t.Rows
	}
	return rows
}

// Bytes is how many bytes all of the content has, before it was compressed.
func (h *Header) Bytes() (bytes int64) {
	for _, t := range h.Tables {
		bytes += t.Bytes
	}
	return bytes + h.MediaBytes
}

// Object is a file of the media library. Its bytes are under media/ by its key.
type Object struct {
	Key      string `json:"key"`
	MimeType string `json:"mimeType,omitempty"`
	Size     int64  `json:"size"`
	SHA256   string `json:"sha256"`
}

// A NewerFormat is an archive of a form that this program does not know.
type NewerFormat struct {
	Format  int
	Program string
}

// Error implements error.
func (n *NewerFormat) Error() string {
	return fmt.Sprintf("it has format %d, of the program %.100q; this program knows formats up to %d", n.Format, n.Program, Format)
}

// Digest is SHA256 in bytes.
func (o Object) Digest() (digest [sha256.Size]byte, err error) {
	bytes, err := hex.DecodeString(o.SHA256)
	if err != nil || len(bytes) != len(digest) {
		return digest, faultf("the object %.200q has no SHA-256", o.Key)
	}
	return [sha256.Size]byte(bytes), nil
}
