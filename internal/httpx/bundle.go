package httpx

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// NewBundle serves files that never change while the program runs, such as
// those of embed.FS. What is worth it goes out compressed to those who take it:
// each file is compressed once, when it is first asked for, and kept
// (decision 83).
func NewBundle(files fs.FS) *Static {
	return &Static{files: files, compressed: &gzipCache{files: map[string]*gzipEntry{}}}
}

// gzipCache holds compressed files by name.
type gzipCache struct {
	mu    sync.Mutex
	files map[string]*gzipEntry
}

type gzipEntry struct {
	once sync.Once
	text []byte // nil: not worth it
}

// compressible are the types that compression makes smaller.
var compressible = map[string]bool{".css": true, ".html": true, ".js": true, ".json": true, ".svg": true, ".txt": true}

// of is the compressed form of a file, whose content is left at its beginning;
// nil where there is none.
func (p *gzipCache) of(name string, content io.ReadSeeker) (*bytes.Reader, error) {
	if p == nil || !compressible[strings.ToLower(path.Ext(name))] {
		return nil, nil
	}
	p.mu.Lock()
	each := p.files[name]
	if each == nil {
		each = new(gzipEntry)
		p.files[name] = each
	}
	p.mu.Unlock()
	var err error
	each.once.Do(func() { each.text, err = compress(content) })
	if err != nil || each.text == nil {
		return nil, err
	}
	return bytes.NewReader(each.text), nil
}

func compress(content io.ReadSeeker) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	size, err := io.Copy(w, content)
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil || int64(out.Len()) >= size {
		return nil, err
	}
	return out.Bytes(), nil
}

// acceptsGzip reports whether an Accept-Encoding names gzip, and does not refuse
// it.
func acceptsGzip(accepted string) bool {
	for each := range strings.SplitSeq(accepted, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(each), ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			weight, _ := strings.CutPrefix(strings.TrimSpace(quality), "q=")
			return strings.Trim(weight, "0.") != "" || quality == ""
		}
	}
	return false
}
