package skills

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// Drift is a file of a project that is not as this version has it.
type Drift struct {
	Path string // below the project's folder, with slashes
	Kind Kind

	name string // among Files; "" for one that is stale
}

// Kind is how a file differs.
type Kind string

// The kinds.
const (
	Missing Kind = "missing"
	Changed Kind = "changed"
	Stale   Kind = "stale" // no file of a skill of this version, in the folder of one
)

// Compare finds what differs in a project, by layout, skill and name. It looks at
// nothing but the folders of its own skills (decision 186).
func Compare(project *os.Root) (all []Drift, err error) {
	for _, layout := range Layouts() {
		for _, skill := range Names() {
			found, err := compare(project, layout, skill)
			if err != nil {
				return nil, fmt.Errorf("look at the skill %s in %s: %w", skill, layout, err)
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

func compare(project *os.Root, layout, skill string) (all []Drift, err error) {
	ours := map[string]bool{}
	err = fs.WalkDir(Files(), skill, func(name string, entry fs.DirEntry, err error) error {
		ours[name] = true
		if err != nil || entry.IsDir() {
			return err
		}
		at := path.Join(layout, name)
		has, err := project.ReadFile(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			all = append(all, Drift{at, Missing, name})
		case err != nil:
			return err
		case !bytes.Equal(has, contents(name)):
			all = append(all, Drift{at, Changed, name})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	stale, err := others(project, layout, skill, ours)
	return append(all, stale...), err
}

// others are the files in the folder of a skill that are not of it.
func others(project *os.Root, layout, skill string, ours map[string]bool) (all []Drift, err error) {
	theirs, err := fs.Sub(project.FS(), layout)
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(theirs, skill, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !entry.IsDir() && !ours[name]:
			all = append(all, Drift{path.Join(layout, name), Stale, ""})
		}
		return nil
	})
	return all, err
}

// Copy brings the skills of a project in line with this version, byte for byte, and
// gives what it has changed.
func Copy(project *os.Root) ([]Drift, error) {
	found, err := Compare(project)
	if err != nil {
		return nil, err
	}
	for i, each := range found {
		if err := each.mend(project); err != nil {
			return found[:i], err
		}
	}
	return found, nil
}

func (d Drift) mend(project *os.Root) error {
	if d.Kind == Stale {
		if err := project.Remove(d.Path); err != nil {
			return fmt.Errorf("remove a stale file: %w", err)
		}
		return nil
	}
	if err := project.MkdirAll(path.Dir(d.Path), 0o755); err != nil {
		return fmt.Errorf("make a folder for a skill: %w", err)
	}
	if err := project.WriteFile(d.Path, contents(d.name), 0o644); err != nil {
		return fmt.Errorf("write a skill: %w", err)
	}
	return nil
}
