//go:build !linux

package childprocess

import (
	"fmt"
	"os"
)

// executable is this program.
func executable() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the program to start it once more: %w", err)
	}
	return path, nil
}
