package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// Folder is the folder of a site that holds its handlers.
const Folder = "handlers"

// extensions are those that a file of handlers may have, the one that is offered
// first.
var extensions = []string{".ts", ".mts", ".js", ".mjs"}

// Binding is where the function of a ref key is: `a.b.c` is the export c of the
// module handlers/a/b, and a key without a dot the default export of its module.
type Binding struct {
	Module string // without the extension, in the site's folder
	Export string
}

const defaultExport = "default"

// moduleName is what a part of a key must look like to name a file or a folder.
// None begins with a dot, so that no key leads out of the folder.
var moduleName = lazyregexp.New(`^[A-Za-z0-9_$-]+$`)

// BindingOf is the binding of a ref key. A key that can name no file has none.
func BindingOf(key string) (_ Binding, ok bool) {
	parts := strings.Split(key, ".")
	for _, each := range parts {
		if !moduleName.MatchString(each) {
			return Binding{}, false
		}
	}
	if len(parts) == 1 {
		return Binding{Folder + "/" + key, defaultExport}, true
	}
	last := len(parts) - 1
	return Binding{Folder + "/" + path.Join(parts[:last]...), parts[last]}, true
}

// noun says an export as a person would.
func (b Binding) noun() string {
	if b.Export == defaultExport {
		return "a default function"
	}
	return "a function named " + b.Export
}

// Missing says what to write for a ref key that nothing is registered for and
// whose file is not there, as the beginning of a sentence; "" where no file could be.
func Missing(key string) string {
	b, ok := BindingOf(key)
	if !ok {
		return ""
	}
	return fmt.Sprintf("Write %s and export %s", b.Module+extensions[0], b.noun())
}

// wanted is a key with the file that its function is in.
type wanted struct {
	key string
	Binding
	file string
}

// Found are the keys whose files are there, whatever is in them.
func (o Options) Found() (keys []string) {
	all, _ := o.found()
	for _, each := range all {
		keys = append(keys, each.key)
	}
	return keys
}

// found are the keys whose files are there. Two files for one module are refused:
// nothing says which of them is meant.
func (o Options) found() ([]wanted, diag.List) {
	var (
		all      []wanted
		problems diag.List
	)
	folders := folders{FS: o.FS, names: make(map[string][]string)}
	refused := make(map[string]bool)
	for _, key := range slices.Compact(slices.Sorted(slices.Values(o.Keys))) {
		b, ok := BindingOf(key)
		if !ok {
			continue
		}
		files, err := folders.files(b.Module)
		switch {
		case err != nil:
			problems.Add(o.refuse(diag.HandlerFileRefused, b.Module, fmt.Sprintf("The folder of the handlers cannot be read: %v.", err)))
		case len(files) > 1 && !refused[b.Module]:
			refused[b.Module] = true
			all = append(all, wanted{key, b, files[0]})
			problems.Add(o.refuse(diag.HandlerFileRefused, files[1], fmt.Sprintf("%s and %s are one module; keep one of them.", files[0], files[1])))
		case len(files) > 0:
			all = append(all, wanted{key, b, files[0]})
		}
	}
	return all, problems
}

// folders are the folders of handlers, each read once: names are compared as they
// are written, also where the file system does not care.
type folders struct {
	fs.FS
	names map[string][]string
}

// files are the files of a module, in the order of the extensions.
func (f folders) files(module string) (files []string, err error) {
	dir := path.Dir(module)
	names, read := f.names[dir]
	if !read {
		entries, err := fs.ReadDir(f.FS, dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, each := range entries {
			if !each.IsDir() {
				names = append(names, each.Name())
			}
		}
		f.names[dir] = names
	}
	for _, extension := range extensions {
		if name := path.Base(module) + extension; slices.Contains(names, name) {
			files = append(files, dir+"/"+name)
		}
	}
	return files, nil
}
