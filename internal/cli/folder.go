package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// folder is the site folder that a command works on.
type folder struct {
	Dir string `arg:"" optional:"" default:"${dir}" help:"The site folder; default ${folder}." placeholder:"DIR"`
}

// check refuses a folder that is none before anything is made in it.
func (f folder) check() error {
	info, err := os.Stat(f.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return misuse{fmt.Errorf("%s: there is no such folder", f.Dir)}
	}
	if err != nil {
		return misuse{err}
	}
	if !info.IsDir() {
		return misuse{fmt.Errorf("%s is not a folder", f.Dir)}
	}
	return nil
}

// database is where the data is, when the command line says so.
type database struct {
	Database string `help:"Database URL, such as sqlite:data.db; wins over DATABASE_URL and quartet.yaml." placeholder:"URL"`
}

// bucket is where the media are, when the command line says so.
type bucket struct {
	Media string `help:"Media URL, such as file:media or s3://bucket?region=…; wins over MEDIA_URL and quartet.yaml." placeholder:"URL"`
}

// url is the flag with a folder as the shell means it, as database.url is.
func (b bucket) url() (string, error) {
	folder, ok := strings.CutPrefix(b.Media, "file:")
	if !ok || folder == "" || strings.HasPrefix(folder, "//") {
		return b.Media, nil
	}
	folder, err := filepath.Abs(folder)
	return "file:" + folder, err
}

// url is the flag with a file as the shell means it: relative to the working
// directory, where the settings mean the site folder.
func (d database) url() (string, error) {
	file, ok := strings.CutPrefix(d.Database, "sqlite:")
	if !ok || file == "" || strings.HasPrefix(file, "?") || strings.HasPrefix(file, "//") || strings.HasPrefix(file, ":") {
		return d.Database, nil
	}
	file, query, asks := strings.Cut(file, "?")
	file, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	if asks {
		file += "?" + query
	}
	return "sqlite:" + file, nil
}
