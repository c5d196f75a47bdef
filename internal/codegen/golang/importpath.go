package golang

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// ImportPath is the import path of the package in a folder: that of the module
// whose go.mod stands in the folder or above it, and the way down from there. It
// is "" where there is no go.mod.
func ImportPath(folder string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("find the Go module: %w", err)
	}
	for root := folder; ; root = filepath.Dir(root) {
		text, err := os.ReadFile(filepath.Join(root, "go.mod"))
		if err == nil {
			return within(string(text), root, folder)
		}
		if !os.IsNotExist(err) {
			return "", fmt.Errorf("find the Go module: %w", err)
		}
		if root == filepath.Dir(root) {
			return "", nil
		}
	}
}

func within(gomod, root, folder string) (string, error) {
	down, err := filepath.Rel(root, folder)
	module := modulePath(gomod)
	if err != nil || module == "" {
		return "", fmt.Errorf("%s names no module", filepath.Join(root, "go.mod"))
	}
	return path.Join(module, filepath.ToSlash(down)), nil
}

// modulePath is what a go.mod names; "" for nothing. The go command writes the
// directive on a line of its own.
func modulePath(gomod string) string {
	for line := range strings.Lines(gomod) {
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(line)
		if len(fields) != 2 || fields[0] != "module" {
			continue
		}
		if text, err := strconv.Unquote(fields[1]); err == nil {
			return text
		}
		return fields[1]
	}
	return ""
}
