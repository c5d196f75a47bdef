package app

import (
	"io/fs"
	"os"
	"path"
)

// publicFolder is the folder of a site whose files are served as they are.
const publicFolder = "public"

// rootedFS is a directory out of which no symbolic link leads. The directory
// is opened for each file, so that it may come, go and be replaced while the
// service runs.
type rootedFS string

func (dir rootedFS) Open(name string) (fs.File, error) { return os.OpenInRoot(string(dir), name) }

func (dir rootedFS) Stat(name string) (fs.FileInfo, error) {
	root, err := os.OpenRoot(string(dir))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Stat(name)
}

// subFS is a folder of a file system. Unlike fs.Sub it passes Stat on.
type subFS struct {
	files  fs.FS
	folder string
}

func (b subFS) Open(name string) (fs.File, error) { return b.files.Open(path.Join(b.folder, name)) }

func (b subFS) Stat(name string) (fs.FileInfo, error) {
	return fs.Stat(b.files, path.Join(b.folder, name))
}
