package settings_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/settings"
)

// The secret of development is made before anything else is, in a folder that stays
// out of commits; one that was there keeps what is in it.
func TestTheSecretOfDevelopmentStaysOutOfCommits(t *testing.T) {
	dir := t.TempDir()
	first, err := settings.LocalSecret(dir)
	if err != nil {
		t.Fatal(err)
	}
	ignore := filepath.Join(dir, settings.PrivateFolder, ".gitignore")
	if text, err := os.ReadFile(ignore); err != nil || string(text) != "*\n" {
		t.Errorf("%q %v", text, err)
	}
	if err := os.Remove(ignore); err != nil {
		t.Fatal(err)
	}
	if again, err := settings.LocalSecret(dir); err != nil || again != first {
		t.Error("the secret is another one", err)
	}
	if _, err := os.Stat(ignore); err == nil {
		t.Error("a .gitignore that was removed came back")
	}
}
