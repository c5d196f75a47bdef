package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// exposed is how much systemd may think the unit exposed, in tenths; 100 is without
// any hardening, and below 20 is its best word.
const exposed = "20"

func TestUnitIsSoundAndHardened(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		without(t, "the unit of systemd is not checked", err)
	}
	unit := filepath.Join(t.TempDir(), "quartet@8787.service")
	text := strings.Replace(read(t, "quartet@.service"), "/usr/local/bin/quartet ", "/bin/true ", 1) // what is not installed is a fault, too
	if err := os.WriteFile(unit, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]string{
		{"verify", "--man=no", unit},
		{"security", "--offline=true", "--no-pager", "--threshold=" + exposed, unit},
	} {
		out, err := exec.CommandContext(t.Context(), analyze, arguments...).CombinedOutput()
		if err != nil || arguments[0] == "verify" && len(out) > 0 {
			t.Errorf("systemd-analyze %s: %v\n%s", arguments[0], err, out)
		}
	}
}

// The unit may write in its state directories alone, so everything that the guide lets the
// service write is in one of them.
func TestTheUnitMayWriteWhatItsGuideNames(t *testing.T) {
	unit := read(t, "quartet@.service")
	page, _, _ := strings.Cut(read(t, guides+"systemd.md"), "systemd-run")
	declared := regexp.MustCompile(`(?m)^StateDirectory=(.*)$`).FindStringSubmatch(unit)
	if declared == nil || !strings.Contains(unit, "ProtectSystem=strict") {
		t.Fatal("the unit has no state directory, or may write elsewhere")
	}
	places := regexp.MustCompile(`(?:sqlite:|file:|to: )(/[^\s,]+)`).FindAllStringSubmatch(page, -1)
	if len(places) < 3 {
		t.Fatalf("the guide names database, media and copies as %q", places)
	}
	for _, found := range places {
		within := func(name string) bool { return strings.HasPrefix(found[1], "/var/lib/"+name+"/") }
		if !slices.ContainsFunc(strings.Fields(declared[1]), within) {
			t.Errorf("the guide lets the service write %s, and StateDirectory is %s", found[1], declared[1])
		}
	}
}
