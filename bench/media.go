package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/storage/file"
	"github.com/quartet-dev/quartet/internal/processor"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const (
	fileBytes     = 5_000_000
	uploadsARound = 40
	photos        = 40
	readsASecond  = 500
)

var mediaSettings = []byte(`site:
  locales: [en, zh-TW]
  media:
    purposes:
      - { name: paper, required: [text/plain], maxBytes: { text/plain: 10000000 } }
      - { name: figure, required: [jpg], maxBytes: { image/jpeg: 10000000 } }
media: file:media
`)

// media compares uploads and downloads with handlers that do nothing else, and
// measures what renditions cost the reads beside them.
func (b *bench) media() error {
	folder := b.file("mediasite")
	if err := b.mediaSite(folder); err != nil {
		return err
	}
	database := b.file("media.db")
	if err := fillQuartet(database, b.rows); err != nil {
		return err
	}
	subject, err := indexed(func() (*server, error) { return b.serve(folder, database) })
	if err != nil {
		return err
	}
	defer subject.stop()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	floorFolder := b.file("mediafloor")
	text := bytes.Repeat([]byte("tea leaves.\n"), fileBytes/12)
	if err := os.MkdirAll(floorFolder, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(floorFolder, "file.txt"), text, 0o600); err != nil {
		return err
	}
	floor, err := launch("/ready", self, "mediafloor", floorFolder)
	if err != nil {
		return err
	}
	defer floor.stop()
	beside, err := openMedia(database, filepath.Join(folder, "media"))
	if err != nil {
		return err
	}
	defer beside.close()
	each := *b
	each.floor, each.quartet, each.connections = floor, subject, 4
	return each.eachMedia(beside, text)
}

func (b *bench) eachMedia(beside *mediaBeside, text []byte) error {
	if err := b.uploads(beside); err != nil {
		return err
	}
	kept, err := beside.add("paper", "text/plain", text)
	if err != nil {
		return err
	}
	part := func(path string) []string {
		return []string{"GET " + path + " HTTP/1.1\r\nHost: localhost\r\nRange: bytes=1000000-1999999\r\n\r\n"}
	}
	short := b.short()
	if err := short.compare("a download of 1 MB out of 5 MB", 0.80, part("/file"), part(kept)); err != nil {
		return err
	}
	return b.renditions(beside)
}

// mediaSite is the site of the other measurements with purposes for uploads.
func (b *bench) mediaSite(folder string) error {
	if err := os.CopyFS(filepath.Join(folder, "manifests"), os.DirFS("bench/site/manifests")); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "quartet.yaml"), mediaSettings, 0o600)
}

// mediaBeside is the media of the site in this process, beside the server: to
// announce uploads without signing in.
type mediaBeside struct {
	*media.Service
	store  *sqlite.Store
	number int
}

