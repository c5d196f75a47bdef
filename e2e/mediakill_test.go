package e2e_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/storage/file"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

var mediaKills = flag.Int("kills", 10, "how often TestKilledWhileMediaIsWritten kills the program")

// killed is a site that is killed again and again while clients upload, replace,
// cancel and delete, and what it has answered them.
type killed struct {
	editor
	t     *testing.T
	dir   string
	files [][]byte // pictures

	mu       sync.Mutex
	versions map[string]int  // of assets, as they were answered last
	touched  map[string]bool // assets that somebody asked to delete
	gone     map[string]bool // those of them whose deletion was answered
	done     map[string]int  // moves that were answered
}

// Wherever the program is killed, after the next sweep each asset has all its bytes
// and all bytes have an asset; what was answered holds.
func TestKilledWhileMediaIsWritten(t *testing.T) {
	t.Parallel()
	s, dir := folder(t, mediaSite(), "pictures")
	k := &killed{
		t: t, dir: dir, versions: map[string]int{}, touched: map[string]bool{}, gone: map[string]bool{}, done: map[string]int{},
	}
	for seed := range 6 {
		k.files = append(k.files, noise(t, 400+100*seed, uint64(seed)))
	}
	address := s.settle(t, dir, nil)
	environment := append(os.Environ(), s.provided(t)...)
	for round := range *mediaKills {
		process := k.run(s, exec.Command(program, "serve", dir, "--addr", address), environment)
		if round == 0 {
			k.editor = signIn(t, s)
		}
		k.work(process)
		k.check()
		if t.Failed() {
			t.Fatalf("after %d kills; %v", round+1, k.done)
		}
	}
	t.Logf("%d kills, %d assets were made; %v", *mediaKills, len(k.versions), k.done)
}

// run starts the program, which does not outlive the test.
func (k *killed) run(s *site, process *exec.Cmd, environment []string) *exec.Cmd {
	k.t.Helper()
	log, err := os.OpenFile(s.logs, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		k.t.Fatal(err)
	}
	defer log.Close()
	process.Env, process.Stderr = environment, log
	if err := process.Start(); err != nil {
		k.t.Fatal(err)
	}
	k.t.Cleanup(func() { _ = process.Process.Kill() })
	s.wait(k.t, s.isReady)
	return process
}

// work has clients at the site until it is killed in the midst of it.
func (k *killed) work(process *exec.Cmd) {
	ctx, stop := context.WithCancel(k.t.Context())
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() {
			for ctx.Err() == nil {
				k.move()
			}
		})
	}
	time.Sleep(time.Duration(10+rand.IntN(190)) * time.Millisecond)
	_ = process.Process.Kill() // as kill -9 does
	stop()
	_ = process.Wait()
	clients.Wait()
}

// move is an upload, with what may follow it. An error is that of a site that was
// killed.
func (k *killed) move() {
	id := ""
	for {
		body, mime := k.files[rand.IntN(len(k.files))], "image/jpeg"
		if rand.IntN(3) == 0 {
			body, mime = []byte(strings.Repeat("tea ", 1+rand.IntN(90_000))), "text/plain"
		}
		u, err := k.announce(mime, body, id)
		if err != nil || len(u.Capabilities) == 0 {
			return
		}
		if cut := rand.IntN(len(body)); rand.IntN(2) == 0 {
			if k.send(u, 0, body[:cut]) != nil || k.send(u, cut, body[cut:]) != nil {
				return
			}
		} else if k.send(u, 0, body) != nil {
			return
		}
		if rand.IntN(6) == 0 {
			status, err := k.call(http.MethodDelete, "/admin/api/media/uploads/"+u.UploadGroupID, "", nil)
			k.answered("cancel", status, err)
			return
		}
		a, status, err := k.commit(u)
		if !k.answered("commit", status, err) {
			return
		}
		k.mu.Lock()
		k.versions[a.ID] = a.Version
		k.mu.Unlock()
		id = a.ID
		k.look(a)
		switch rand.IntN(4) {
		case 0:
			k.remove(id)
			return
		case 1:
			return
		}
	}
}

