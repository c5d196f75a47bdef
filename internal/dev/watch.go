package dev

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/quartet-dev/quartet/internal/settings"
)

// quietPeriod is how long files must be quiet before a change counts: editors save
// in several steps, and a checkout touches many files.
const quietPeriod = 100 * time.Millisecond

// The folders of a site that are watched, with which of their files count, and
// the files in the site folder. What is below a deep folder is watched too.
var (
	watchedFolders = map[string]func(file string) bool{
		"manifests": isYAML, seedFolder: isYAML, templatesFolder: isNoScratch, publicFolder: isNoScratch, handlersFolder: isHandler,
	}
	deepFolders  = []string{templatesFolder, publicFolder, handlersFolder}
	watchedFiles = []string{settings.FileName, settings.EnvFileName}
)

const (
	seedFolder      = "seed"
	templatesFolder = "templates"
	publicFolder    = "public"
	handlersFolder  = "handlers"
)

func isYAML(file string) bool { return slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(file)) }

// isNoScratch reports whether a file is none that an editor keeps beside the
// one that it saves.
func isNoScratch(file string) bool {
	return !strings.HasPrefix(file, ".") && !strings.HasSuffix(file, "~") && file != vimProbe
}

// isHandler reports whether a file is one that handlers can be in, or may be a
// folder of them.
func isHandler(file string) bool {
	return isNoScratch(file) && slices.Contains([]string{".ts", ".mts", ".js", ".mjs", ".json", ".txt", ""}, filepath.Ext(file))
}

// isForeign reports whether a folder holds nothing of the site's own.
func isForeign(folder string) bool { return strings.HasPrefix(folder, ".") || folder == "node_modules" }

// vimProbe is the file that Vim writes to learn whether it may.
const vimProbe = "4913"

// change says what happened in the site folder.
type change struct {
	seeds bool // something in the seed folder
}

// watched is a site folder whose changes are noticed from now on.
type watched struct {
	*fsnotify.Watcher
	dir     string
	pending change
}

func watch(dir string) (*watched, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch the site folder: %w", err)
	}
	w := &watched{dir: dir, Watcher: watcher}
	if err := watcher.Add(dir); err != nil {
		_ = watcher.Close()
		return nil, fmt.Errorf("watch the site folder %s: %w", dir, err)
	}
	w.addFolders()
	return w, nil
}

// addFolders watches the folders that are there. Adding twice is harmless, and
// a folder that is missing is added when its parent says that it appeared.
func (w *watched) addFolders() {
	for folder := range watchedFolders {
		path := filepath.Join(w.dir, folder)
		_ = w.Add(path)
		if slices.Contains(deepFolders, folder) {
			w.addBelow(path)
		}
	}
}

// maxFolders bounds how many folders below one are watched.
const maxFolders = 1000

// addBelow watches the folders below a path, however deep.
func (w *watched) addBelow(path string) {
	left := maxFolders
	_ = filepath.WalkDir(path, func(each string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil: // what cannot be read is not watched
			return fs.SkipDir
		case !entry.IsDir() || each == path:
			return nil
		case isForeign(entry.Name()):
			return fs.SkipDir
		case left == 0:
			return fs.SkipAll
		}
		left--
		_ = w.Add(each)
		return nil
	})
}

// follow calls reload after each change, until ctx ends.
func (w *watched) follow(ctx context.Context, reload func(change)) {
	quiet := time.NewTimer(quietPeriod)
	quiet.Stop()
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-w.Events:
			if w.isRelevant(event) {
				quiet.Reset(quietPeriod)
			}
		case <-w.Errors: //nolint:errcheck // whatever the error, events were lost: look at everything
			w.pending.seeds = true
			quiet.Reset(quietPeriod)
		case <-quiet.C:
			w.addFolders()
			reload(w.pending)
			w.pending = change{}
		}
	}
}

// isRelevant reports whether a change is of a file that makes up the site, and notes it.
func (w *watched) isRelevant(event fsnotify.Event) bool {
	if event.Op == fsnotify.Chmod {
		return false
	}
	within, err := filepath.Rel(w.dir, event.Name)
	if err != nil {
		return false
	}
	folder, below, _ := strings.Cut(filepath.ToSlash(within), "/")
	w.pending.seeds = w.pending.seeds || folder == seedFolder
	counts, watched := watchedFolders[folder]
	if !watched {
		return below == "" && slices.Contains(watchedFiles, folder)
	}
	return below == "" || counts(path.Base(below))
}
