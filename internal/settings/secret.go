package settings

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// minSecret is the least length of AUTH_SECRET, in bytes.
const minSecret = 32

// Secret is a text that shows itself to nobody: printed, logged or marshaled
// it is a placeholder. Convert it to a string where it is used.
type Secret string

const hidden = "[secret]"

func (s Secret) String() string { return s.shown() }

// GoString keeps %#v as quiet as %v.
func (s Secret) GoString() string { return s.shown() }

// MarshalText keeps it out of JSON and of logs.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.shown()), nil }

func (s Secret) shown() string {
	if s == "" {
		return ""
	}
	return hidden
}

// PrivateFolder is the folder of a site that holds its data.
const PrivateFolder = ".service"

// MakePrivate makes the private folder of a site, with a .gitignore that keeps what
// is in it out of commits. A folder that is there already is left as it is.
func MakePrivate(dir string) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	folder := filepath.Join(dir, PrivateFolder)
	err := os.Mkdir(folder, 0o700)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, ".gitignore"), []byte("*\n"), 0o600)
}

// secretFile is where quartet dev keeps the secret of its own.
const secretFile = ".service/auth-secret" //nolint:gosec // a path, no secret

// LocalSecret is the secret of a site folder in development: it is made once,
// readable by its owner alone, and found again at the next start, so that
// sessions outlive a restart. Whoever comes second while it is made gets the
// first one's.
func LocalSecret(dir string) (Secret, error) {
	file := filepath.Join(dir, filepath.FromSlash(secretFile))
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeSecret(file); err != nil {
			return "", fmt.Errorf("make the secret of development: %w", err)
		}
		data, err = os.ReadFile(file)
	}
	if err != nil {
		return "", fmt.Errorf("read the secret of development: %w", err)
	}
	secret := Secret(strings.TrimSpace(string(data)))
	if len(secret) < minSecret {
		return "", fmt.Errorf("%s is shorter than %d bytes; delete it, and a new one is made", file, minSecret)
	}
	return secret, nil
}

// KeptSecret is the secret that LocalSecret has made in a site folder; "" where there is
// none.
func KeptSecret(dir string) Secret {
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(secretFile)))
	secret := Secret(strings.TrimSpace(string(data)))
	if err != nil || len(secret) < minSecret {
		return ""
	}
	return secret
}

// makeSecret writes the file whole or not at all, and never over another.
func makeSecret(file string) error {
	dir := filepath.Dir(file)
	if err := MakePrivate(filepath.Dir(dir)); err != nil {
		return err
	}
	draft, err := os.CreateTemp(dir, "auth-secret-*") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name()) //nolint:errcheck // a draft left behind harms nobody
	_, err = draft.WriteString(rand.Text() + rand.Text() + "\n")
	if err = errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	if err := os.Link(draft.Name(), file); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
