package architecture_test

import (
	"os/exec"
	"strings"
	"testing"
)

// Most of an idle program's memory is pages of its own file: each package has
// something to set up. These once came along, for little.
func TestTheProgramCarriesNoHeavyLibraries(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./cmd/quartet")
	list.Dir = "../.."
	packages, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, heavy := range []string{
		"google.golang.org/grpc", "google.golang.org/protobuf/internal/impl", "github.com/prometheus/", "github.com/felixge/httpsnoop",
	} {
		if strings.Contains("\n"+string(packages), "\n"+heavy) {
			t.Errorf("the program carries %s", heavy)
		}
	}
}
