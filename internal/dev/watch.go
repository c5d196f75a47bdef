package dev

import (
	"context"
	"fmt"
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

// The folders of a site that are watched, and the files in the site folder.
var (
	watchedFolders = []string{"manifests", seedFolder}
	watchedFiles   = []string{settings.FileName, settings.EnvFileName}
)

const seedFolder = "seed"

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
	for _, folder := range watchedFolders {
		_ = w.Add(filepath.Join(w.dir, folder))
	}
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
	folder, file := filepath.Split(within)
	folder = strings.TrimSuffix(folder, string(filepath.Separator))
	if folder == "" {
		w.pending.seeds = w.pending.seeds || file == seedFolder
		return slices.Contains(watchedFiles, file) || slices.Contains(watchedFolders, file)
	}
	w.pending.seeds = w.pending.seeds || folder == seedFolder
	return slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(file))
}
