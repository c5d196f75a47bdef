package httpx

import (
	"crypto/sha256"
	"io"
	"io/fs"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const (
	// maxFileTags bounds what is remembered of a folder of any size.
	maxFileTags = 4096
	// settled is how old a change must be before a tag is remembered: within the
	// grain of a file system's clock a second change would go unseen.
	settled = 2 * time.Second
)

// fileTags remembers the entity tags of files by name, size and time of
// change. The zero value is empty (decision 29).
type fileTags struct {
	reading singleflight.Group // many who ask for one new file read it once

	mu   sync.Mutex
	tags map[string]string
}

// of is the strong entity tag of a file's content. The content is left at its
// beginning.
func (t *fileTags) of(name string, info fs.FileInfo, content io.ReadSeeker) (string, error) {
	key := strconv.FormatInt(info.Size(), 36) + "," + strconv.FormatInt(info.ModTime().UnixNano(), 36) + "," + name
	if tag := t.remembered(key); tag != "" {
		return tag, nil
	}
	tag, err, _ := t.reading.Do(key, func() (any, error) {
		tag, err := contentTag(content)
		if err == nil && time.Since(info.ModTime()) > settled {
			t.remember(key, tag)
		}
		return tag, err
	})
	if err != nil {
		return "", err
	}
	return tag.(string), nil
}

func (t *fileTags) remembered(key string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tags[key]
}

// remember forgets everything when it is full: reading a file again is cheap.
func (t *fileTags) remember(key, tag string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tags == nil || len(t.tags) == maxFileTags {
		t.tags = make(map[string]string)
	}
	t.tags[key] = tag
}

func contentTag(content io.ReadSeeker) (string, error) {
	hash := sha256.New()
	if _, err := io.Copy(hash, content); err != nil {
		return "", err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	return tagOf(hash.Sum(nil)), nil
}
