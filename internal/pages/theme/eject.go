package theme

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// An Outcome is what became of the files of the theme in a folder, by name.
type Outcome struct {
	Written []string
	Same    []string // there already, as the theme has them
	Differ  []string // there already, with something else in them
}

// Eject writes the files of the theme into a folder of templates. Where one of
// them would replace a file that says something else, it writes nothing at all,
// unless it is forced to.
func Eject(templates *os.Root, force bool) (Outcome, error) {
	found, err := compare(templates)
	if err != nil || len(found.Differ) > 0 && !force {
		found.Written = nil
		return found, err
	}
	found.Written = append(found.Written, found.Differ...)
	found.Differ = nil
	for _, name := range found.Written {
		if err := write(templates, name); err != nil {
			return found, err
		}
	}
	return found, nil
}

// compare finds out what is there; Written is what would be new.
func compare(templates *os.Root) (found Outcome, err error) {
	err = fs.WalkDir(Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		has, err := templates.ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			found.Written = append(found.Written, name)
		case err != nil:
			return fmt.Errorf("look at what is there: %w", err)
		case bytes.Equal(has, contents(name)):
			found.Same = append(found.Same, name)
		default:
			found.Differ = append(found.Differ, name)
		}
		return nil
	})
	return found, err
}

func write(templates *os.Root, name string) error {
	if err := templates.MkdirAll(path.Dir(name), 0o755); err != nil {
		return fmt.Errorf("make a folder for templates: %w", err)
	}
	if err := templates.WriteFile(name, contents(name), 0o644); err != nil {
		return fmt.Errorf("write a template: %w", err)
	}
	return nil
}
