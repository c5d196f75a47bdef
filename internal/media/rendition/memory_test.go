//go:build linux && !race

package rendition_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/rendition"
)

// The race detector has memory of its own: these tests run without it.

// mostMemory is what pictures may take beyond what an idle process has.
const mostMemory = 256 << 20

var kinds = []struct {
	name, mimeType string
	blank          blank
}{
	{"JPEG 4:2:0", rendition.JPEG, blankJPEG(false, 0x22, 0x11, 0x11)},
	{"JPEG 4:4:4", rendition.JPEG, blankJPEG(false, 0x11, 0x11, 0x11)},
	{"grey JPEG", rendition.JPEG, blankJPEG(false, 0x11)},
	{"CMYK JPEG", rendition.JPEG, blankJPEG(false, 0x11, 0x11, 0x11, 0x11)},
	{"progressive JPEG 4:2:0", rendition.JPEG, blankJPEG(true, 0x22, 0x11, 0x11)},
	{"progressive JPEG 4:4:4", rendition.JPEG, blankJPEG(true, 0x11, 0x11, 0x11)},
	{"PNG", rendition.PNG, blankPNG(8, 2, 3, false)},
	{"PNG with alpha", rendition.PNG, blankPNG(8, 6, 4, false)},
	{"PNG of 16 bits with alpha", rendition.PNG, blankPNG(16, 6, 4, false)},
	{"interlaced PNG", rendition.PNG, blankPNG(8, 6, 4, true)},
	{"interlaced PNG of 16 bits", rendition.PNG, blankPNG(16, 6, 4, true)},
	{"lossless WebP", rendition.WebP, blankWebP(lossless)},
	{"lossless WebP of few colours", rendition.WebP, blankWebP(indexed)},
	{"lossless WebP full of code trees", rendition.WebP, blankWebP(forest)},
	{"WebP", rendition.WebP, packed("testdata/flat50.webp.gz")},
	{"WebP with alpha", rendition.WebP, packed("testdata/alpha.webp.gz")},
}

// packed is a file that has one size.
func packed(name string) blank {
	return func(rendition.Size, bool) []byte {
		f, err := os.Open(name)
		if err != nil {
			panic(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			panic(err)
		}
		data, err := io.ReadAll(z)
		if err != nil {
			panic(err)
		}
		return data
	}
}

// sizeOf is a picture of 3 by 2 of so many megapixels.
func sizeOf(megapixels int) rendition.Size {
	height := 1
	for (height+1)*(height+1)*3/2 <= megapixels*1e6 {
		height++
	}
	return rendition.Size{Width: height * 3 / 2, Height: height}
}

// largest is the largest picture of a kind that all renditions can be made of.
func largest(t *testing.T, mimeType string, blank blank) (megapixels int, source []byte) {
	t.Helper()
	for mp := 50; mp > 0; mp-- {
		picture, err := rendition.Probe(bytes.NewReader(blank(sizeOf(mp), false)), mimeType)
		if err != nil {
			t.Fatal(err)
		}
		if len(picture.Renditions) == len(rendition.Widths) {
			return mp, blank(sizeOf(mp), true)
		}
	}
	t.Fatal("no picture is small enough")
	return 0, nil
}

func TestTheLargestPicturesFitIntoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes")
	}
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			megapixels, source := largest(t, kind.mimeType, kind.blank)
			took := inAChild(t, kind.mimeType, source)
			t.Logf("%d megapixels: %d MiB", megapixels, took>>20)
			if took > mostMemory {
				t.Errorf("a picture of %d megapixels takes %d MiB, want 256 at most", megapixels, took>>20)
			}
		})
	}
}

const childVariable = "RENDITION_TEST_CHILD"

// inAChild makes renditions of the picture in another process, and says how much
// memory they took at most beyond what that had when it began.
func inAChild(t *testing.T, mimeType string, source []byte) int64 {
	t.Helper()
	name := t.TempDir() + "/picture"
	if err := os.WriteFile(name, source, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), childVariable+"="+mimeType+" "+name)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	took, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return took
}

func TestMain(m *testing.M) {
	mimeType, name, ok := strings.Cut(os.Getenv(childVariable), " ")
	if !ok {
		os.Exit(m.Run())
	}
	if err := makeTiny(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	before := mostResident()
	if err := makeThreeTimes(mimeType, name); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(mostResident() - before)
}

// makeTiny has a process make a rendition that takes no memory to speak of.
func makeTiny() error {
	source := bytes.NewReader(blankJPEG(false, 0x11)(rendition.Size{Width: 400, Height: 10}, true))
	return rendition.Make(context.Background(), io.Discard, source, rendition.JPEG, rendition.Target{Width: 320, MimeType: rendition.JPEG})
}

// makeThreeTimes makes all renditions, two times at once and once more.
func makeThreeTimes(mimeType, name string) error {
	var wg sync.WaitGroup
	errs := make([]error, 3)
	for i := range 2 {
		wg.Go(func() { errs[i] = makeEach(mimeType, name) })
	}
	wg.Wait()
	errs[2] = makeEach(mimeType, name)
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func makeEach(mimeType, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	picture, err := rendition.Probe(f, mimeType)
	if err != nil {
		return err
	}
	var outputs []rendition.Output
	for _, size := range picture.Renditions {
		outputs = append(outputs, rendition.Output{Target: rendition.Target{Width: size.Width, MimeType: picture.MimeType}, Writer: io.Discard})
	}
	return rendition.MakeAll(context.Background(), f, mimeType, outputs)
}

// mostResident is the most memory that one of the processes had that make
// renditions: two at once share what package rendition allows for all.
func mostResident() int64 {
	rendition.EndKept() // only those that have ended are counted
	var children syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children); err != nil {
		panic(err)
	}
	return children.Maxrss << 10
}
