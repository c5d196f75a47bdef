package copies

import (
	"errors"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/location"
)

// Location names a place, and perhaps one copy in it.
type Location struct {
	folder string            // of this machine
	bucket location.Location // for "" in folder
	prefix string            // in the bucket
	Name   string            // of one copy; "" for the place
	text   string            // without its query
}

// Parse reads a path, file:<path>, or s3://<bucket>/<folder>?region=…&endpoint=…. A
// path or a key that ends in .zip is one copy. The error says what is wrong without
// the values of the URL, which may hold a secret.
func Parse(text string) (Location, error) {
	if strings.HasPrefix(text, "s3://") {
		return parseBucket(text)
	}
	path := strings.TrimPrefix(text, "file:")
	if strings.HasPrefix(text, "file://") {
		path = strings.TrimPrefix(text, "file://")
	}
	if path == "" || strings.ContainsAny(path, "\x00") || strings.Contains(path, "://") {
		return Location{}, errors.New("a path, or s3://<bucket>/<folder>?region=…&endpoint=…")
	}
	l := Location{folder: filepath.Clean(filepath.FromSlash(path))}
	if strings.HasSuffix(l.folder, Extension) {
		l.folder, l.Name = filepath.Split(l.folder)
		l.folder = filepath.Clean(l.folder)
	}
	l.text = l.folder
	return l, nil
}

// parseBucket takes the folder out of the URL: of what is left, the media library has
// the rules.
func parseBucket(text string) (Location, error) {
	u, err := url.Parse(text)
	if err != nil {
		return Location{}, errors.New("s3: URL that cannot be read")
	}
	key := strings.Trim(u.Path, "/")
	if key != "" && (storage.CheckKey(key) != nil || u.RawPath != "") {
		return Location{}, errors.New("s3: the folder has letters, digits, '.', '-' and '_' between slashes")
	}
	u.Path, u.RawPath = "", ""
	l := Location{prefix: key}
	if l.bucket, err = location.Parse(u.String()); err != nil {
		return Location{}, err
	}
	if strings.HasSuffix(key, Extension) {
		l.prefix, l.Name = splitKey(key)
	}
	l.text = strings.TrimSuffix("s3://"+u.Host+"/"+l.prefix, "/")
	return l, nil
}

// Where is the place without what need not be shown of it.
func (l Location) Where() string { return l.text }

// Folder is the folder of this machine, as it was named; "" for a bucket.
func (l Location) Folder() string { return l.folder }

// Shares reports whether the place is in the bucket of the media library.
func (l Location) Shares(library location.Location) bool {
	return l.folder == "" && l.bucket.IsBucketOf(library)
}

// Open opens the place, a relative folder below dir. It asks nobody anything.
func (l Location) Open(dir string, lookupEnv func(string) (string, bool)) (Place, error) {
	if l.folder != "" {
		if filepath.IsAbs(l.folder) {
			return Folder(l.folder), nil
		}
		return Folder(filepath.Join(dir, l.folder)), nil
	}
	bucket, err := l.bucket.Open(dir, lookupEnv)
	if err != nil {
		return nil, err
	}
	return NewBucket(bucket, l.prefix, l.text), nil
}
