package yamldoc

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
)

var errNotRegular = errors.New("it is not a regular file")

// ReadFile reads a file for Parse, of which it takes one byte more than Parse
// does, so that a file that is too large is refused there. It looks before it
// opens: opening a named pipe would wait for its writer.
func ReadFile(folder fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(folder, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	file, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxBytes+1))
}

// IsFileName reports whether name is *.yaml or *.yml; as in a shell, one that starts with a
// dot is not one of them.
func IsFileName(name string) bool {
	ext := path.Ext(name)
	return (ext == ".yaml" || ext == ".yml") && !strings.HasPrefix(name, ".")
}
