package rendition_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"testing"

	"golang.org/x/image/draw"

	"github.com/quartet-dev/quartet/internal/media/rendition"
)

// photograph draws shapes, soft and sharp, with noise: the same each time.
func photograph(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	seed := uint32(1)
	for y := range height {
		for x := range width {
			u, v := float64(x)/float64(width), float64(y)/float64(height)
			seed = seed*1664525 + 1013904223
			noise := float64(seed>>24)/32 - 4
			r := 128 + 90*math.Sin(9*u+4*v*v) + noise
			g := 120 + 80*math.Cos(7*v-3*u*u) + noise
			b := 110 + 70*math.Sin(5*u*v+2) + noise
			if math.Hypot(u-0.6, v-0.4) < 0.2 {
				r, g, b = 230+noise, 200+noise, 40+noise
			}
			img.SetNRGBA(x, y, color.NRGBA{clamp(r), clamp(g), clamp(b), 255})
		}
	}
	return img
}

func clamp(v float64) uint8 { return uint8(min(max(v, 0), 255)) }

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// make makes a rendition and decodes it.
func made(t testing.TB, source []byte, mimeType string, width int) image.Image {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(madeBytes(t, source, mimeType, width)))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func madeBytes(t testing.TB, source []byte, mimeType string, width int) []byte {
	t.Helper()
	picture, err := rendition.Probe(bytes.NewReader(source), mimeType)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	target := rendition.Target{Width: width, MimeType: picture.MimeType}
	if err := rendition.Make(t.Context(), &out, bytes.NewReader(source), mimeType, target); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// reference scales with the kernel of another library.
func reference(img image.Image, width, height int) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	draw.CatmullRom.Scale(out, out.Bounds(), img, img.Bounds(), draw.Src, nil)
	return out
}

// psnr is the ratio of signal and noise over colours and alpha, in dB.
func psnr(t testing.TB, got, want image.Image) float64 {
	t.Helper()
	if got.Bounds().Size() != want.Bounds().Size() {
		t.Fatalf("size is %v, want %v", got.Bounds(), want.Bounds())
	}
	sum, n := 0.0, 0
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			a := color.RGBA64Model.Convert(got.At(got.Bounds().Min.X+x, got.Bounds().Min.Y+y)).(color.RGBA64)
			b := color.RGBA64Model.Convert(want.At(want.Bounds().Min.X+x, want.Bounds().Min.Y+y)).(color.RGBA64)
			for _, d := range [4]float64{float64(a.R) - float64(b.R), float64(a.G) - float64(b.G), float64(a.B) - float64(b.B), float64(a.A) - float64(b.A)} {
				sum += d * d / 257 / 257
			}
			n += 4
		}
	}
	if sum == 0 {
		return math.Inf(1)
	}
	return 10 * math.Log10(255*255*float64(n)/sum)
}

func TestARenditionLooksLikeThePicture(t *testing.T) {
	img := photograph(2000, 1500)
	for _, width := range []int{320, 640, 960, 1280, 1920} {
		want := reference(img, width, width*3/4)
		for mimeType, source := range map[string][]byte{rendition.JPEG: asJPEG(t, img), rendition.PNG: asPNG(t, img)} {
			got := psnr(t, made(t, source, mimeType, width), want)
			t.Logf("%s to %d: %.1f dB", mimeType, width, got)
			if got < 36 {
				t.Errorf("%s to %d pixels is %.1f dB from the picture, want 36 at least", mimeType, width, got)
			}
		}
	}
}
