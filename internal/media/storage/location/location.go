package location

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/file"
	"github.com/quartet-dev/quartet/internal/media/storage/s3"
)

// Location is one of the two: a folder, or a bucket of an S3 server.
type Location struct {
	folder string
	bucket *s3.Config // without credentials
}

// Parse needs no environment. Its error says what is wrong without the values of
// the URL, which may hold a secret.
func Parse(text string) (Location, error) {
	if dir, ok := strings.CutPrefix(text, "file:"); ok {
		return parseFolder(dir)
	}
	if strings.HasPrefix(text, "s3://") {
		return parseBucket(text)
	}
	return Location{}, errors.New("a media URL is file:<dir> or s3://<bucket>?region=…&endpoint=…&public=…")
}

// parseFolder takes the path as it is written; "//" begins an absolute one, as in
// other URLs.
func parseFolder(dir string) (Location, error) {
	if rest, ok := strings.CutPrefix(dir, "//"); ok {
		if !strings.HasPrefix(rest, "/") {
			return Location{}, errors.New("file: URLs have no host; write file:<dir> or file:///<dir>")
		}
		dir = rest
	}
	switch {
	case dir == "":
		return Location{}, errors.New("file: needs a folder")
	case strings.ContainsAny(dir, "?#\x00"):
		return Location{}, errors.New("file: has neither a query nor a fragment")
	}
	return Location{folder: filepath.FromSlash(dir)}, nil
}

// Folder is the folder, as the URL names it; "" for a bucket.
func (l Location) Folder() string { return l.folder }

// IsBucketOf reports whether both are one bucket of one server.
func (l Location) IsBucketOf(other Location) bool {
	if l.bucket == nil || other.bucket == nil {
		return false
	}
	return l.bucket.Bucket == other.bucket.Bucket && l.bucket.Endpoint == other.bucket.Endpoint
}

// Open opens the place: a relative folder below dir, a bucket with credentials
// from the environment. It asks no server anything. Who closes it ends its
// files and connections (io.Closer).
func (l Location) Open(dir string, lookupEnv func(string) (string, bool)) (storage.Bucket, error) {
	if l.bucket == nil {
		return openFolder(l.folder, dir)
	}
	credentials, err := s3.ReadCredentials(lookupEnv)
	if err != nil {
		return nil, err
	}
	config := *l.bucket
	config.Credentials = credentials
	b, err := s3.Open(config)
	if err != nil {
		return nil, err
	}
	return b, nil
}

func openFolder(folder, dir string) (storage.Bucket, error) {
	if folder == "" {
		return nil, errors.New("no media location")
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(dir, folder)
	}
	b, err := file.Open(folder)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Origins are those besides the service's own that a browser has to do with,
// for a content security policy. Each is "" where there is none.
type Origins struct {
	Read   string // media is loaded from
	Upload string // bytes are put to
}

// Origins of a folder are none: the service does both.
func (l Location) Origins() Origins {
	if l.bucket == nil {
		return Origins{}
	}
	return Origins{Read: originOf(l.bucket.Public), Upload: l.bucket.UploadOrigin()}
}
