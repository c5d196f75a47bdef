package e2e_test

import (
	"path/filepath"
	"testing"
)

func TestClients(t *testing.T) {
	for _, script := range scripts(t, "clients", 6) {
		t.Run(filepath.Base(script), func(t *testing.T) {
			t.Parallel()
			serve(t, "publication", nil).play(t, script)
		})
	}
}

// What quartet dev gives whoever works on a site, without any settings.
func TestDevelopment(t *testing.T) {
	develop(t).play(t, "dev.mjs")
}
