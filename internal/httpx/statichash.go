package httpx

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// hashLength is how many characters of a hash stand in a name.
const hashLength = 16

// HashedName is a file's name with the hash of its content in it, such as
// site.0123456789abcdef.css for site.css. The static layer answers at that name with
// the file for as long as it has that content, and caches may keep it for good.
func (s *Static) HashedName(name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", fmt.Errorf("%q is no name of a file", name)
	}
	hash, err := s.hashOf(name)
	if err != nil {
		return "", err
	}
	extension := path.Ext(name)
	return strings.TrimSuffix(name, extension) + "." + hash + extension, nil
}

// Has reports whether there is a file of the name.
func (s *Static) Has(name string) bool {
	info, err := fs.Stat(s.files, name)
	return err == nil && info.Mode().IsRegular()
}

func (s *Static) hashOf(name string) (string, error) {
	file, info, err := s.open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	content, ok := file.(io.ReadSeeker)
	if !ok {
		return "", fmt.Errorf("the file system of %s gives files that cannot seek", name)
	}
	tag, err := s.tags.of(name, info, content)
	if err != nil {
		return "", err
	}
	sum, err := base64.RawURLEncoding.DecodeString(strings.Trim(tag, `"`))
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(sum)[:hashLength], nil
}

// plainName is the file that HashedName has named so, if it still has that content.
func (s *Static) plainName(hashed string) (name string, ok bool) {
	extension := path.Ext(hashed)
	stem := strings.TrimSuffix(hashed, extension)
	hash := strings.TrimPrefix(path.Ext(stem), ".")
	if len(hash) != hashLength || strings.HasSuffix(stem, "/."+hash) {
		return "", false
	}
	name = strings.TrimSuffix(stem, "."+hash) + extension
	present, err := s.hashOf(name)
	return name, err == nil && present == hash
}
