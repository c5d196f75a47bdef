package dbfile

import (
	"io/fs"
	"os"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// fileSystem is the driver's, with two differences. What the system says of a
// full disk reaches SQLite as SQLITE_FULL, where the driver makes an I/O error
// of it. And a file that SQLite makes can be read by its owner alone, or by whom
// the database file lets.
type fileSystem struct{ vfs.VFSFilename }

// FileSystem is how a connection asks for it.
const FileSystem = "quartet"

func init() {
	if os, ok := vfs.Find("").(vfs.VFSFilename); ok {
		vfs.Register(FileSystem, fileSystem{os})
	}
}

// driverFile is what the driver's files can do.
type driverFile interface {
	vfs.FileLockState
	vfs.FileHasMoved
	vfs.FileSizeHint
	vfs.FilePersistWAL
	vfs.FilePowersafeOverwrite
	vfs.FileSharedMemory
	Name() string
	Stat() (fs.FileInfo, error)
}

// OpenFilename implements vfs.VFSFilename.
func (s fileSystem) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if err := makePrivate(name, flags); err != nil {
		return nil, flags, vfs.SystemError(err, sqlite3.CANTOPEN)
	}
	file, flags, err := s.VFSFilename.OpenFilename(name, flags)
	if found, ok := file.(driverFile); ok && err == nil {
		return openFile{found}, flags, nil
	}
	return file, flags, err
}

const privateMode = 0o600

// makePrivate makes a file that SQLite is about to make, with the mode that it
// shall have. What is there already stays as it is.
func makePrivate(name *vfs.Filename, flags vfs.OpenFlag) error {
	path := name.String()
	switch {
	case path == "":
		return nil // a temporary file, which the driver makes for its owner
	case flags&vfs.OPEN_MAIN_DB != 0 && flags&vfs.OPEN_READWRITE != 0:
		if flags&vfs.OPEN_CREATE != 0 {
			if err := makeFile(path, privateMode); err != nil {
				return err
			}
		}
		return makeLike(path+"-shm", path)
	case flags&(vfs.OPEN_WAL|vfs.OPEN_MAIN_JOURNAL) != 0 && flags&vfs.OPEN_CREATE != 0:
		return makeLike(path, name.Database())
	}
	return nil
}

// makeLike makes a file beside the database.
func makeLike(path, database string) error {
	info, err := os.Stat(database)
	if err != nil {
		return nil //nolint:nilerr // SQLite tells what is wrong with the database
	}
	return makeFile(path, info.Mode().Perm())
}

func makeFile(path string, mode fs.FileMode) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return unlessThere(err)
	}
	return file.Close()
}

// unlessThere leaves what else may be wrong to whoever opens the file next, and
// says it better.
func unlessThere(err error) error {
	if IsNoRoom(err) {
		return err
	}
	return nil
}

// openFile is a file of the driver whose full disk is SQLITE_FULL.
type openFile struct{ driverFile }

// WriteAt implements vfs.File.
func (f openFile) WriteAt(p []byte, offset int64) (int, error) {
	n, err := f.driverFile.WriteAt(p, offset)
	return n, asFull(err)
}

// Truncate implements vfs.File.
func (f openFile) Truncate(size int64) error { return asFull(f.driverFile.Truncate(size)) }

// Sync implements vfs.File. Some file systems find out only here.
func (f openFile) Sync(flags vfs.SyncFlag) error { return asFull(f.driverFile.Sync(flags)) }

// SizeHint implements vfs.FileSizeHint.
func (f openFile) SizeHint(size int64) error { return asFull(f.driverFile.SizeHint(size)) }

func asFull(err error) error {
	if err != nil && IsNoRoom(err) {
		return vfs.SystemError(err, sqlite3.FULL)
	}
	return err
}
