package rendition_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"io"
	"os"
	"testing"

	_ "golang.org/x/image/webp"

	"github.com/quartet-dev/quartet/internal/media/rendition"
)

func TestSizesAreNeverLargerThanThePicture(t *testing.T) {
	for _, c := range []struct {
		of   rendition.Size
		want []rendition.Size
	}{
		{rendition.Size{Width: 319, Height: 5000}, []rendition.Size{}},
		{rendition.Size{Width: 640, Height: 1}, []rendition.Size{{Width: 320, Height: 1}, {Width: 640, Height: 1}}},
		{rendition.Size{Width: 1000, Height: 333}, []rendition.Size{{Width: 320, Height: 107}, {Width: 640, Height: 213}, {Width: 960, Height: 320}}},
	} {
		got := rendition.Sizes(c.of)
		if len(got) != len(c.want) {
			t.Errorf("sizes of %v are %v, want %v", c.of, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("sizes of %v are %v, want %v", c.of, got, c.want)
			}
		}
	}
}

// turnedJPEG says in its EXIF how it is turned.
func turnedJPEG(t testing.TB, img image.Image, orientation byte) []byte {
	data := asJPEG(t, img)
	exif := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), orientation, 0, 0, 0, 0, 0, 0)
	segment := append([]byte{0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(exif)+2))...)
	return append(append(data[:2:2], append(segment, exif...)...), data[2:]...)
}

func TestPicturesStandUpright(t *testing.T) {
	img := photograph(640, 400)
	for o := byte(1); o <= 8; o++ {
		right, bottom := 639, 399
		size := image.Pt(640, 400)
		if o >= 5 {
			size = image.Pt(400, 640)
		}
		shown := image.NewNRGBA(image.Rectangle{Max: size})
		for y := range 400 {
			for x := range 640 {
				at := []image.Point{{}, {x, y}, {right - x, y}, {right - x, bottom - y}, {x, bottom - y}, {y, x}, {bottom - y, x}, {bottom - y, right - x}, {y, right - x}}[o]
				shown.Set(at.X, at.Y, img.At(x, y))
			}
		}
		got := made(t, turnedJPEG(t, img, o), rendition.JPEG, 320)
		if db := psnr(t, got, reference(shown, 320, size.Y*320/size.X)); db < 34 {
			t.Errorf("orientation %d is %.1f dB from the picture", o, db)
		}
	}
}

func TestTransparencyIsKept(t *testing.T) {
	img := photograph(700, 500)
	for y := range 500 {
		for x := range 700 {
			c := img.NRGBAAt(x, y)
			switch {
			case x < 100:
				c = color.NRGBA{255, 0, 255, 0} // must not bleed
			case x < 300:
				c.A = uint8(x - 44)
			}
			img.SetNRGBA(x, y, c)
		}
	}
	got := made(t, asPNG(t, img), rendition.PNG, 320)
	if db := psnr(t, got, reference(img, 320, 229)); db < 40 {
		t.Errorf("it is %.1f dB from the picture", db)
	}
	for x := range 44 {
		if _, _, _, a := got.At(x, 100).RGBA(); a != 0 {
			t.Fatalf("pixel %d has alpha %d", x, a)
		}
	}
}

func TestWebPHasTheColoursOfThePicture(t *testing.T) {
	source, err := os.ReadFile("testdata/bars.webp")
	if err != nil {
		t.Fatal(err)
	}
	got := made(t, source, rendition.WebP, 320)
	for i, want := range []color.NRGBA{{200, 100, 50, 255}, {20, 200, 60, 255}, {30, 40, 220, 255}, {255, 255, 255, 255}, {0, 0, 0, 255}, {128, 128, 128, 255}} {
		r, g, b, _ := got.At(27+i*53, 120).RGBA()
		for c, d := range []int{int(r>>8) - int(want.R), int(g>>8) - int(want.G), int(b>>8) - int(want.B)} {
			if d < -6 || d > 6 {
				t.Errorf("bar %d differs by %d in colour %d", i, d, c)
			}
		}
	}
}

