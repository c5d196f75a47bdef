package deploy

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// target is a machine that a release has a program for.
type target struct{ GOOS, GOARCH, OS, CPU string }

func targetsOf(t testing.TB) (all []target) {
	t.Helper()
	data, err := os.ReadFile("npm/targets.json")
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil || len(all) != 6 {
		t.Fatalf("%d targets: %v", len(all), err)
	}
	return all
}

// The packages of npm are made, packed and installed from their tarballs: the program
// answers, its exit code comes through, and a missing package is named.
func TestTheNpmPackagesInstallTheProgram(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		without(t, "npm is missing", err)
	}
	here := hostTarget(t)
	dir := t.TempDir()
	name := "quartet-" + here.OS + "-" + here.CPU
	programs := filepath.Join(dir, "dist", here.GOOS+"_"+here.GOARCH)
	if err := os.MkdirAll(programs, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(built(t), filepath.Join(programs, "quartet")); err != nil {
		t.Fatal(err)
	}
	run := func(in, program string, args ...string) (string, error) {
		command := exec.CommandContext(t.Context(), program, args...)
		command.Dir = in
		out, err := command.CombinedOutput()
		return string(out), err
	}
	must := func(in, program string, args ...string) string {
		t.Helper()
		out, err := run(in, program, args...)
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
		}
		return out
	}
	must(".", "node", "npm/pack.mjs", "--version", "0.0.1", "--programs", filepath.Join(dir, "dist"), "--out", dir, "--only", here.GOOS+"/"+here.GOARCH)
	for _, folder := range []string{name, "quartet"} {
		must(filepath.Join(dir, folder), npm, "pack", "--silent", "--pack-destination", dir)
	}
	site := filepath.Join(dir, "site")
	if err := os.Mkdir(site, 0o750); err != nil {
		t.Fatal(err)
	}
	install := []string{"install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", site}
	must(site, npm, append(install, filepath.Join(dir, "quartet-dev-quartet-0.0.1.tgz"), filepath.Join(dir, "quartet-dev-"+name+"-0.0.1.tgz"))...)

	quartet := filepath.Join(site, "node_modules", ".bin", "quartet")
	if out := must(site, quartet, "version"); !strings.HasPrefix(out, "quartet ") {
		t.Errorf("it says %q", out)
	}
	if out, err := run(site, quartet, "validate", "nowhere"); exitCode(err) != 2 {
		t.Errorf("%v: %s", err, out)
	}
	if err := os.RemoveAll(filepath.Join(site, "node_modules", "@quartet-dev", name)); err != nil {
		t.Fatal(err)
	}
	if out, err := run(site, quartet, "version"); exitCode(err) != 1 || !strings.Contains(out, "@quartet-dev/"+name+" is missing") {
		t.Errorf("without the package of this machine: %v: %s", err, out)
	}
}

func exitCode(err error) int {
	if failed, ok := err.(*exec.ExitError); ok { //nolint:errorlint // as it comes from exec
		return failed.ExitCode()
	}
	return 0
}

func hostTarget(t testing.TB) target {
	t.Helper()
	for _, each := range targetsOf(t) {
		if each.GOOS == runtime.GOOS && each.GOARCH == runtime.GOARCH {
			return each
		}
	}
	t.Skip("a release has no program for this machine")
	return target{}
}

// A release builds the program for the machines that npm knows, and no others.
func TestAReleaseHasTheTargetsOfNpm(t *testing.T) {
	data, err := os.ReadFile("../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var release struct {
		Builds []struct {
			ID     string   `yaml:"id"`
			Main   string   `yaml:"main"`
			Env    []string `yaml:"env"`
			GOOS   []string `yaml:"goos"`
			GOARCH []string `yaml:"goarch"`
		} `yaml:"builds"`
	}
	if err := yaml.Unmarshal(data, &release); err != nil {
		t.Fatal(err)
	}
	wanted := map[string]bool{}
	for _, each := range targetsOf(t) {
		wanted[each.GOOS+"/"+each.GOARCH] = true
	}
	if len(release.Builds) != 2 {
		t.Errorf("%d programs are built", len(release.Builds))
	}
	for _, each := range release.Builds {
		if _, err := os.Stat(filepath.Join("..", each.Main, "main.go")); err != nil {
			t.Error(each.ID, err)
		}
		if len(each.Env) != 1 || each.Env[0] != "CGO_ENABLED=0" || len(each.GOOS)*len(each.GOARCH) != len(wanted) {
			t.Errorf("%s is built with %v for %v and %v", each.ID, each.Env, each.GOOS, each.GOARCH)
		}
		for _, system := range each.GOOS {
			for _, machine := range each.GOARCH {
				if !wanted[system+"/"+machine] {
					t.Errorf("%s: npm has no package for %s/%s", each.ID, system, machine)
				}
			}
		}
	}
}
