package manifest

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
)

// File is one manifest file; Name is what diagnostics call it.
type File struct {
	Name string
	Data []byte
}

// ReadDir reads every *.yaml and *.yml directly in dir, in byte order of file
// name; as in a shell, a name that starts with a dot is not one of them. Files
// are named prefix + base name in diagnostics. A folder that is missing or
// holds no manifest is MANIFEST_ROOT_NOT_FOUND, a file that cannot be read
// MANIFEST_READ_FAILED.
func ReadDir(dir, prefix string) ([]File, diag.List) {
	return ReadFS(os.DirFS(dir), prefix)
}

// ReadFS is ReadDir for the root of a file system.
func ReadFS(folder fs.FS, prefix string) ([]File, diag.List) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, diag.List{unreadable(diag.ManifestRootNotFound, folderName(prefix), "The manifests folder cannot be read", err)}
	}
	var files []File
	var problems diag.List
	for _, entry := range entries {
		if !isManifest(entry.Name()) {
			continue
		}
		data, err := readFile(folder, entry.Name())
		if err != nil {
			problems.Add(unreadable(diag.ManifestReadFailed, prefix+entry.Name(), "The manifest cannot be read", err))
			continue
		}
		files = append(files, File{Name: prefix + entry.Name(), Data: data})
	}
	if len(files) == 0 && len(problems) == 0 {
		return nil, diag.List{folderProblem(diag.ManifestRootNotFound, folderName(prefix), "The manifests folder holds no *.yaml or *.yml file.")}
	}
	return files, problems
}

func isManifest(name string) bool {
	ext := filepath.Ext(name)
	return (ext == ".yaml" || ext == ".yml") && !strings.HasPrefix(name, ".")
}

// folderName is the folder as the files in it are named.
func folderName(prefix string) string {
	if name := strings.TrimSuffix(prefix, "/"); name != "" {
		return name
	}
	return "."
}

// mostBytes is more than yamldoc takes, so that a file that is too large is
// refused there.
const mostBytes = 4<<20 + 1

var errNotRegular = errors.New("it is not a regular file")

func readFile(folder fs.FS, name string) ([]byte, error) {
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
	return io.ReadAll(io.LimitReader(file, mostBytes))
}

func unreadable(code diag.Code, name, message string, err error) *diag.Diagnostic {
	reason := err
	var at *fs.PathError
	if errors.As(err, &at) {
		reason = at.Err
	}
	return folderProblem(code, name, message+": "+reason.Error()+".").WithCause(err)
}

func folderProblem(code diag.Code, name, message string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: code, Phase: diag.Validate, Severity: diag.Error, Message: message,
		Source: &diag.Source{File: name},
	}
}
