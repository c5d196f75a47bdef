package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// guides is the folder of the pages that say how these files are used (decision 259).
const guides = "../docs/guides/"

// shown is the block of a page that is a file of that name.
func shown(t testing.TB, page, name string) string {
	t.Helper()
	block := regexp.MustCompile("(?ms)^```[a-z]+ " + regexp.QuoteMeta(name) + "\n(.*?)^```$").FindStringSubmatch(read(t, guides+page))
	if block == nil {
		t.Fatalf("%s does not show %s", page, name)
	}
	return block[1]
}

// Who reads the handbook alone has no folder deploy/, so the guides show its files whole.
func TestGuidesShowTheFiles(t *testing.T) {
	for name, page := range map[string]string{
		"Caddyfile": "reverse-proxy.md", "nginx.conf": "reverse-proxy.md", "quartet@.service": "systemd.md", "Dockerfile": "docker.md",
	} {
		if shown(t, page, name) != read(t, name) {
			t.Errorf("%s shows another %s", page, name)
		}
	}
}

// The short file for one process is one that Caddy takes.
func TestShortCaddyfileOfTheGuideIsSound(t *testing.T) {
	file := filepath.Join(t.TempDir(), "Caddyfile")
	if err := os.WriteFile(file, []byte(shown(t, "reverse-proxy.md", "one/Caddyfile")), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(need(t, "caddy"), "validate", "--config", file, "--adapter", "caddyfile")
	command.Env = []string{"HOME=" + t.TempDir()}
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// What the guide of Docker has people write is held to what holds for compose.yaml here.
func TestComposeFileOfTheGuideIsSound(t *testing.T) {
	text := shown(t, "docker.md", "compose.yaml")
	for changed, found := range map[string]string{
		text: "",
		strings.Replace(text, "read_only: true", "read_only: false", 1): "may more than it needs",
		strings.Replace(text, "quartet:1.0.0", "quartet", 1):            "has no version",
		strings.Replace(text, "cap_drop", "cap_dorp", 1):                "cap_dorp",
	} {
		file := filepath.Join(t.TempDir(), "compose.yaml")
		if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		if faults := faultsOf(t, file); (found == "") != (faults == "") || !strings.Contains(faults, found) {
			t.Errorf("want %q, and the checker finds %q", found, faults)
		}
	}
	for _, each := range []string{"sqlite:/data/", "file:/data/", "tmpfs: [/tmp]", ":/site:ro"} { // what the image has
		if !strings.Contains(text, each) {
			t.Errorf("the guide has no %s", each)
		}
	}
}

// The guides name values, paths and settings that the files have.
func TestGuidesFitTheFiles(t *testing.T) {
	objects := read(t, "kubernetes.yaml")
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)`").FindAllStringSubmatch(read(t, guides+"kubernetes.md"), -1)
	if len(rows) != 4 {
		t.Errorf("the guide names %d values to replace", len(rows))
	}
	for _, each := range rows {
		if !strings.Contains(objects, each[1]) {
			t.Errorf("kubernetes.yaml has no %s", each[1])
		}
	}
	for _, each := range regexp.MustCompile(`--from-literal=([a-z-]+)=`).FindAllStringSubmatch(read(t, guides+"kubernetes.md"), -1) {
		if !strings.Contains(objects, "key: "+each[1]+" }") {
			t.Errorf("no process reads %s of the Secret", each[1])
		}
	}
	unit, page := read(t, "quartet@.service"), read(t, guides+"systemd.md")
	for _, each := range []string{"/usr/local/bin/quartet", "/srv/quartet", "EnvironmentFile=/etc/quartet.env", "User=quartet", "StateDirectory=quartet", "DynamicUser=yes"} {
		if !strings.Contains(unit, each) || !strings.Contains(page, each) {
			t.Errorf("the unit and the guide do not agree on %s", each)
		}
	}
}
