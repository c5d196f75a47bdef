//go:build !linux

package worker

import (
	"fmt"
	"os"
)

// executable is this program.
func executable() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the program to run handlers: %w", err)
	}
	return path, nil
}
