package main

import (
	"os"
	"os/exec"
	"testing"
)

// runMain makes the test binary the program itself.
const runMain = "INTAKE_RUN_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(runMain) != "" {
		main()
	}
	os.Exit(m.Run())
}

// The site keeps the promises in its folder tests, with the handlers of this program.
func TestTheSiteHolds(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), os.Args[0], "test", dir)
	command.Env = append(os.Environ(), runMain+"=1")
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
