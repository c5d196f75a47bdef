package settings

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
)

// originFile is where quartet dev keeps the origin that it was last served at.
const originFile = ".service/dev-origin"

// KeepOrigin keeps the origin of a site folder in development, so that commands beside it
// know where it listens. The folder has a LocalSecret.
func KeepOrigin(dir, at string) error {
	if KeptOrigin(dir) == at {
		return nil
	}
	return os.WriteFile(filepath.Join(dir, filepath.FromSlash(originFile)), []byte(at+"\n"), 0o600)
}

// KeptOrigin is the origin that was last kept; DefaultOrigin where there is none.
func KeptOrigin(dir string) string {
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(originFile)))
	at := strings.TrimSpace(string(data))
	if err != nil || origin(at) != nil {
		return DefaultOrigin
	}
	return cmp.Or(at, DefaultOrigin)
}
