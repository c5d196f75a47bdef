package deploy

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

// need finds a program of others that a test runs.
func need(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		without(t, "the file for "+name+" is not tried", err)
	}
	return path
}

// processes are two of the program that serve one database.
func processes(t testing.TB) []*served {
	t.Helper()
	database, media := "DATABASE_URL="+postgrestest.URL(t), "MEDIA_URL=file:"+t.TempDir()
	var all []*served
	for range 2 {
		address := freeAddress(t)
		command := exec.Command(built(t), "serve", "testdata/site", "--addr", address)
		command.Env = []string{database, media}
		all = append(all, start(t, address, "/readyz", command))
	}
	return all
}

func TestCaddyBalances(t *testing.T) {
	caddy, behind := need(t, "caddy"), processes(t)
	address := freeAddress(t)
	command := exec.Command(caddy, "run", "--config", "Caddyfile", "--adapter", "caddyfile")
	command.Env = []string{
		"HOME=" + t.TempDir(), "SITE_ADDRESS=http://" + address, "PROCESSES=" + behind[0].address + " " + behind[1].address,
		"S3_ADDRESS=http://" + freeAddress(t), "S3_SERVER=" + freeAddress(t),
	}
	balance(t, start(t, address, "/readyz", command), behind)
}

func TestNginxBalances(t *testing.T) {
	nginx, behind := need(t, "nginx"), processes(t)
	address, folder := freeAddress(t), t.TempDir()
	site := strings.NewReplacer("listen 80;", "listen "+address+";", "127.0.0.1:8787 ", behind[0].address+" ",
		"127.0.0.1:8788 ", behind[1].address+" ", "    server 127.0.0.1:8789 max_fails=1 fail_timeout=5s;\n", "").Replace(read(t, "nginx.conf"))
	whole := fmt.Sprintf("daemon off; master_process off; pid %[1]s/pid; error_log stderr warn; events {} http { access_log off; client_body_temp_path %[1]s; proxy_temp_path %[1]s;"+
		" fastcgi_temp_path %[1]s; uwsgi_temp_path %[1]s; scgi_temp_path %[1]s;\n%[2]s}\n", folder, site)
	file := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(file, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(nginx, "-e", "stderr", "-c", file)
	balance(t, start(t, address, "/readyz", command), behind)
}

// balance wants every read answered while one process stops, and requests at both
// before that.
func balance(t *testing.T, balancer *served, behind []*served) {
	t.Helper()
	exchange(t, balancer.address)
	var readers sync.WaitGroup
	over := make(chan struct{})
	half, answered := make(chan struct{}), 0
	var mu sync.Mutex
	for range 4 {
		readers.Go(func() {
			for !hasEnded(over) {
				status, body, err := get(t, "http://"+balancer.address+"/api/views/notes")
				if err != nil || status != http.StatusOK {
					t.Errorf("%d %s %v", status, body, err)
				}
				mu.Lock()
				if answered++; answered == 200 {
					close(half)
				}
				mu.Unlock()
			}
		})
	}
	<-half
	for _, each := range behind {
		if !strings.Contains(each.said.String(), `"path":"/api/views/notes"`) {
			t.Error("no read came to a process")
		}
	}
	if code := behind[0].stop(t, behind[0].command.Process.Pid); code != 0 {
		t.Errorf("a process ended with %d:\n%s", code, &behind[0].said)
	}
	close(over)
	readers.Wait()
	exchange(t, balancer.address)
	if err := balancer.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
}