func TestAPanicOrABrokenPictureIsAnError(t *testing.T) {
	whole := asJPEG(t, photograph(400, 300))
	for name, source := range map[string][]byte{"cut short": whole[:len(whole)/2], "empty": nil, "PNG": asPNG(t, photograph(400, 300))} {
		err := rendition.Make(t.Context(), io.Discard, bytes.NewReader(source), rendition.JPEG, rendition.Target{Width: 320, MimeType: rendition.JPEG})
		if !errors.Is(err, rendition.ErrUnreadable) {
			t.Errorf("%s: %v, want ErrUnreadable", name, err)
		}
	}
}

func TestWhatIsNotListedIsNotMade(t *testing.T) {
	source := asJPEG(t, photograph(400, 300))
	for _, target := range []rendition.Target{{640, rendition.JPEG}, {100, rendition.JPEG}, {320, rendition.PNG}, {320, rendition.WebP}} {
		err := rendition.Make(t.Context(), io.Discard, bytes.NewReader(source), rendition.JPEG, target)
		if !errors.Is(err, rendition.ErrNotMade) {
			t.Errorf("%v: %v, want ErrNotMade", target, err)
		}
	}
}

func TestADecodeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	source := asJPEG(t, photograph(400, 300))
	err := rendition.Make(ctx, io.Discard, bytes.NewReader(source), rendition.JPEG, rendition.Target{Width: 320, MimeType: rendition.JPEG})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want that of the context", err)
	}
}

func TestTheSamePictureGivesTheSameBytes(t *testing.T) {
	source := asJPEG(t, photograph(1000, 700))
	var all bytes.Buffer
	outputs := []rendition.Output{{Target: rendition.Target{Width: 640, MimeType: rendition.JPEG}, Writer: io.Discard}, {Target: rendition.Target{Width: 320, MimeType: rendition.JPEG}, Writer: &all}}
	if err := rendition.MakeAll(t.Context(), bytes.NewReader(source), rendition.JPEG, outputs); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(madeBytes(t, source, rendition.JPEG, 320), all.Bytes()) {
		t.Error("the rendition made alone differs from the one made with another")
	}
}

func FuzzMake(f *testing.F) {
	img := photograph(330, 20)
	f.Add(uint8(0), asJPEG(f, img))
	f.Add(uint8(0), turnedJPEG(f, img, 6))
	f.Add(uint8(0), blankJPEG(true, 0x22, 0x11, 0x11)(rendition.Size{Width: 330, Height: 20}, true))
	f.Add(uint8(1), asPNG(f, img))
	f.Add(uint8(1), blankPNG(16, 6, 4, true)(rendition.Size{Width: 330, Height: 20}, true))
	f.Add(uint8(2), riff(riffChunk("VP8L", indexed(rendition.Size{Width: 330, Height: 20}))))
	f.Add(uint8(3), []byte("GIF89a\x50\x01\x10\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x50\x01\x10\x00\x00\x02\x02L\x01\x00;"))
	types := []string{rendition.JPEG, rendition.PNG, rendition.WebP, rendition.GIF}
	f.Fuzz(func(t *testing.T, kind uint8, source []byte) {
		mimeType := types[int(kind)%len(types)]
		picture, err := rendition.Probe(bytes.NewReader(source), mimeType)
		if err != nil {
			if !errors.Is(err, rendition.ErrUnreadable) {
				t.Fatalf("another error than ErrUnreadable: %v", err)
			}
			return
		}
		if int64(picture.Size.Width)*int64(picture.Size.Height) > 1e6 || len(picture.Renditions) == 0 {
			return
		}
		var out bytes.Buffer
		size := picture.Renditions[0]
		err = rendition.Make(t.Context(), &out, bytes.NewReader(source), mimeType, rendition.Target{Width: size.Width, MimeType: picture.MimeType})
		if err != nil {
			if !errors.Is(err, rendition.ErrUnreadable) {
				t.Fatalf("another error than ErrUnreadable: %v", err)
			}
			return
		}
		config, _, err := image.DecodeConfig(&out)
		if err != nil || config.Width != size.Width || config.Height != size.Height {
			t.Fatalf("it is %v, %v; want %v", config, err, size)
		}
	})
}
