package e2e_test

import (
	"os"
	"path/filepath"
	"testing"
)

// Every client lists and calls the tools of every example; calls.mjs says which.
func TestClientsCallTheToolsOfExamples(t *testing.T) {
	t.Parallel()
	examples, err := os.ReadDir("../examples")
	if err != nil || len(examples) != 4 {
		t.Fatalf("%d examples, not 4; %v", len(examples), err)
	}
	for _, example := range examples {
		for _, script := range scripts(t, "tools", 3) {
			t.Run(example.Name()+"/"+filepath.Base(script), func(t *testing.T) {
				t.Parallel()
				serve(t, example.Name(), nil).play(t, script, "EXAMPLE="+example.Name())
			})
		}
	}
}
