package mapping

import (
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/media/inspect"
)

// Folder is a folder of files that records name by their addresses: what another
// program calls its uploads.
type Folder struct {
	root  *os.Root
	taken map[string]bool // ids of assets that were given
}

// OpenFolder opens a folder; the caller closes it.
func OpenFolder(dir string) (*Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{root: root, taken: map[string]bool{}}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

// File implements exchange.Files.
func (f *Folder) File(name string) (io.ReadCloser, error) {
	file, err := f.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, diag.At(diag.MediaObjectNotFound, "input#/variants", "The file of the asset cannot be read.").WithCause(err)
	}
	return file, nil
}

// find is the file that an address means: the longest end of its path that there is.
func (f *Folder) find(address string) (name string, ok bool) {
	if u, err := url.Parse(address); err == nil {
		address = u.Path
	}
	for name = strings.TrimPrefix(path.Clean("/"+address), "/"); name != ""; {
		if info, err := f.root.Stat(filepath.FromSlash(name)); err == nil && info.Mode().IsRegular() {
			return name, true
		}
		_, rest, more := strings.Cut(name, "/")
		if !more {
			return "", false
		}
		name = rest
	}
	return "", false
}

// asset is the id of the asset that a file becomes. The files beside it that differ in
// their type alone are its other forms.
func (c *conversion) asset(v *value, address string) (any, string) {
	if c.media == nil {
		return nil, ""
	}
	name, ok := c.media.find(address)
	if !ok {
		return nil, "The folder of media has no such file."
	}
	id := content.DerivedID([]byte("asset " + name))
	if c.media.taken[id] {
		return id, ""
	}
	made := &exchange.Asset{ID: id, Purpose: v.purpose, Filename: path.Base(name), Version: 1}
	stem := strings.TrimSuffix(name, path.Ext(name))
	for _, each := range append([]string{name}, stem+".webp", stem+".avif") {
		info, err := c.media.root.Stat(filepath.FromSlash(each))
		if errors.Is(err, fs.ErrNotExist) || each == name && len(made.Variants) > 0 {
			continue
		}
		if err != nil {
			return nil, "The file cannot be read."
		}
		f := exchange.AssetFile{Role: asset.Alternate, MimeType: inspect.TypeOfName(each), ByteSize: info.Size(), File: each}
		if each == name {
			f.Role = asset.Primary
		}
		made.Variants = append(made.Variants, f)
	}
	c.media.taken[id] = true
	if created, ok := c.record.Fields["published"].(interface{ UnixMilli() int64 }); ok {
		made.CreatedAt = created.UnixMilli()
	}
	if alt, ok := c.record.Fields["imageAlt"].(string); ok {
		made.Texts.Alt = alt
	}
	c.assets = append(c.assets, &exchange.Record{Asset: made, Place: c.record.Place})
	return id, ""
}
