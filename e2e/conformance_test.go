package e2e_test

import (
	"path/filepath"
	"testing"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	for _, script := range scripts(t, "conformance", 2) {
		t.Run(filepath.Base(script), func(t *testing.T) {
			t.Parallel()
			serve(t, "publication", nil).play(t, script)
		})
	}
}
