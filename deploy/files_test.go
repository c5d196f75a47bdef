// Package deploy holds the files of this folder to their formats, and does what
// they say as far as it can be done without a container engine (decision 222).
package deploy

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// without skips a test that needs a program of others; in CI it fails.
func without(t testing.TB, what string, reason any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s: %v", what, reason)
	}
	t.Skipf("%s: %v", what, reason)
}

// checker is the program that checks the files, built once.
var checker = sync.OnceValues(func() (string, error) {
	file := filepath.Join(scratch, "checker")
	build := exec.CommandContext(context.Background(), "go", "build", "-C", "../tools/deploy", "-o", file, ".")
	out, err := build.CombinedOutput()
	if err != nil {
		return string(out), err
	}
	return file, nil
})

// scratch is a folder of all tests.
var scratch string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	var err error
	if scratch, err = os.MkdirTemp("", "quartet-deploy-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(scratch) //nolint:errcheck // a folder for temporary files
	return m.Run()
}

// faultsOf is what the checker says of a folder.
func faultsOf(t testing.TB, folder string) string {
	t.Helper()
	program, err := checker()
	if err != nil {
		without(t, "the checker of deploy files cannot be built", program)
	}
	out, _ := exec.CommandContext(t.Context(), program, folder).CombinedOutput() // what it says is its outcome
	return string(out)
}

func TestFilesAreSound(t *testing.T) {
	if faults := faultsOf(t, "."); faults != "" {
		t.Errorf("the checker finds:\n%s", faults)
	}
}

// Each fault is made in a copy of the files, and found.
func TestFaultsAreFound(t *testing.T) {
	for _, fault := range []struct{ file, old, new, found string }{
		{"Dockerfile", "golang:1.26.8-bookworm", "golang", "has no version"},
		{"Dockerfile", `CMD ["serve", "/site", "--addr", ":8787", "--drain", "5s"]`, "CMD serve /site", "JSONArgsRecommended"},
		{"Dockerfile", "ENV CGO_ENABLED=0", "ENV AUTH_SECRET=x", "SecretsUsedInArgOrEnv"},
		{"Dockerfile", "COPY --from=build", "COPY --form=build", "unknown flag: --form"},
		{"Dockerfile", "HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \\\n    CMD", "CMD", "has no health check by the program"},
		{"Dockerfile", `CMD ["/usr/local/bin/quartet", "health"]`, "CMD curl -f http://localhost:8787/readyz", `the image of the target "with-site" has no health check`},
		{"compose.yaml", "test: [CMD, /usr/local/bin/quartet, health]", "test: [CMD, curl, localhost]", "the service quartet-1 is never asked"},
		{"compose.yaml", "condition: service_healthy", "condition: healthy", "condition value must be one of"},
		{"compose.yaml", "caddy:2.10.2-alpine", "caddy", "has no version"},
		{"compose.yaml", "read_only: true\n  tmpfs", "tmpfs", "may more than it needs"},
		{"compose.yaml", "  s3:\n", "  s4:\n", "depends on undefined service"},
		{"compose.local.yaml", "secrets: [certificate]", "secret: [certificate]", "secret false schema"},
		{"kubernetes.yaml", "failureThreshold: 60", "failureTreshold: 60", `unknown field "failureTreshold"`},
		{"kubernetes.yaml", "drop: [ALL]", "drop: []", "must set securityContext.capabilities.drop"},
		{"kubernetes.yaml", "runAsNonRoot: true", "runAsNonRoot: false", "runAsNonRoot"},
		{"kubernetes.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "the root of the container migrate can be written"},
		{"kubernetes.yaml", "{ name: http, containerPort: 8787 }", "{ name: web, containerPort: 8787 }", "no readiness probe at one of its ports"},
		{"kubernetes.yaml", "selector: { app.kubernetes.io/name: quartet }", "selector: { app: quartet }", "the Service does not select the pods"},
	} {
		t.Run(fault.found, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.CopyFS(folder, os.DirFS(".")); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(folder, fault.file)
			text := read(t, path)
			if !strings.Contains(text, fault.old) {
				t.Fatalf("%s has no %q", fault.file, fault.old)
			}
			if err := os.WriteFile(path, []byte(strings.Replace(text, fault.old, fault.new, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			if found := faultsOf(t, folder); !strings.Contains(found, fault.found) {
				t.Errorf("nothing says %q:\n%s", fault.found, found)
			}
		})
	}
}

// The images are of the versions that tests of this repository run against.
func TestImagesAreOfTheVersionsThatAreTested(t *testing.T) {
	gateway := regexp.MustCompile(`github.com/versity/versitygw (v\S+)`).FindStringSubmatch(read(t, "../tools/s3/go.mod"))
	if gateway == nil || !strings.Contains(read(t, "compose.yaml"), "versitygw:"+gateway[1]+"\n") {
		t.Errorf("compose.yaml does not run the S3 server of the tests, %s", gateway)
	}
	language := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "../go.mod"))
	if language == nil || !strings.Contains(read(t, "Dockerfile"), "FROM golang:"+language[1]+".") {
		t.Errorf("the Dockerfile does not build with the language of go.mod, %s", language)
	}
}

func read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
