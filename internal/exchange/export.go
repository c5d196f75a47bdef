package exchange

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"slices"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
)

// ExportOptions say what is exported.
type ExportOptions struct {
	Collections []string         // by name; all of them without
	Statuses    []content.Status // of entries; any without
	Media       bool             // the bytes of the media library, too

	// Progress is called now and then with what is written so far; it may be nil.
	Progress func(Counts)
}

// Counts is what an export holds.
type Counts struct {
	Entries     int64            `json:"entries"`
	Collections map[string]int64 `json:"collections"`
	Assets      int64            `json:"assets"`
	Files       int64            `json:"files"`
	MediaBytes  int64            `json:"mediaBytes"`
	Bytes       int64            `json:"bytes"` // of the lines
}

// Target is where an export goes. Lines are written in order; a File belongs to the
// line before it.
type Target interface {
	io.Writer

	// File takes a file of an asset, of a size and checksum that are known; it is an
	// error when the bytes are others.
	File(name string, size int64, sha256 string, bytes io.Reader) error
}

type exporter struct {
	ExportOptions
	content *content.Service
	library *media.Service
	to      Target
	sum     hash.Hash
	counts  Counts
	buffer  []byte
}

// Export writes the entries of a site, and what is said of its media, which is nil for
// a site without; where collections are chosen, of media only when their bytes come,
// too. It runs beside a service: entries come in chunks, each as of its
// own moment.
func Export(ctx context.Context, s *content.Service, library *media.Service, to Target, o ExportOptions) (Counts, error) {
	names, err := collections(s, o.Collections)
	if err != nil {
		return Counts{}, err
	}
	e := exporter{ExportOptions: o, content: s, library: library, to: to, sum: sha256.New(), counts: Counts{Collections: map[string]int64{}}}
	o.Collections = names
	if err := e.write(appendHeader(nil, &o, s.Plan().Fingerprint())); err != nil {
		return e.counts, err
	}
	if library != nil && (len(e.Collections) == 0 || o.Media) {
		if err := e.exportAssets(ctx); err != nil {
			return e.counts, err
		}
	}
	for _, name := range names {
		e.counts.Collections[name] = 0
		if err := s.Export(ctx, name, o.Statuses, e.entries); err != nil {
			return e.counts, err
		}
	}
	return e.counts, e.write(appendEnd(nil, e.counts, hex.EncodeToString(e.sum.Sum(nil))))
}

// collections are the names that are wanted, sorted, each once.
func collections(s *content.Service, wanted []string) ([]string, error) {
	var all []string
	for _, schema := range s.Plan().Schemas() {
		all = append(all, schema.Name())
	}
	slices.Sort(all)
	for _, name := range wanted {
		if s.Plan().Schema(name) == nil {
			d := diag.At(diag.NotFound, "input#/collections", "There is no collection "+name+".")
			d.Candidates, d.Suggestion = all, diag.Nearest(name, all)
			return nil, d
		}
	}
	if len(wanted) == 0 {
		return all, nil
	}
	return slices.Compact(slices.Sorted(slices.Values(wanted))), nil
}

// entries writes a chunk.
func (e *exporter) entries(chunk []*content.Entry) error {
	e.buffer = e.buffer[:0]
	for _, entry := range chunk {
		e.buffer = appendEntry(e.buffer, entry)
		e.counts.Collections[entry.Collection]++
	}
	e.counts.Entries += int64(len(chunk))
	if err := e.write(e.buffer); err != nil {
		return err
	}
	if cap(e.buffer) > maxLine { // of one large chunk
		e.buffer = nil
	}
	if e.Progress != nil {
		e.Progress(e.counts)
	}
	return nil
}

func (e *exporter) write(lines []byte) error {
	e.counts.Bytes += int64(len(lines))
	e.sum.Write(lines) // which never fails
	if _, err := e.to.Write(lines); err != nil {
		return fmt.Errorf("write the export: %w", err)
	}
	return nil
}
