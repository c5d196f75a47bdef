package seed

import (
	"errors"
	"io/fs"
	"path"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Folder is the name of the seed folder in a site folder.
const Folder = "seed"

// ReadFiles reads every *.yaml and *.yml directly in the seed folder of a site,
// in byte order of file name, but for those that start with a dot. A folder
// that is missing holds none. prefix comes before the names in diagnostics. A
// file that cannot be read is MANIFEST_READ_FAILED.
func ReadFiles(site fs.FS, prefix string) ([]File, diag.List) {
	var files []File
	var problems diag.List
	entries, err := fs.ReadDir(site, Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		problems.Add(unreadable(prefix + Folder))
	}
	for _, each := range entries {
		if each.IsDir() || !yamldoc.IsFileName(each.Name()) {
			continue
		}
		name := path.Join(Folder, each.Name())
		data, err := yamldoc.ReadFile(site, name)
		if err != nil {
			problems.Add(unreadable(prefix + name))
			continue
		}
		files = append(files, File{Name: prefix + name, Data: data})
	}
	return files, problems
}

func unreadable(name string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.ManifestReadFailed, Phase: diag.Validate, Severity: diag.Error,
		Path: "seed#", Message: "The file cannot be read.", Source: &diag.Source{File: name},
	}
}
