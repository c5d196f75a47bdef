package manifest

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
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
		if !yamldoc.IsFileName(entry.Name()) {
			continue
		}
		data, err := yamldoc.ReadFile(folder, entry.Name())
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

// folderName is the folder as the files in it are named.
func folderName(prefix string) string {
	if name := strings.TrimSuffix(prefix, "/"); name != "" {
		return name
	}
	return "."
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
