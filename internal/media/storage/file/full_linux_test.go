package file

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/disktest"
	"github.com/quartet-dev/quartet/internal/media/storage"
)

const room = 4 << 20

// noRoom are the ways in which the system refuses to make a file larger.
var noRoom = map[string]func(t *testing.T, dir string){
	"a full disk": func(t *testing.T, dir string) {
		disktest.Mount(t, dir, "4m")
	},
	"a limit of the process": func(t *testing.T, _ string) {
		disktest.LimitFiles(t, room)
	},
}

// What finds no room is ErrFull and leaves nothing; what fits goes on.
func TestWithoutRoomNothingIsLeft(t *testing.T) {
	for name, fill := range noRoom {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			fill(t, dir)
			b := open(t, dir)
			large := strings.Repeat("x", room+1)
			if err := b.Put(t.Context(), key, strings.NewReader(large), announce(large)); !errors.Is(err, storage.ErrFull) {
				t.Errorf("put: %v", err)
			}
			n, err := b.Receive(t.Context(), key, 0, strings.NewReader(large[:room/2]), announce(large))
			if n != room/2 || err != nil {
				t.Errorf("received %d: %v", n, err)
			}
			n, err = b.Receive(t.Context(), key, n, strings.NewReader(large[n:]), announce(large))
			if n != 0 || !errors.Is(err, storage.ErrFull) {
				t.Errorf("received %d: %v", n, err)
			}
			wantNoFile(t, dir)
			small := bytes.Repeat([]byte("x"), room/2)
			put(t, b, key, string(small))
			wantBody(t, b, string(small))
		})
	}
}

func wantNoFile(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{objects, unfinished} {
		if left, err := os.ReadDir(filepath.Join(dir, name)); err != nil || len(left) != 0 {
			t.Errorf("%s: %v, %v", name, left, err)
		}
	}
}
