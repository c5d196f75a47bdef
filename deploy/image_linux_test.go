package deploy

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage/s3test"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

// user is who the program is in the image.
const user = 65532

// image makes the folders and files that the Dockerfile puts into an image, with a
// site folder, and nothing else.
func image(t testing.TB) string {
	t.Helper()
	root := t.TempDir()
	for _, folder := range []string{"usr/local/bin", "etc/ssl/certs", "tmp", "data", "proc", "site"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(built(t), filepath.Join(root, "usr/local/bin/quartet")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(root, "site"), os.DirFS("testdata/site")); err != nil {
		t.Fatal(err)
	}
	for each := root; each != os.TempDir(); each = filepath.Dir(each) {
		if err := os.Chmod(each, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// contain starts a command of an image as a container engine does: a root that
// cannot be written but for /tmp and /data, processes of its own, one user without
// any capability, and no environment but the variables.
const contain = `set -e
mount --bind "$1" "$1"
mount -o remount,ro,bind "$1"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -t tmpfs -o mode=0700,uid=%[1]d,gid=%[1]d tmpfs "$1/data"
mount -t proc proc "$1/proc"
root=$1
shift
exec setpriv --no-new-privs env -i "$@"`

func containerCommand(root string, variables []string, arguments ...string) *exec.Cmd {
	inside := append(variables, "/usr/sbin/chroot", "--userspec="+fmt.Sprintf("%[1]d:%[1]d", user), "--groups=", root, "/usr/local/bin/quartet")
	command := exec.CommandContext(context.Background(), "unshare", append([]string{
		"--mount", "--pid", "--fork", "--kill-child", "sh", "-c", fmt.Sprintf(contain, user), "sh", root,
	}, append(inside, arguments...)...)...)
	return command
}

// needContainers skips a test where no mounts may be made.
func needContainers(t testing.TB) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "unshare", "--mount", "--pid", "--fork", "mount", "-t", "tmpfs", "tmpfs", "/mnt").CombinedOutput(); err != nil {
		without(t, "the program is not run as in an image", string(out)+err.Error())
	}
}

// first is the process that a container begins with, which unshare has started.
func first(t testing.TB, s *served) int {
	t.Helper()
	parent := strconv.Itoa(s.command.Process.Pid)
	text := read(t, filepath.Join("/proc", parent, "task", parent, "children"))
	pid, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// The image as the Dockerfile describes it migrates, sees that all is well, serves
// from a root that cannot be written, as a user without rights, and ends in time: over
// a folder, and over PostgreSQL and S3.
func TestImageServes(t *testing.T) {
	needContainers(t)
	for name, variables := range map[string]func(*testing.T) []string{
		"folder": func(*testing.T) []string {
			return []string{"DATABASE_URL=sqlite:/data/quartet.db", "MEDIA_URL=file:/data/media"}
		},
		"servers": onServers,
	} {
		t.Run(name, func(t *testing.T) { imageServes(t, variables(t)) })
	}
}

// onServers is the environment of a process on PostgreSQL and S3.
func onServers(t *testing.T) []string {
	t.Helper()
	s3 := s3test.Start(t)
	return []string{
		"DATABASE_URL=" + postgrestest.URL(t), "MEDIA_URL=s3://" + s3.Bucket(t) + "?endpoint=" + s3.Endpoint + "&region=" + s3test.Region,
		"AWS_ACCESS_KEY_ID=" + s3test.AccessKeyID, "AWS_SECRET_ACCESS_KEY=" + s3test.SecretAccessKey,
	}
}

func imageServes(t *testing.T, variables []string) {
	t.Helper()
	root, address := image(t), freeAddress(t)
	for _, command := range []string{"migrate", "doctor"} {
		out, err := containerCommand(root, variables, command, "/site").CombinedOutput()
		if err != nil || command == "doctor" && !strings.Contains(string(out), " takes a file, gives it back and removes it") {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
	s := start(t, address, "/readyz", containerCommand(root, variables, "serve", "/site", "--addr", address))
	if out, err := containerCommand(root, nil, append(healthCheck(t), "--addr", address)...).CombinedOutput(); err != nil {
		t.Errorf("the health check of the image fails: %v\n%s", err, out)
	}
	pid := first(t, s)
	if status := read(t, fmt.Sprintf("/proc/%d/status", pid)); !strings.Contains(status, fmt.Sprintf("Uid:\t%[1]d\t%[1]d\t%[1]d\t%[1]d\n", user)) ||
		!strings.Contains(status, "CapEff:\t0000000000000000\n") || !strings.Contains(status, "NSpid:\t"+strconv.Itoa(pid)+"\t1\n") {
		t.Errorf("it is not the first process, of a user without rights:\n%s", status)
	}
	exchange(t, address)
	if code := s.stop(t, pid); code != 0 {
		t.Errorf("it ended with %d:\n%s", code, &s.said)
	}
	if out, err := containerCommand(root, nil, append(healthCheck(t), "--addr", address)...).CombinedOutput(); err == nil {
		t.Errorf("the health check of the image passes without a server:\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(root, "site", ".service")); err == nil {
		t.Error("it wrote into the site folder")
	}
}

// healthCheck are the arguments by which the image asks its program.
func healthCheck(t testing.TB) []string {
	t.Helper()
	line := regexp.MustCompile(`HEALTHCHECK [^\n]*\\\n +CMD \["/usr/local/bin/quartet", (.*)\]\n`).FindStringSubmatch(read(t, "Dockerfile"))
	if line == nil {
		t.Fatal("the Dockerfile has no HEALTHCHECK by the program")
	}
	return strings.Split(strings.ReplaceAll(line[1], `"`, ""), ", ")
}

// Where nobody says where the data goes, the site folder cannot take it, and the
// service says so.
func TestImageWithoutAPlaceForDataIsRefused(t *testing.T) {
	needContainers(t)
	command := containerCommand(image(t), nil, "serve", "/site")
	out, err := command.CombinedOutput()
	if err == nil || command.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "/site/.service") || !strings.Contains(string(out), syscall.EROFS.Error()) {
		t.Errorf("%v\n%s", err, out)
	}
}