func (k *killed) answered(what string, status int, err error) bool {
	if status != http.StatusOK || err != nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.done[what]++
	return true
}

// look has a rendition made.
func (k *killed) look(a asset) {
	for _, r := range a.Renditions {
		if rand.IntN(3) == 0 {
			status, err := k.call(http.MethodGet, strings.TrimPrefix(r.URL, k.site.url), "", nil)
			k.answered("rendition", status, err)
		}
	}
}

func (k *killed) remove(id string) {
	k.mu.Lock()
	k.touched[id] = true
	k.mu.Unlock()
	status, err := k.call(http.MethodDelete, "/admin/api/media/"+id, "", nil)
	if k.answered("delete", status, err) {
		k.mu.Lock()
		k.gone[id] = true
		k.mu.Unlock()
	}
}

// check sweeps as an hour later, when no upload is open any more, and looks at all
// that is there; and again an hour after that.
func (k *killed) check() {
	k.t.Helper()
	store, err := sqlite.OpenPlatform(k.t.Context(), sqlite.Options{Path: k.site.data})
	if err != nil {
		k.t.Fatal(err)
	}
	bucket, err := file.Open(filepath.Join(k.dir, ".service", "media"))
	if err != nil {
		k.t.Fatal(err)
	}
	for _, later := range []time.Duration{80 * time.Minute, 3 * time.Hour} {
		service, err := media.New(media.Options{
			Store: store.Media(), Bucket: bucket, Key: bytes.Repeat([]byte("k"), 32), Log: slog.New(slog.DiscardHandler),
			Now: func() time.Time { return time.Now().Add(later) },
		})
		if err == nil {
			err = service.Sweep(k.t.Context())
		}
		if err != nil {
			k.t.Fatal(err)
		}
		if err := store.Media().Read(k.t.Context(), func(r media.Reader) error { return k.compare(r, bucket) }); err != nil {
			k.t.Error(err)
		}
	}
	if err := store.Close(); err != nil {
		k.t.Error(err)
	}
	_ = bucket.Close()
}

// compare holds the library, the objects and the answers against each other.
func (k *killed) compare(r media.Reader, bucket *file.Bucket) error {
	assets, err := r.List(media.Query{Limit: 1 << 30})
	if err != nil {
		return err
	}
	there := make(map[string]int)
	for _, a := range assets {
		there[a.ID] = a.Version
		for i, v := range a.Variants {
			key := path.Join(a.Purpose, a.Group, fmt.Sprintf("%s-%d.%s", v.Role, i, inspect.Extension(v.MimeType)))
			if sum, err := sumOf(bucket, key); err != nil || sum != v.SHA256 {
				k.t.Errorf("asset %s has no whole %s: %v", a.ID, key, err)
			}
		}
	}
	for id, version := range k.versions {
		if is, found := there[id]; k.gone[id] && found || !k.touched[id] && is < version {
			k.t.Errorf("asset %s was answered with version %d, deleted: %v; it is at %d", id, version, k.gone[id], is)
		}
	}
	for object, err := range bucket.List(context.Background(), "") {
		if err != nil {
			return err
		}
		g, err := r.Group(strings.Split(object.Key, "/")[1])
		if err != nil {
			return err
		}
		if g == nil || g.Over || g.Version == 0 || there[g.Asset] < g.Version {
			k.t.Errorf("the object %s has no asset: %+v", object.Key, g)
		}
	}
	for object, err := range bucket.Unfinished(context.Background()) {
		k.t.Errorf("%s is unfinished: %v", object.Key, err)
	}
	return nil
}

func sumOf(bucket *file.Bucket, key string) (string, error) {
	content, _, err := bucket.Open(context.Background(), key)
	if err != nil {
		return "", err
	}
	defer content.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, content)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// noise is a picture that takes some bytes.
func noise(t *testing.T, width int, seed uint64) []byte {
	t.Helper()
	picture, source := image.NewGray(image.Rect(0, 0, width, 300)), rand.New(rand.NewPCG(seed, 1))
	for i := range picture.Pix {
		picture.Pix[i] = byte(source.Uint32())
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
