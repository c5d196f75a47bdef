package deploy

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

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
	program, behind := need(t, "caddy"), processes(t)
	address := freeAddress(t)
	balance(t, start(t, address, "/readyz", caddy(t, program,
		"SITE_ADDRESS=http://"+address, "PROCESSES="+behind[0].address+" "+behind[1].address,
		"S3_ADDRESS=http://"+freeAddress(t), "S3_SERVER="+freeAddress(t))), behind)
}

// Where the bucket is elsewhere, its variables are left out.
func TestCaddyNeedsNoBucket(t *testing.T) {
	command := exec.Command(need(t, "caddy"), "validate", "--config", "Caddyfile", "--adapter", "caddyfile")
	command.Env = []string{"HOME=" + t.TempDir(), "SITE_ADDRESS=tea.example", "PROCESSES=10.0.0.1:8787 10.0.0.2:8787"}
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// caddy runs the Caddyfile with variables, and opens no ports but theirs.
func caddy(t testing.TB, program string, variables ...string) *exec.Cmd {
	t.Helper()
	file := filepath.Join(t.TempDir(), "Caddyfile")
	text := strings.Replace(read(t, "Caddyfile"), "{\n", "{\n\tadmin off\n\tauto_https disable_redirects\n", 1)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, "run", "--config", file, "--adapter", "caddyfile")
	command.Env = append(variables, "HOME="+t.TempDir())
	return command
}

// The processes reach the bucket of compose.yaml as browsers do, through the balancer
// and its certificate.
func TestBucketBehindTheBalancer(t *testing.T) {
	program, folder := need(t, "caddy"), t.TempDir()
	certificate := certify(t, folder)
	secret, bucket := "a secret of this test", bucketOfCompose(t, "a secret of this test")
	site, s3 := freeAddress(t), freeAddress(t)
	start(t, s3, "", caddy(t, program, "SITE_ADDRESS=https://"+site, "PROCESSES="+freeAddress(t), "S3_ADDRESS=https://"+s3, "S3_SERVER="+bucket.address,
		"TLS=tls "+certificate, "S3_TLS=tls "+certificate))
	doctor := exec.CommandContext(t.Context(), built(t), "doctor", "testdata/site")
	doctor.Env = []string{
		"DATABASE_URL=sqlite:" + filepath.Join(folder, "quartet.db"), "MEDIA_URL=s3://media?endpoint=https://" + s3,
		"AWS_ACCESS_KEY_ID=quartet", "AWS_SECRET_ACCESS_KEY=" + secret, "SSL_CERT_FILE=" + filepath.Join(folder, "certificate.pem"),
	}
	if out, err := doctor.CombinedOutput(); err != nil || !strings.Contains(string(out), " takes a file, gives it back and removes it") {
		t.Errorf("%v\n%s", err, out)
	}
}

// A site with a certificate of its own has no address for a bucket.
func TestCaddyfileWithACertificateAndNoBucket(t *testing.T) {
	program, folder := need(t, "caddy"), t.TempDir()
	command := caddy(t, program, "SITE_ADDRESS=https://tea.example", "PROCESSES="+freeAddress(t), "TLS=tls "+certify(t, folder))
	command.Args[1] = "validate"
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// certify makes a certificate of 127.0.0.1, and gives the names of its two files.
func certify(t *testing.T, folder string) (files string) {
	t.Helper()
	certificate, key := filepath.Join(folder, "certificate.pem"), filepath.Join(folder, "key.pem")
	if out, err := exec.CommandContext(t.Context(), need(t, "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
		"-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return certificate + " " + key
}

// bucketOfCompose runs the S3 server with the arguments that compose.yaml gives it.
func bucketOfCompose(t testing.TB, secret string) *served {
	t.Helper()
	path, err := exec.CommandContext(t.Context(), "go", "tool", "-modfile=../tools/s3/go.mod", "-n", "versitygw").Output()
	if err != nil {
		without(t, "the S3 server of compose.yaml is not run", err)
	}
	address, folder := freeAddress(t), t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "media"), 0o700); err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`command: \[(--port, .*)\]`).FindStringSubmatch(read(t, "compose.yaml"))
	if line == nil {
		t.Fatal("compose.yaml has no arguments for the S3 server")
	}
	arguments := strings.Split(strings.NewReplacer(`":7070"`, address, "/objects", folder, `"https://${DOMAIN:?}"`, "https://tea.example").Replace(line[1]), ", ")
	command := exec.Command(strings.TrimSpace(string(path)), arguments...)
	command.Env = []string{"ROOT_ACCESS_KEY_ID=quartet", "ROOT_SECRET_ACCESS_KEY=" + secret}
	return start(t, address, "/health", command)
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
		if !isRead(each) {
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

// isRead waits for a read to come to a process: a balancer leaves one that was slow to say
// that it is ready out for some seconds.
func isRead(each *served) bool {
	for range 300 {
		if strings.Contains(each.said.String(), `"path":"/api/views/notes"`) {
			return true
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}