func openMedia(database, folder string) (*mediaBeside, error) {
	sealed, err := sealManifests("bench/site/manifests")
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	store, err := sqlite.Open(ctx, sqlite.Options{Path: database, Plan: sealed, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	key, err := store.Secret(ctx, "media")
	if err != nil {
		return nil, err
	}
	bucket, err := file.Open(folder)
	if err != nil {
		return nil, err
	}
	config := &site.Config{Media: site.Media{Purposes: []site.Purpose{
		{Name: "paper", Required: []string{"text/plain"}, MaxBytes: map[string]float64{"text/plain": 1e7}},
		{Name: "figure", Required: []string{"jpg"}, MaxBytes: map[string]float64{"image/jpeg": 1e7}},
	}}}
	service, err := media.New(media.Options{Store: store.Media(), Bucket: bucket, Key: key, Config: func() *site.Config { return config }, Slots: processor.Shared})
	return &mediaBeside{Service: service, store: store}, err
}

func (m *mediaBeside) close() {
	m.Close()
	_ = m.store.Close()
}

// announce is the path to which bytes can be sent.
func (m *mediaBeside) announce(purpose, mimeType string, size int64, sum string) (*media.Granted, error) {
	m.number++
	return m.Announce(context.Background(), media.Announcement{
		Purpose: purpose, Filename: "file", Creator: "user " + strconv.Itoa(m.number),
		Variants: []media.Variant{{Role: asset.Primary, MimeType: mimeType, ByteSize: size, SHA256: sum}},
	})
}

// add makes an asset, and returns the path of its bytes.
func (m *mediaBeside) add(purpose, mimeType string, body []byte) (string, error) {
	m.number++
	sum := sha256.Sum256(body)
	a, _, err := m.Import(context.Background(), "asset-"+strconv.Itoa(m.number), media.Announcement{
		Purpose: purpose, Filename: "file",
		Variants: []media.Variant{{Role: asset.Primary, MimeType: mimeType, ByteSize: int64(len(body)), SHA256: hex.EncodeToString(sum[:])}},
	}, func(int) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }, audit.Actor{})
	if err != nil {
		return "", err
	}
	return m.Shape(a, "").Variants[0].URL, nil
}

// uploads sends files of 5 MB, each once.
func (b *bench) uploads(beside *mediaBeside) error {
	rounds := b.rounds * 3
	head := func(path string) string {
		return fmt.Sprintf("PUT %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n", path, fileBytes)
	}
	var ratios []float64
	var last [2]outcome
	for range rounds {
		var wanted []string
		for range uploadsARound {
			granted, err := beside.announce("paper", "text/plain", fileBytes, "")
			if err != nil {
				return err
			}
			wanted = append(wanted, head(granted.Capabilities[0].URL))
		}
		for i, l := range []*load{
			{Addr: b.floor.addr, Requests: slices.Repeat([]string{head("/up")}, uploadsARound)},
			{Addr: b.quartet.addr, Requests: wanted},
		} {
			l.Connections, l.Seconds, l.Once, l.Tail = b.connections, 60, true, fileBytes
			o, err := l.apply()
			if err != nil {
				return fmt.Errorf("uploads: %w", err)
			}
			last[i] = o
		}
		ratios = append(ratios, last[1].PerSecond/last[0].PerSecond)
	}
	slices.Sort(ratios)
	fmt.Printf("an upload of 5 MB, on the disk before its answer\n  ratio %.2f (goal 0.80; rounds %.2f)\n", ratios[len(ratios)/2], ratios)
	for i, who := range []string{"base   ", "quartet"} {
		fmt.Printf("  %s %8.0f/s  p50 %6.0f us  p99 %6.0f us\n", who, last[i].PerSecond, last[i].P50, last[i].P99)
	}
	return nil
}

// renditions makes pictures smaller, alone and beside steady reads.
func (b *bench) renditions(beside *mediaBeside) error {
	var pictures []string
	body := photograph()
	for range photos {
		url, err := beside.add("figure", "image/jpeg", body)
		if err != nil {
			return err
		}
		pictures = append(pictures, filepath.Dir(url))
	}
	began := time.Now()
	for _, each := range pictures[:10] {
		if err := b.fetch(each + "/w640.jpg"); err != nil {
			return err
		}
	}
	fmt.Printf("renditions of a photograph of 12 megapixels to 640 pixels, one after the other\n  %.1f a second\n", 10/time.Since(began).Seconds())
	return b.readsBeside(pictures)
}

// renditionWidths are the renditions that are made beside reads, of each photograph once.
var renditionWidths = []string{"/w320.jpg", "/w960.jpg", "/w1280.jpg", "/w1920.jpg"}

// readsBeside measures a View at a steady rate, alone and while renditions are made, and
// beside it a handler of net/http that does nothing, in a process of its own: what that
// one suffers is the machine's.
func (b *bench) readsBeside(pictures []string) error {
	reads := []*steadyReads{
		{what: "an empty handler of net/http", load: b.readsAt(b.floor.addr, "/ready")},
		{what: "a View", load: b.readsAt(b.quartet.addr, "/api/views/latest?locale=en&since=0")},
	}
	made := 0
	for round := range min(b.rounds, len(renditionWidths)) {
		for _, each := range reads {
			if err := each.measure(&each.alone); err != nil {
				return err
			}
		}
		stop, done := make(chan struct{}), make(chan int)
		go func() { done <- b.keepMaking(pictures, renditionWidths[round], stop) }()
		var err error
		for i := range reads {
			err = errors.Join(err, reads[(i+round)%len(reads)].measure(&reads[(i+round)%len(reads)].beside))
		}
		close(stop)
		made += <-done
		if err != nil {
			return err
		}
	}
	fmt.Printf("%d reads a second while renditions are made (%d of them; goal: the p99 of a View at most doubled)\n", readsASecond, made)
	for _, each := range reads {
		fmt.Printf("  %s: p99 %.0f us beside %.0f us alone, ratio %.2f\n", each.what, median(each.beside), median(each.alone), median(each.beside)/median(each.alone))
	}
	return nil
}

// steadyReads are reads at a steady rate, with the p99 of each of their rounds.
type steadyReads struct {
	what          string
	load          *load
	alone, beside []float64
}

func (b *bench) readsAt(address, path string) *load {
	return &load{Addr: address, Requests: []string{get(path)}, Connections: 16, Seconds: max(b.seconds, 3), Rate: readsASecond}
}

func (s *steadyReads) measure(into *[]float64) error {
	o, err := s.load.apply()
	*into = append(*into, o.P99)
	return err
}

// keepMaking asks for renditions that are not there yet, four at once, until it is
// told to stop or there are no more.
func (b *bench) keepMaking(pictures []string, name string, stop chan struct{}) (made int) {
	var wait sync.WaitGroup
	var lock sync.Mutex
	queue := slices.Clone(pictures)
	for range 4 {
		wait.Go(func() {
			for {
				lock.Lock()
				if len(queue) == 0 {
					lock.Unlock()
					return
				}
				next := queue[0]
				queue = queue[1:]
				lock.Unlock()
				select {
				case <-stop:
					return
				default:
				}
				if b.fetch(next+name) == nil {
					lock.Lock()
					made++
					lock.Unlock()
				}
			}
		})
	}
	wait.Wait()
	return made
}

func (b *bench) fetch(path string) error {
	answer, err := http.Get("http://" + b.quartet.addr + path)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Cache-Control") == "private, no-store" {
		return fmt.Errorf("%s answered %s without the rendition", path, answer.Status)
	}
	return err
}

// photograph is a JPEG of 12 megapixels with as much detail as one from a telephone.
func photograph() []byte {
	const width, height = 4000, 3000
	picture := image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420)
	for y := range height {
		for x := range width {
			picture.Y[y*picture.YStride+x] = uint8((x*x/500+y*7)>>2 ^ (x*y)>>9)
		}
	}
	for i := range picture.Cb {
		picture.Cb[i], picture.Cr[i] = uint8(i>>9), uint8(i>>11)
	}
	var out bytes.Buffer
	_ = jpeg.Encode(&out, picture, &jpeg.Options{Quality: 75}) // to memory, of a size that it takes
	return out.Bytes()
}
